import { analyse, fold, type QuestionWord, SHORT_FIRST, tokenise } from '#core/text/analysis';
import { LEXICONS } from '#core/text/lexicon/lexicons';
import { familiesAsked, familyOf } from './synonyms';
import { DAYS_AND_TIMES } from './timetable';

/** A word of a text, folded, with its term. */
export interface TextWord {
  readonly text: string;
  readonly term: string;
  /** Between spaces, as its grams are cut. */
  readonly padded: string;
}

export function textWord(token: string, term: string): TextWord {
  const text = fold(token);
  return { text, term, padded: ` ${text} ` };
}

/** How much of a question's word stands in a text with these terms: 0 to 1. */
export type Match = (terms: ReadonlySet<string>) => number;

/**
 * Looks a question's word up among the words of the texts that may answer it: as it is, in another form, as a part
 * of a compound, as a compound of their words, or with a slip of the pen.
 */
export function matchOf(word: QuestionWord, vocabulary: ReadonlyMap<string, TextWord>): Match {
  const asked = textOf(word);
  const compounds = compoundsOf(asked);
  const meant = meaningsOf(familiesAsked(word.term), compounds);
  const strengths = new Map<string, number>();
  const add = (term: string, strength: number) => {
    if (strength > (strengths.get(term) ?? 0)) strengths.set(term, strength);
  };
  for (const { term, text, padded } of vocabulary.values()) {
    if (term === word.term || term === word.alternative || isPluralOf(asked, text)) add(term, 1);
    else
      add(
        term,
        Math.max(
          alike(word, padded),
          within(word.term, term),
          within(word.alternative ?? '', term),
          participle(word.term, term),
          namesake(compounds, text, term),
          synonym(meant, text, term),
        ),
      );
  }
  const best = Math.max(0, ...strengths.values());
  if (best < KNOWN) {
    for (const { term, text } of vocabulary.values()) {
      if (isSlip(asked, text)) add(term, MISSPELT);
    }
  }
  const parts = best < KNOWN ? partsOf(word, vocabulary) : null;
  return (terms) => {
    let found = 0;
    for (const [term, strength] of strengths) if (strength > found && terms.has(term)) found = strength;
    if (!parts) return found;
    const [modifier, head] = parts.map((part) => part.some((term) => terms.has(term)));
    return Math.max(found, (modifier ? MODIFIER : 0) + (head ? HEAD : 0));
  };
}

