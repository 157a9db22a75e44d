import { LEXICONS } from './lexicon/lexicons';
import { apart } from './superscripts';
import type { TextLanguage } from './text-language';

/** Terms of one text, in order and with repetition. Pairs are neighbours in `words`. */
export interface Terms {
  readonly words: readonly string[];
  readonly grams: readonly string[];
}

/** A word of a question in one language's analysis. */
export interface QuestionWord {
  readonly term: string;
  /** Taken where no passage has `term`: `oeffnungszeit` also means `öffnungszeit`. */
  readonly alternative: string | null;
  readonly grams: readonly string[];
}

/**
 * A longer run of letters is no word of a language (base64, a DNA sequence): it is cut, so that one token
 * cannot fill an index.
 */
const LONGEST_WORD = 64;
const GRAM = 4;

/** Words of a text: NFKC, lower case, without soft hyphens and zero-width characters. */
export function tokenise(text: string): string[] {
  const clean = apart(text)
    .normalize('NFKC')
    .replace(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .toLowerCase();
  return (clean.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) =>
    // Not through the middle of a surrogate pair: half a character can't be written as UTF-8.
    word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD).replace(/[\ud800-\udbff]$/, '') : word,
  );
}

/** Its words, and those that half of the people write as one: `ebike` for `e-bike`. */
export function wordsOf(text: string): string[] {
  const joined = [...text.matchAll(SHORT_FIRST)].map(([, first, second]) => `${first}${second}`);
  return joined.length === 0 ? tokenise(text) : tokenise([text, ...joined].join(' '));
}

/** A word of two parts with a hyphen, of which the first says nothing by itself. */
export const SHORT_FIRST = /(?<![\p{L}\p{N}-])(\p{L}{1,2})[-\u2010\u2011](\p{L}{2,})(?![\p{L}\p{N}])/gu;

/** Analyses a text that is indexed. `null` stands for any other language: words as they are, none stopped. */
export function analyse(text: string, language: TextLanguage | null): Terms {
  return createAnalyser(language)(text);
}

/** Analyses many texts of one document: each of its words once, however often it comes. */
export function createAnalyser(language: TextLanguage | null): (text: string) => Terms {
  const known = new Map<string, { readonly term: string; readonly grams: readonly string[] }>();
  return (text) => {
    const words: string[] = [];
    const grams: string[] = [];
    for (const token of wordsOf(text)) {
      if (isStopWord(token, language)) continue;
      let word = known.get(token);
      if (!word) {
        word = { term: wordTerm(token, language), grams: gramsOf(token) };
        known.set(token, word);
      }
      words.push(word.term);
      for (const gram of word.grams) grams.push(gram);
    }
    return { words, grams };
  };
}

/**
 * Analyses a question for the passages of one language. `asked` is the language of the question itself: its
 * stop words carry nothing in any analysis, and would be rare, hence weighty, among passages in another.
 */
export function analyseQuestion(
  question: string,
  language: TextLanguage | null,
  asked: TextLanguage | null,
): QuestionWord[] {
  return wordsOf(question)
    .filter((token) => !isStopWord(token, language) && !isStopWord(token, asked))
    .map((token) => {
      const respelt = respeltIn(token, language);
      return {
        term: wordTerm(token, language),
        alternative: respelt === token ? null : wordTerm(respelt, language),
        grams: gramsOf(token),
      };
    });
}

/** A word that somebody searches for, in one language's analysis. */
export interface SearchedWord {
  /** As it was typed, folded, and what stands for it: one with `ö` where `oe` may mean that, and German stems. */
  readonly forms: readonly string[];
  readonly stems: readonly string[];
  /** What it is a part of, where it counts only there: the `50` of `12,50` is no other 50. */
  readonly within: RegExp | null;
}

/** Analyses what somebody searches for among texts of one language, word by word; stop words are null. */
export function analyseSearch(
  searched: string,
  language: TextLanguage | null,
  asked: TextLanguage | null,
): (SearchedWord | null)[] {
  const joinsNouns = language !== null && LEXICONS[language].joinsNouns;
  // What a pattern in brackets has found stands at every second place.
  return searched.split(JOINED_NUMBER).flatMap((piece, at) => {
    const within = at % 2 ? numberPattern(piece) : null;
    return tokenise(piece).map((token) => {
      if (isStopWord(token, language) || isStopWord(token, asked)) return null;
      const spellings = [...new Set([token, respeltIn(token, language)])];
      const stems = spellings.map((spelling) => stemIn(spelling, language));
      // Where words are put together, a stem stands inside of others: `fristen` is looked for in `Kündigungsfrist`.
      const inner = joinsNouns ? stems.filter((stem) => stem.length >= GRAM) : [];
      return { forms: [...spellings.map(fold), ...inner], stems, within };
    });
  });
}

/** Prices, times and dates. */
const JOINED_NUMBER = /(?<![\p{L}\p{N}])(\d+(?:[.,:]\d+)+)(?![\p{L}\p{N}])/u;

/** A number with the same digits, whatever joins them: `12.50` is `12,50`. */
function numberPattern(typed: string): RegExp {
  return new RegExp(`(?<!\\d)${typed.split(/\D/).join('[.,:]')}(?!\\d)`, 'g');
}

/** The stem of a term: what stands behind the letter of its language. */
export function stemOf(term: string): string {
  return term.slice(1);
}

/** The stem that a word of a text has in the index. */
export function stemIn(token: string, language: TextLanguage | null): string {
  return stemOf(wordTerm(token, language));
}

const BY_LETTER = new Map(
  (Object.keys(LEXICONS) as TextLanguage[]).map((language) => [language.charAt(0), language]),
);

/** Which language's analysis a term comes from. */
export function languageOf(term: string): TextLanguage | null {
  return BY_LETTER.get(term.charAt(0)) ?? null;
}

/** Strips accents: `ä` and `a`, `é` and `e` are one letter to the index, as visitors type either. */
export function fold(word: string): string {
  if (PLAIN.test(word)) return word;
  return word
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replaceAll('ß', 'ss')
    .normalize('NFC');
}

const PLAIN = /^[a-z0-9]*$/;

export function isStopWord(token: string, language: TextLanguage | null): boolean {
  return language !== null && LEXICONS[language].stopWords.has(token);
}

/** The stem behind a letter for its language: `die` in English and in German are two terms. */
export function wordTerm(token: string, language: TextLanguage | null): string {
  if (language === null) return `x${fold(token)}`;
  return `${language.charAt(0)}${fold(LEXICONS[language].stem(token))}`;
}

/** Every run of four characters of the folded word between two spaces; the whole where it is shorter. */
function gramsOf(token: string): string[] {
  const padded = ` ${fold(token)} `;
  const letters = isBasic(padded) ? padded : Array.from(padded);
  if (letters.length <= GRAM) return [padded];
  const grams: string[] = [];
  for (let i = 0; i + GRAM <= letters.length; i++) {
    const run = letters.slice(i, i + GRAM);
    grams.push(typeof run === 'string' ? run : run.join(''));
  }
  return grams;
}

/** A text in which each of its words' 4-grams, and no other, is a substring. */
export function gramText(text: string): string {
  // Two spaces between words, or the end of one and the beginning of the next would make a gram.
  return ` ${tokenise(text).map(fold).join('  ')} `;
}

/** Without surrogate pairs, characters can be cut by index. */
function isBasic(text: string): boolean {
  return !/[\ud800-\udfff]/.test(text);
}

function respeltIn(token: string, language: TextLanguage | null): string {
  return language === null ? token : LEXICONS[language].respelt(token);
}
