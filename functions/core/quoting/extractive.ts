import { announces } from '#core/text/sentences';
import { tellsAmount } from './amounts';
import { expectationOf, mayTellPrice } from './answer-type';
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
import { type Judge, READER, type Rated, rate } from './judges';
import type { RatingInput } from './rank-candidates';
import { isFragment, isRequest, meansSame, tellsBareFigure, tellsForWhom } from './syntax';
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

/** The sentences that answer best, best first; one extract a passage. */
export function extract(input: ExtractiveInput, options: ExtractOptions = {}): Extract[] {
  const { most = 2, length = 400, judge = READER } = options;
  const rated = rate(input, judge);
  const byLikelihood = (a: Rated, b: Rated) =>
    b.likelihood - a.likelihood || Number(a.isUnticked) - Number(b.isUnticked);
  const best = readableFirst(rated.toSorted(byLikelihood), judge.least);
  const [first] = best;
  // No other item answers for one that isn't ticked, and quoted it would read as if it were.
  if (first?.isUnticked) return [];
  const asksPrice = expectationOf(input.question)?.isPrice ?? false;
  const extracts = new Map<number, Extract>();
  for (const found of best) {
    if (!first || extracts.size === most || found.score <= 0) break;
    if (found !== first && !isWorthAdding(found, first)) continue;
    if (extracts.has(found.number) || found.isUnticked) continue;
    const grown = extractAt(found, rated, input, length);
    const isPriceless = asksPrice && found.hasFigure === false && !mayTellPrice(grown.text);
    extracts.set(found.number, isPriceless ? { ...grown, support: grown.support * PRICELESS } : grown);
  }
  return [...extracts.values()];
}

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

/** Where the best is in another language, what answers in the question's own goes before it. */
function readableFirst(best: readonly Rated[], least: number): readonly Rated[] {
  if (best[0]?.isReadable !== false) return best;
  const answers = ({ isReadable, support, score }: Rated) => isReadable && support >= least && score > 0;
  return [...best.filter(answers), ...best.filter((found) => !answers(found))];
}

/** What is left of the support of a quote without the amount that was asked for. */
const PRICELESS = 0.6;

/** A second passage is drawn on when its best sentence comes this near, and by itself says as much as the first. */
const WORTH_ADDING = 0.9;
const ENOUGH_DIRECT = 0.6;

function isWorthAdding(found: Rated, first: Rated): boolean {
  // Another figure would be of something else.
  if (first.hasFigure) return false;
  return found.score >= first.score * WORTH_ADDING && found.direct >= Math.max(first.direct, ENOUGH_DIRECT);
}

function grow(found: Rated, rated: readonly Rated[], length: number, question: string): Extract {
  const pieces = rated.filter(({ number }) => number === found.number);
  const place = placeOf(found, pieces, length, question);
  const text = shortened(place.text, length);
  const around = place.isWhole || text !== place.text ? NOTHING_AROUND : neighbours(place, pieces);
  const rows = pieces.flatMap(({ piece }) => piece.rows);
  return { number: found.number, support: found.support, text, rows, ...around };
}

/**
 * Adds the sentence before where it names what this one only means, and what follows while an opening
 * (`We accept:`) asks for it, it speaks to the question as much or the figure that was asked for is yet to come.
 */
function placeOf(found: Rated, pieces: readonly Rated[], length: number, question: string): Place {
  const { timetable } = found.piece;
  const alone = { first: found.place, last: found.place };
  if (timetable) return { text: linesFor(question, timetable).join('\n'), ...alone };
  if (found.asked >= AS_ASKED) return { text: wholeAnswer(found, pieces, length), ...alone, isWhole: true };
  const rows = rowsAlike(found, pieces);
  if (rows.length > 1) {
    const [first = found, last = found] = [rows[0], rows.at(-1)];
    return { text: linesIn(length, rows), first: first.place, last: last.place };
  }
  let text = found.piece.text;
  let first = Math.min(subjectBefore(found, pieces), othersBefore(found, pieces, question));
  const before = pieces.slice(first, found.place);
  if (before.reduce((sum, { piece }) => sum + piece.text.length, text.length) < length) {
    const gap = found.piece.isLine ? '\n' : ' ';
    text = [...before.map(({ piece }) => piece.text), text].join(gap);
  } else first = found.place;
  const figure = figureAfter(found, pieces, length - text.length);
  const opens = announces(found.piece.text) || headsLines(found, pieces);
  const hasItems = isItem(pieces[found.place + 1]?.piece.text ?? '');
  let last = found.place;
  for (let next = found.place + 1; next < pieces.length; next++) {
    const { piece, score } = pieces[next] as Rated;
    const isBelow = piece.isLine && piece.paragraph === found.piece.paragraph;
    const opened =
      announces(text) || (opens && (piece.isAnnounced || isItem(piece.text) || (isBelow && !hasItems)));
    const told = opened || next <= figure || isForOthers(pieces, next);
    if (found.hasFigure === false && pieces[next]?.hasFigure && !told) break;
    // A line below one with its price has that of something else.
    const isOther = isBelow && found.hasFigure === true && tellsAmount(found.piece.text);
    const wanted = told || (!piece.isRow && !isOther && score >= found.score * GOES_ON);
    if (!wanted || text.length + piece.text.length > length) break;
    text += gapBefore(piece, found.piece) + piece.text;
    last = next;
  }
  return { text, first, last };
}

