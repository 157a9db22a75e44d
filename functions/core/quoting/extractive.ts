import { announces } from '#core/text/sentences';
import { isItem, type TableRow } from './candidates';
import {
  gapBefore,
  NOTHING_AROUND,
  neighbours,
  type Place,
  placeInContext,
  type Surroundings,
} from './context';
import { withCitation } from './faq-answer';
import { type Judge, mayAnswer, type Rated, READER, rate } from './judges';
import type { RatingInput } from './rank-candidates';
import { linesFor } from './timetable';

export type ExtractiveInput = RatingInput;

/** A place in a passage, in its own words. */
export interface Extract extends Surroundings {
  readonly number: number;
  readonly text: string;
  /** How much of what was asked it speaks of, with what stands around it: 0 to 1. */
  readonly support: number;
  /** Of its passage, as their tables have them. */
  readonly rows: readonly TableRow[];
  /** Whether it is a whole answer of a question-answer pair, in Markdown. */
  readonly isFaqAnswer?: boolean;
}

export interface ExtractOptions {
  /** Passages that are drawn on. */
  readonly most?: number;
  /** Characters of one extract, about. */
  readonly length?: number;
  readonly judge?: Judge | undefined;
}

/**
 * An answer in the passages' own words, `[n]` after each piece, or null when no passage speaks of enough of
 * what was asked.
 */
export function extractiveAnswer(input: ExtractiveInput): string | null {
  const extracts = supported(extract(input));
  return extracts.length === 0
    ? null
    : extracts
        .map((found) =>
          found.isFaqAnswer
            ? withCitation(placeInContext(found), found.number)
            : `${placeInContext(found)} [${found.number}]`,
        )
        .join('\n\n');
}

/** Those that may stand as an answer: not what speaks of too little of what was asked. */
export function supported(extracts: readonly Extract[], { least }: Judge = READER): readonly Extract[] {
  return extracts.filter(({ support }) => support >= least);
}

/** The pieces that answer best, best first; one extract a passage, and of two that are about as likely both. */
export function extract(input: ExtractiveInput, options: ExtractOptions = {}): Extract[] {
  const { most = 2, length = 400, judge = READER } = options;
  const rated = rate(input, judge);
  const best = rated
    .filter(mayAnswer)
    .toSorted((a, b) => b.likelihood - a.likelihood || Number(a.isUnticked) - Number(b.isUnticked));
  const [first] = best;
  // No other item answers for one that isn't ticked, and quoted it would read as if it were.
  if (!first || first.isUnticked) return [];
  const shown = new Map<number, Rated>();
  for (const found of best) {
    const isClose = found.support >= CLOSE * first.support && !found.isUnticked;
    if (isClose && !shown.has(found.number) && shown.size < most) shown.set(found.number, found);
  }
  // Who is shown both has the answer where either holds it.
  const support = [...shown.values()].reduce((sum, found) => sum + found.support, 0);
  return [...shown.values()].map((found) => ({ ...extractAt(found, rated, input, length), support }));
}

/** A second passage is shown where it is nearly as likely as the first. */
export const CLOSE = 0.7;

/** What is quoted where a piece is the best of its passage: a pair's answer whole, else as much as belongs to the piece. */
export function extractAt(
  found: Rated,
  rated: readonly Rated[],
  { passages, question }: RatingInput,
  length = 400,
): Extract {
  const { number, support } = found;
  const pair = passages.find((passage) => passage.isFaqAnswer && passage.number === number);
  return pair
    ? { number, text: pair.text, support, rows: [], isFaqAnswer: true, ...NOTHING_AROUND }
    : grow(found, rated, length, question);
}

function grow(found: Rated, rated: readonly Rated[], length: number, question: string): Extract {
  const pieces = rated.filter(({ number }) => number === found.number);
  const place = placeOf(found, pieces, length, question);
  const text = shortened(place.text, length);
  const around = place.isWhole || text !== place.text ? NOTHING_AROUND : neighbours(place, pieces);
  const rows = pieces.flatMap(({ piece }) => piece.rows);
  return { number: found.number, support: found.support, text, rows, ...around };
}

/** The piece with what belongs to it: what it announces (`We accept:`), what the text answers by it, its like. */
function placeOf(found: Rated, pieces: readonly Rated[], length: number, question: string): Place {
  const { timetable } = found.piece;
  const alone = { first: found.place, last: found.place };
  if (timetable) return { text: linesFor(question, timetable).join('\n'), ...alone };
  if (found.asked >= AS_ASKED) return { text: wholeAnswer(found, pieces, length), ...alone, isWhole: true };
  const alike = pieces.filter((other) => isAlike(found, other));
  if (alike.length > 1) {
    const [first = found, last = found] = [alike[0], alike.at(-1)];
    return { text: linesIn(length, alike), first: first.place, last: last.place };
  }
  return announced(found, pieces, length);
}

/** With the list, the rows or the lines that it announces, as far as they have room. */
function announced(found: Rated, pieces: readonly Rated[], length: number): Place {
  let { text } = found.piece;
  let last = found.place;
  const opens = announces(text) || headsLines(found, pieces);
  const hasItems = isItem(pieces[last + 1]?.piece.text ?? '');
  for (const { piece, place } of pieces.slice(found.place + 1)) {
    const isBelow = piece.isLine && piece.paragraph === found.piece.paragraph && !hasItems;
    const isOpened = announces(text) || (opens && (piece.isAnnounced || isItem(piece.text) || isBelow));
    if (!isOpened || text.length + piece.text.length > length) break;
    text += gapBefore(piece, found.piece) + piece.text;
    last = place;
  }
  return { text, first: found.place, last };
}

/** From here on a question is the one that the text asks itself, whose answer is all that follows there. */
const AS_ASKED = 0.75;

function wholeAnswer({ piece }: Rated, pieces: readonly Rated[], length: number): string {
  let text = '';
  for (const { piece: next } of pieces.filter((each) => each.piece.answers === piece.answers)) {
    const gap = next.isRow || next.isLine || isItem(next.text) ? '\n' : ' ';
    if (text !== '' && text.length + next.text.length > length) break;
    text += (text === '' ? '' : gap) + next.text;
  }
  return shortened(text, length);
}

/** As many whole lines as have room; that there are more is shown. */
function linesIn(length: number, rows: readonly Rated[]): string {
  let text = '';
  for (const { piece } of rows) {
    if (text !== '' && text.length + piece.text.length + 2 > length) return `${text}\n…`;
    text += (text === '' ? '' : '\n') + piece.text;
  }
  return shortened(text, length);
}

/** Rows of a table, or lines of a paragraph, that have the same of what was asked: the question doesn't say which. */
function isAlike(found: Rated, other: Rated): boolean {
  const { piece, words } = other;
  if (other === found) return true;
  const isOfOne = piece.isRow
    ? found.piece.isRow
    : piece.isLine && found.piece.isLine && piece.paragraph === found.piece.paragraph;
  return isOfOne && other.fits === found.fits && words.every((here, word) => here === found.words[word]);
}

/** A figure, a word for what follows, the end of a sentence. */
const TELLS = /\d|:\s|[.!?…]["”“»)]?$/u;

/** Whether it is the first of some lines and tells nothing itself: `Postal address`. */
function headsLines({ piece }: Rated, pieces: readonly Rated[]): boolean {
  const first = pieces.find((other) => other.piece.paragraph === piece.paragraph);
  return first?.piece === piece && piece.isLine && !isItem(piece.text) && !TELLS.test(piece.text);
}

/** Cut between words; what is missing shows. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1).replace(/\s+\S*$/, '');
  return `${cut.slice(0, length - 1)}…`;
}
