import { analyseQuestion, tokenise } from '#core/text/analysis';
import type { TextLanguage } from '#core/text/text-language';
import type { Expectation } from './answer-type';
import { withoutCircumstances } from './syntax';
import { verbsOf } from './verbs';
import { type Presence, presenceOf, type TextWord } from './word-match';

/** A word of a question, with what it counts among the texts that may answer it. */
export interface AskedWord {
  readonly presence: Presence;
  /** What it counts in judging whether a text answers at all. */
  readonly weight: number;
  /** How well it tells the pieces apart, 0 to 1. */
  readonly rarity: number;
  /** Whether it only asks for a figure. */
  readonly asks: boolean;
  readonly isVerb: boolean;
  /** Whether the question itself names it as a place, a time or a means. */
  readonly isCircumstance: boolean;
  /** Whether no text has it. */
  readonly isAbsent: boolean;
}

interface Asking {
  readonly question: string;
  readonly topic?: string | null | undefined;
  /** Language of the question, and of the passages. */
  readonly asked: TextLanguage;
  readonly own: TextLanguage;
  readonly expectation: Expectation | null;
}

interface Texts {
  readonly vocabulary: ReadonlyMap<string, TextWord>;
  /** Terms of each piece. */
  readonly pieces: readonly ReadonlySet<string>[];
  readonly headings: readonly ReadonlySet<string>[];
}

/** Words of a question and of what it leans on, each once. */
export function askedWords({ question, topic, asked, own, expectation }: Asking, texts: Texts): AskedWord[] {
  const verbs = verbsOf(question, asked);
  const asksForPerson = WHO.test(question);
  const asksHours = HOURS.test(question);
  const words = new Map<string, AskedWord>();
  for (const [text, share] of [
    [question, 1],
    [topic ?? '', TOPIC],
  ] as const) {
    const subjects = new Set(tokenise(withoutCircumstances(text, asked)));
    const ages = agesIn(text);
    for (const { 0: written, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
      const [word] = analyseQuestion(written, own, asked);
      if (!word || words.has(word.term)) continue;
      const presence = presenceOf(word, texts.vocabulary, { asksHours });
      const having = texts.pieces.filter((terms) => presence(terms) >= KNOWN).length;
      const asks = expectation?.askedBy.has(written.toLowerCase()) ?? false;
      const kind = asks
        ? ASKING
        : LIGHT.has(written.toLowerCase()) ||
            ages.has(written) ||
            (asksHours && isBusiness(written) && !isTold(presence, having, texts))
          ? LIGHT_SHARE
          : isKind(text.slice(0, index), text.slice(index + written.length), asked) &&
              !isTold(presence, having, texts)
            ? ABSENT_KIND
            : weightOf(having > 0, verbs.has(written.toLowerCase()), expectation !== null);
      const rarity = asks ? ASKING : rarityOf(having, texts.pieces.length);
      const isCircumstance = !subjects.has(written.normalize('NFKC').toLowerCase());
      words.set(word.term, {
        presence,
        weight: share * kind * (isCircumstance && asksForPerson ? BESIDE_PERSON : 1),
        rarity: Math.sqrt(rarity),
        asks,
        isVerb: verbs.has(written.toLowerCase()),
        isCircumstance,
        isAbsent: having === 0,
      });
    }
  }
  return [...words.values()];
}

const DAYS =
  '(?:mon|tues|wednes|thurs|fri|satur|sun|week)days?|weekends?|(?:mon|diens|donners|frei|sams|sonn|feier|werk)tag(?:e?s|en?)?|' +
  'sonnabends?|mittwochs?|wochenenden?s?';

/** `When does the museum open?` asks for the hours of the business itself where no text tells of a museum. */
function isBusiness(word: string): boolean {
  return BUSINESS.test(word);
}

function isTold(presence: Presence, having: number, { headings }: Texts): boolean {
  return having > 0 || headings.some((heading) => presence(heading) >= KNOWN);
}

const BUSINESS =
  /^(?:shops?|stores?|office|practice|surgery|restaurant|café|cafe|hotel|museum|studio|salon|workshop|showroom|gallery|laden|geschäft|büro|praxis|lokal|gaststätte|werkstatt|kanzlei|filiale|bäckerei|apotheke|galerie|halle)$/iu;

/** A question for a time, or about a day. */
const HOURS = new RegExp(
  `(?<!\\p{L})(?:when|what time|how (?:long|late)|wann|wie (?:lange|spät)|um wie ?viel uhr|${DAYS})(?!\\p{L})`,
  'iu',
);

/** `Who is the mayor of Holm?` is answered by no sentence about Holm alone. */
const WHO = /^\s*(?:who|whose|whom|wer|wen|wem|wessen)(?!\p{L})/iu;
const BESIDE_PERSON = 0.4;

/** What was asked before counts less than what is asked now. */
const TOPIC = 0.35;
const KNOWN = 0.5;
const ASKING = 0.5;
/** What no passage speaks of weighs most: it may be the very thing that was asked about. */
const ABSENT = 1.5;
/** All the more where no figure shows that the rest was meant. */
const ABSENT_NOUN = 2;

/** What is told of others is no answer for a kind that no passage has: `Java training` where there are others. */
const ABSENT_KIND = 3;

/** Whether an English word stands right before the one that says what it is a kind of: the last before the mark. */
function isKind(before: string, behind: string, asked: TextLanguage): boolean {
  return (
    asked === 'en' && KIND_OF.test(behind) && /(?<!\p{L})(?:the|an?|your|any|this|that) $/iu.test(before)
  );
}

const KIND_OF = /^ \p{L}+\s*[?.!]*\s*$/u;

function weightOf(isKnown: boolean, isVerb: boolean, asksForFigure: boolean): number {
  if (isVerb) return isKnown ? VERB : VERB * ABSENT;
  if (isKnown) return 1;
  return asksForFigure ? ABSENT : ABSENT_NOUN;
}

const LIGHT_SHARE = 0.3;

/** By how few of the pieces have a word: what all of them speak of doesn't tell them apart. */
function rarityOf(having: number, pieces: number): number {
  return Math.log(1 + (pieces - having + 0.5) / (having + 0.5)) / Math.log(2 + 2 * pieces);
}

/** What is done is said in many ways; what it is done to is mostly named. */
const VERB = 0.6;

/** Words of an age: `a 13 year old` is answered by a text about those under 14 too, which names another figure. */
function agesIn(question: string): ReadonlySet<string> {
  return new Set([...question.matchAll(AGE)].flatMap(([age]) => age.match(/[\p{L}\p{N}]+/gu) ?? []));
}

const AGE =
  /(?<![\p{L}\p{N}])\d{1,3}(?:[ -]?years?[ -]?olds?|[ -]?years? of age|[ -]?jahre? alte?[nrs]?|[ -]?jährige[nrs]?)(?!\p{L})/giu;

/** Say little about what a question is about, and are no stop words to the index, whose passages they may tell apart. */
const LIGHT = new Set(
  `must need needs take takes taken get gets got use uses used using go goes want wants like know make makes give
  gives find happen happens mean means work works allowed possible kind kinds sort type types say says thing things put look
  offer offers everything anything something someone available exactly actually currently along please today eve per
  muss lassen lässt lasse brauche braucht brauchen nehmen nimmt nehme bekomme bekommt bekommen gehen geht machen mache macht tun finde finden
  findet gelten gilt möglich erlaubt passiert bedeutet heißt lautet lauten art arten alles genau eigentlich aktuell bieten bietet bitte heute mit pro je etwas jemand`
    .trim()
    .split(/\s+/),
);