const GOES_ON = 0.85;

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

/** Whether a sentence tells for others what the one before told for some: `Children pay 5 €. Adults pay 9 €.` */
function isForOthers(pieces: readonly Rated[], place: number): boolean {
  const [previous, next] = [pieces[place - 1], pieces[place]];
  return (
    previous?.hasFigure === true &&
    next?.hasFigure === true &&
    previous.piece.paragraph === next.piece.paragraph &&
    tellsForWhom(previous.piece.text) &&
    tellsForWhom(next.piece.text)
  );
}

/** Place of the first of those who pay something, where the question names none: else its own. */
function othersBefore(found: Rated, pieces: readonly Rated[], question: string): number {
  const [whom = ''] = /^\p{L}+/u.exec(found.piece.text) ?? [];
  if (found.piece.isRow || new RegExp(`(?<!\\p{L})${whom.slice(0, 5)}`, 'iu').test(question))
    return found.place;
  let place = found.place;
  while (place > 0 && isForOthers(pieces, place)) place--;
  return place;
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

/** Rows of its table, or lines with a price, that answer as well as it does: the question doesn't say which. */
function rowsAlike(found: Rated, pieces: readonly Rated[]): readonly Rated[] {
  return pieces.filter((other) => (found.piece.isRow ? isRowAlike(found, other) : isLineAlike(found, other)));
}

function isRowAlike(found: Rated, { piece, score }: Rated): boolean {
  return piece.isRow && score >= found.score * ALIKE;
}

/** By its own words: those of lines that stand near count for it too, and the more, the nearer they are. */
function isLineAlike(found: Rated, other: Rated): boolean {
  const { piece, words } = other;
  if (other === found) return true;
  if (!piece.isLine || !found.piece.isLine || piece.paragraph !== found.piece.paragraph) return false;
  const isSame =
    words.every((here, word) => here === found.words[word]) && other.hasFigure === found.hasFigure;
  return isSame && found.hasFigure === true && tellsAmount(piece.text) && tellsAmount(found.piece.text);
}

const ALIKE = 0.99;

/** A figure, a word for what follows, the end of a sentence. */
const TELLS = /\d|:\s|[.!?…]["”“»)]?$/u;

/** Whether it is the first of some lines and tells nothing itself: `Postal address`. */
function headsLines({ piece }: Rated, pieces: readonly Rated[]): boolean {
  const first = pieces.find((other) => other.piece.paragraph === piece.paragraph);
  return first?.piece === piece && piece.isLine && !isItem(piece.text) && !TELLS.test(piece.text);
}

/**
 * Place of the sentence of its paragraph that has the figure which it lacks, if it is one of the same subject and all
 * up to there has room; else -1.
 */
function figureAfter(found: Rated, pieces: readonly Rated[], room: number): number {
  if (found.hasFigure !== false) return -1;
  let left = room;
  for (const { piece, place, hasFigure } of pieces.slice(found.place + 1)) {
    left -= piece.text.length + 1;
    if (piece.paragraph !== found.piece.paragraph || left < 0) return -1;
    if (hasFigure) return meansSame(piece.text) || tellsBareFigure(piece.text) ? place : -1;
    if (!meansSame(piece.text) && !isRequest(piece.text)) return -1;
  }
  return -1;
}

/** Place of the sentence that names what this one only means, else its own: requests may stand between. */
function subjectBefore(found: Rated, pieces: readonly Rated[]): number {
  if (isFragment(found.piece.text)) return lineStart(found, pieces);
  for (let place = found.place - 1; place >= 0; place--) {
    const previous = pieces[place] as Rated;
    if (namesSubject(previous, found)) return place;
    if (!isRequest(previous.piece.text) && !meansSame(previous.piece.text)) break;
  }
  return found.place;
}

/** Of the line that it stands on, else its own. */
function lineStart({ place, piece }: Rated, pieces: readonly Rated[]): number {
  for (let at = place; at >= 0; at--) {
    const before = pieces[at]?.piece;
    if (before?.paragraph !== piece.paragraph) break;
    if (before.isLine) return at;
  }
  return place;
}

function namesSubject(previous: Rated, found: Rated): boolean {
  return (
    !found.piece.isRow &&
    !previous.piece.isRow &&
    previous.piece.paragraph === found.piece.paragraph &&
    previous.words.some((there, word) => there >= NAMED && (found.words[word] ?? 0) < NAMED)
  );
}

const NAMED = 0.5;

/** Cut between words; what is missing shows. */
export function shortened(text: string, length: number): string {
  if (text.length <= length) return text;
  const cut = text.slice(0, length - 1).replace(/\s+\S*$/, '');
  return `${cut.slice(0, length - 1)}…`;
}
