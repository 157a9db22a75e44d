import { fold, type SearchedWord, stemIn, tokenise } from '#core/text/analysis';
import type { TextLanguage } from '#core/text/text-language';

/** From the first character to before the last. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

export interface WordMark extends Mark {
  /** Which of the searched words it is, one bit each: `fare` and `fares` may stand there in one. */
  readonly words: number;
}

/** Shorter ones are looked for at the beginnings of words only: inside of them they stand everywhere. */
const LEAST_INNER = 4;

/** Where searched words stand in a text, also in another form or as a part of a longer word. */
export function marksIn(
  text: string,
  language: TextLanguage | null,
  words: readonly (SearchedWord | null)[],
): WordMark[] {
  const places = words.map((searched) => searched?.within && Array.from(text.matchAll(searched.within)));
  return Array.from(text.matchAll(WORD)).flatMap((found) => {
    const [token = ''] = tokenise(found[0]);
    const [folded, stem] = [fold(token), stemIn(token, language)];
    const { index: start } = found;
    const meant = words.reduce((mask, searched, number) => {
      const within = places[number];
      const isThere =
        searched !== null &&
        isMeant(folded, stem, searched) &&
        (!within || within.some(({ index, 0: whole }) => start >= index && start < index + whole.length));
      return isThere ? mask | (1 << number) : mask;
    }, 0);
    return meant === 0 ? [] : [{ start, end: start + found[0].length, words: meant }];
  });
}

/** With what `tokenise` leaves out of words, such as soft hyphens. */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}\u00ad\u200b-\u200d\u2060\ufeff]*/gu;

function isMeant(folded: string, stem: string, { forms, stems }: SearchedWord): boolean {
  return stems.includes(stem) || forms.some((form) => holds(folded, form));
}

/** Whether a word begins with what was typed, or, where that is long enough to tell, has it inside. */
export function holds(word: string, form: string): boolean {
  // A number is not on its way to be another one: 12 is not 129.
  if (isNumber(form)) return word.startsWith(form) && !isNumber(word.charAt(form.length));
  // The `e` of `e-mail` is not on its way to be anything else.
  if (form.length === 1) return word === form;
  return form.length < LEAST_INNER ? word.startsWith(form) : word.includes(form);
}

function isNumber(text: string): boolean {
  return /^\p{N}+$/u.test(text);
}

/** Characters of an excerpt, and of those as many as stand before its first mark. */
const EXCERPT = 220;
const BEFORE = 50;

export interface MarkedText {
  readonly text: string;
  readonly marks: readonly Mark[];
}

/** The stretch of a text in which most of the words stand, with its marks. */
export function excerptOf(text: string, marks: readonly WordMark[]): MarkedText {
  if (text.length <= EXCERPT) return { text, marks: marks.map(placed(0)) };
  const windows = marks.map(({ start }) => {
    const within = marks.filter((mark) => mark.start >= start && mark.end <= start + EXCERPT - BEFORE);
    return { start, words: wordsIn(within) };
  });
  const best = windows.reduce((one, other) => (other.words > one.words ? other : one), {
    start: 0,
    words: 0,
  });
  const from = wordStart(text, Math.max(0, Math.min(best.start - BEFORE, text.length - EXCERPT)), best.start);
  const to = wordEnd(text, Math.min(text.length, from + EXCERPT));
  const [head, tail] = [from > 0 ? '…' : '', to < text.length ? '…' : ''];
  return {
    text: `${head}${text.slice(from, to)}${tail}`,
    marks: marks.filter(({ start, end }) => start >= from && end <= to).map(placed(head.length - from)),
  };
}

/** How many of the searched words stand there. */
function wordsIn(marks: readonly WordMark[]): number {
  let count = 0;
  for (let mask = maskOf(marks); mask !== 0; mask &= mask - 1) count++;
  return count;
}

/** Which of the searched words stand there, one bit each. */
export function maskOf(marks: readonly WordMark[]): number {
  return marks.reduce((mask, { words }) => mask | words, 0);
}

function placed(by: number) {
  return ({ start, end }: WordMark): Mark => ({ start: start + by, end: end + by });
}

/** The beginning of the next word, unless that is behind what must be seen. */
function wordStart(text: string, at: number, latest: number): number {
  if (at === 0) return 0;
  const space = text.slice(at, latest).search(/\s/);
  return space < 0 ? latest : at + space + 1;
}

function wordEnd(text: string, at: number): number {
  if (at === text.length) return at;
  const space = text.slice(0, at).search(/\s\S*$/);
  return space < 0 ? at : space;
}