/** English plurals that no ending shows. */
const PLURALS = [
  ['child', 'children'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['woman', 'women'],
  ['man', 'men'],
  ['person', 'people'],
];

function isPluralOf(asked: string, text: string): boolean {
  return PLURALS.some((forms) => forms.includes(asked) && forms.includes(text));
}

/** From here on a word of the texts is taken for the question's own. */
const KNOWN = 0.5;
const MISSPELT = 0.8;
/** `Versand` where the text has `Versandkosten`. */
const PART = 0.8;
/** `Versand` and `Kosten` apart where the question has `Versandkosten`. */
const MODIFIER = 0.5;
const HEAD = 0.4;
const SHORTEST_PART = 4;

/** Share of a word's 4-grams that another has by chance. */
const CHANCE = 0.5;

function alike({ grams }: QuestionWord, padded: string): number {
  let shared = grams.length;
  for (const gram of grams) {
    if (padded.includes(gram)) continue;
    shared--;
    // Most words of a text have next to nothing of the question's.
    if (shared <= CHANCE * grams.length) return 0;
  }
  return Math.max(0, (shared / grams.length - CHANCE) / (1 - CHANCE));
}

/** A part of a German compound, or what an English word was derived from (`tighten`). */
function within(word: string, other: string): number {
  const stem = word.slice(1);
  if (word.charAt(0) !== other.charAt(0) || stem.length < SHORTEST_PART) return 0;
  if (word.startsWith('e')) {
    // English ends and beginnings (`parent`, `rental`) are no parts.
    const isDerived =
      stem.length > SHORTEST_PART && other.startsWith(word) && other.length - word.length <= LONGEST_SUFFIX;
    return isDerived ? PART : 0;
  }
  const place = other.indexOf(stem, 1);
  const isHead = place > SHORTEST_PART - 1 && place + stem.length >= other.length - LONGEST_ENDING;
  return word.startsWith('d') && (place === 1 || isHead) ? PART : 0;
}

/** `gestrichen` of `streichen`: a German verb's participle, whose vowel may be another. */
function participle(word: string, other: string): number {
  if (!word.startsWith('d')) return 0;
  const [shorter, longer] = word.length < other.length ? [word, other] : [other, word];
  if (shorter.length <= SHORTEST_PART) return 0;
  const [, prefix = '', rest = ''] = PARTICIPLE.exec(longer) ?? [];
  if (!rest) return 0;
  const verb = consonants(shorter.slice(1));
  // Its ending may be left: `gezahlt` of `zahlen`.
  return [rest, rest.replace(/e?t$/, '')].some((stem) => consonants(prefix + stem) === verb) ? PART : 0;
}

/** `gestrichen`, and between a verb's prefix and its stem `ausgezahlt`. */
const PARTICIPLE =
  /^d(ab|an|auf|aus|bei|dar|ein|fest|frei|her|hin|los|mit|nach|um|vor|weg|zu|zuruck|zusammen)?ge(.+)$/;

/**
 * Compounds of one modifier whose heads mean the same: a `Familienticket` is a `Familienkarte`. What only shares
 * its modifier is something else: no `Kindersitz` is a `Kinderkarte`.
 */
function namesake(compounds: readonly Compound[], other: string, term: string): number {
  if (!term.startsWith('d')) return 0;
  for (const { modifier: one, heads } of compounds) {
    const its = heads.exec(other);
    if (!its) continue;
    const two = other.slice(0, its.index);
    if (one === two) return PART;
    // `Ladesäule`, but `Ladenstation`? The letter that joins two words may be missing, no more.
    if (two.length >= SHORTEST_PART && one.replace(/e?[ns]$/, '') === two.replace(/e?[ns]$/, '')) return PART;
  }
  return 0;
}

/** A family of words for one thing, and what follows in a compound: `Liefer` and `Kosten`. */
interface Meaning {
  readonly family: string;
  readonly heads: RegExp | null;
}

function meaningsOf(families: readonly string[], compounds: readonly Compound[]): Meaning[] {
  const parts = compounds.flatMap(({ modifier, heads }): Meaning[] => {
    const [part = ''] = analyse(modifier.replace(/(?<=ung)s$/, ''), 'de').words;
    const its = familyOf(part);
    return its === null ? [] : [{ family: its, heads }];
  });
  return [...families.map((family) => ({ family, heads: null })), ...parts];
}

/** Another word for the same, also as a part: `Versand` and `Versandkosten` where `Lieferkosten` were asked for. */
function synonym(asked: readonly Meaning[], text: string, term: string): number {
  if (asked.length === 0) return 0;
  const family = familyOf(term);
  const other = meaningsOf(family === null ? [] : [family], term.startsWith('d') ? compoundsOf(text) : []);
  const strengths = asked.flatMap(({ family, heads }) =>
    other
      .filter((meaning) => meaning.family === family)
      .map((meaning) => (heads === null || heads === meaning.heads ? PART : meaning.heads ? 0 : MODIFIER)),
  );
  return Math.max(0, ...strengths);
}

/**
 * `Check-in` and `Wi-Fi` as one word each, since a part of them alone says something else; `e-mail` and `swimming pool`
 * without the part that most leave out.
 */
export function withWholeWords(text: string): string {
  return text.replace(PARTED, '$1').replace(LEFT_OUT, '');
}

const PARTED = /(?<!\p{L})(check|wi)[-‐ ](?=(?:in|out|fi)(?!\p{L}))/giu;
const LEFT_OUT = /(?<!\p{L})(?:e[-‐ ]?(?=mails?(?!\p{L}))|swimming[- ]?(?=pools?(?!\p{L})))/giu;

/** A question as who takes care writes it: `what is`, and `e-bike` as one word, for which no bike answers. */
export function asMeant(question: string): string {
  return question
    .replace(SHORT_FIRST, '$1$2')
    .replace(/(?<!\p{L})(what|where|when|how|who)s(?!\p{L})/giu, '$1 is')
    .replace(/(?<!\p{L})money[ -]back(?!\p{L})/giu, 'refund')
    .replace(/(?<!\p{L})geld zurück(?!\p{L})/giu, 'Erstattung');
}

/**
 * A question with the word for what it asks by two that say little: `Wann habt ihr am Freitag auf?` Not one with a
 * subject of its own, whose times are told in many words: `Wann macht die Sauna auf?`
 */
export function withOpening(question: string): string {
  return OPENING.test(question) && !namesSubject(question) ? `${question} geöffnet` : question;
}

/** Whether a word is left beside those that every such question has, and the days and times that it is asked about. */
function namesSubject(question: string): boolean {
  return tokenise(question).some(
    (word) =>
      !LEXICONS.de.stopWords.has(word) && !OPENS.test(word) && !DAYS_OR_TIMES.has(word) && !/\d/.test(word),
  );
}

const OPENS = /^(?:macht|machen|hat|haben|habt|sein|seid|auf|zu)$/;
const DAYS_OR_TIMES = new Set(
  tokenise(`${DAYS_AND_TIMES} vormittag mittag nachmittag abend nacht`).flatMap((word) => [
    word,
    `${word}s`,
    `${word}e`,
    `${word}en`,
    `${word}es`,
  ]),
);

const OPENING =
  /(?<!\p{L})(?:(?:habt|haben|hat|ist|sind|seid|macht|machen)(?!\p{L}).*\s(?:auf|zu)|auf ?(?:haben|hat|habt|sein|ist|sind))\s*[?.!]*\s*$/iu;

/** A word as a modifier and one of heads that mean the same. */
interface Compound {
  readonly modifier: string;
  readonly heads: RegExp;
}

function compoundsOf(word: string): Compound[] {
  return HEADS.flatMap((heads) => {
    const own = heads.exec(word);
    return own && own.index >= SHORTEST_PART ? [{ modifier: word.slice(0, own.index), heads }] : [];
  });
}

/** Folded, with their endings. */
const HEADS: readonly RegExp[] = [
  /(?:tickets?|karten?|billetts?|passe?s?)$/,
  /(?:saulen?|station(?:en)?|punkte?n?|stellen?|moglichkeit(?:en)?|infrastruktur)$/,
  /(?:preise?n?s?|kosten|gebuhr(?:en)?|tarife?n?s?|pauschalen?|entgelte?n?s?)$/,
  /(?:zeit(?:en)?|dauer|stunden?|fristen?|frist)$/,
  /(?:chefs?|chefin(?:nen)?|leiters?|leiterin(?:nen)?|leitung(?:en)?|fuhrer|fuhrerin|fuhrung)$/,
  /(?:parkplatze?n?|stellplatze?n?|parkhauser?n?)$/,
];

/** A word with all of its vowels alike. */
function consonants(word: string): string {
  return word.replace(/[aeiouy]+/g, '.');
}

const LONGEST_SUFFIX = 3;
const LONGEST_ENDING = 2;

/**
 * The question's compound as two words of the texts, with what German puts between; else the longest part that they
 * have: what a `Mietkaution` is, is told of the `Kaution`.
 */
function partsOf(
  word: QuestionWord,
  vocabulary: ReadonlyMap<string, TextWord>,
): readonly (readonly string[])[] | null {
  if (!word.term.startsWith('d')) return null;
  const text = textOf(word);
  let longest: { readonly parts: readonly (readonly string[])[]; readonly length: number } | null = null;
  for (let cut = text.length - SHORTEST_PART; cut >= SHORTEST_PART; cut--) {
    const heads = startingWith(text.slice(cut), vocabulary);
    const first = text.slice(0, cut);
    const modifiers = [first, first.replace(/(?:e?s|e?n|e)$/, '')]
      .filter(({ length }) => length >= SHORTEST_PART)
      .map((modifier) => startingWith(modifier, vocabulary))
      .find(({ length }) => length > 0);
    if (modifiers && (heads.length > 0 || MEASURES.test(text.slice(cut)))) return [modifiers, heads];
    const length = Math.max(modifiers ? cut : 0, heads.length > 0 ? text.length - cut : 0);
    if (length >= SHORTEST_ALONE && length > (longest?.length ?? 0))
      longest = { parts: [modifiers ?? [], heads], length };
  }
  return longest?.parts ?? null;
}

/** Shorter ones are parts of too many words. */
const SHORTEST_ALONE = 6;

/** What a figure stands for: a text with the times of the breakfast need not say `Zeiten`. */
const MEASURES = /^(?:zeiten|preise?|kosten|gebuhr(?:en)?|tarife?)$/;

/** Words that are this one but for an ending. */
function startingWith(part: string, vocabulary: ReadonlyMap<string, TextWord>): string[] {
  return [...vocabulary.values()]
    .filter(({ text }) => text.startsWith(part) && text.length - part.length <= 3)
    .map(({ term }) => term);
}

/** The folded word that a question's grams were cut from. */
function textOf({ grams }: Pick<QuestionWord, 'grams'>): string {
  return grams
    .map((gram, index) => (index === 0 ? gram : gram.slice(-1)))
    .join('')
    .trim();
}

/** One letter wrong, missing, too many, or two exchanged; two such slips in a long word. */
function isSlip(word: string, other: string): boolean {
  // A short word is near to many others: a `plane` is no `place`.
  const allowed = word.length < 6 ? 0 : word.length < 8 ? 1 : 2;
  if (allowed === 0 || word[0] !== other[0] || Math.abs(word.length - other.length) > allowed) return false;
  return distance(word, other) <= allowed;
}

/** Edits from one word to another, an exchange of neighbours counted as one. */
function distance(a: string, b: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        edits = Math.min(edits, (before[j - 2] ?? 0) + 1);
      }
      row.push(edits);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}
