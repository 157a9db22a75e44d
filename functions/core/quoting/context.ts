import { announces } from '#core/text/sentences';
import { isItem, type TextPiece } from './candidates';
import type { Rated } from './judges';

/** What stands before and behind a place, each with the gap between; empty where nothing is shown. */
export interface Surroundings {
  readonly before: string;
  readonly after: string;
}

interface Shown extends Surroundings {
  readonly text: string;
}

/**
 * The place with its neighbours, the place in bold: who reads them sees whether it is the right one, and what it is
 * about, and often finds the answer beside it where it is not.
 */
export function placeInContext({ text, before, after }: Shown): string {
  const place = before || after ? text.split('\n').map(inBold).join('\n') : text;
  return withoutMarks(`${before}${place}${after}`);
}

/** In Markdown, behind the mark of an item; what has an asterisk of its own stays as it is. */
function inBold(line: string): string {
  return line.replace(/^(\s*(?:[-*•–]|\d{1,3}[.)])\s+)?([^*]+)$/u, '$1**$2**');
}

/** Without the document's own `[1]`, which in an answer would name a passage; what is told by one stays: `press (1)`. */
export function withoutMarks(text: string): string {
  return text
    .replace(/(?<=[\p{L}\p{N},;] )\[(\d+)\](?=[,;]? [\p{L}\p{N}])/gu, '($1)')
    .replace(/(^|\n)\[\d+\][ \t]*|[ \t]*\[\d+\]/g, '$1');
}

/** A place and the pieces that it begins and ends with. */
export interface Place {
  readonly text: string;
  readonly first: number;
  readonly last: number;
  /** Whether nothing around it is missed. */
  readonly isWhole?: boolean;
}

/** Characters that stand around a place, and pieces on each side. */
const AROUND = 240;
const MOST_AROUND = 2;
export const NOTHING_AROUND: Surroundings = { before: '', after: '' };

/** What announces the place, else its neighbours in turn, the next one first: as many whole ones as have room. */
export function neighbours(place: Place, pieces: readonly Rated[]): Surroundings {
  let [first, last, room] = [place.first, place.last, AROUND];
  const fits = (at: number, beside: number) =>
    isBeside(pieces[at]?.piece, pieces[beside]?.piece) && (pieces[at]?.piece.text.length ?? 0) <= room;
  const opening = announcerOf(place, pieces);
  const isOpened = opening < place.first && fits(opening, place.first);
  if (isOpened) room -= pieces[opening]?.piece.text.length ?? 0;
  const opener = pieces[place.first]?.piece;
  // A line that announces what follows begins with itself: what stands above it is about something else.
  const isOpener = opener?.isLine === true && announces(opener.text) && place.last > place.first;
  const top = isOpener ? place.first : isOpened ? opening : -1;
  for (let side = 0; side < MOST_AROUND; side++) {
    if (last === place.last + side && fits(last + 1, last)) room -= pieces[++last]?.piece.text.length ?? 0;
    if (first === place.first - side && first - 1 > top && fits(first - 1, first))
      room -= pieces[--first]?.piece.text.length ?? 0;
  }
  // What it announces has no room.
  while (last > place.last && announces(pieces[last]?.piece.text ?? '')) last--;
  const texts = (from: number, until: number) => pieces.slice(from, until).map(({ piece }) => piece);
  const above = [...(isOpened ? texts(opening, opening + 1) : []), ...texts(first, place.first)];
  const isBroken = isOpened && opening + 1 < first;
  let before = '';
  for (const [at, piece] of above.entries()) {
    const next = above[at + 1] ?? pieces[place.first]?.piece ?? piece;
    before += piece.text + (at === 0 && isBroken ? '\n…\n' : gapBefore(next, piece));
  }
  let after = '';
  for (const [at, piece] of texts(place.last + 1, last + 1).entries()) {
    after += gapBefore(piece, pieces[place.last + at]?.piece ?? piece) + piece.text;
  }
  return { before, after };
}

/** What stands in another paragraph is mostly of something else; rows of a table have one each. */
function isBeside(piece: TextPiece | undefined, other: TextPiece | undefined): boolean {
  if (!piece || !other) return false;
  return (
    piece.paragraph === other.paragraph ||
    ((piece.isRow || piece.isAnnounced || announces(piece.text)) && other.isRow)
  );
}

/** Place of the piece that announces the first of these, else its own. */
function announcerOf({ first }: Place, pieces: readonly Rated[]): number {
  let at = first;
  while (at > 0 && pieces[at]?.piece.isAnnounced) at--;
  return announces(pieces[at]?.piece.text ?? '') ? at : first;
}

/** What stands between a piece and the one before it. */
export function gapBefore(piece: TextPiece, { paragraph }: TextPiece): string {
  return isItem(piece.text) || piece.isRow || piece.isLine || piece.paragraph !== paragraph ? '\n' : ' ';
}
