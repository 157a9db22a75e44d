import { apply, type Box, boxOf, cornersOf, IDENTITY, type Matrix } from './pdf-matrix';
import type { PdfText } from './pdf-text';

type Turns = 0 | 1 | 2 | 3;

/** A text as pdf.js places it: the direction in which it is written, in quarter turns to the left. */
export interface PlacedText extends PdfText {
  readonly turns: Turns;
}

export function turnsOf([a = 1, b = 0]: readonly number[]): Turns {
  return (((Math.round(Math.atan2(b, a) / (Math.PI / 2)) % 4) + 4) % 4) as Turns;
}

/** A page as who reads what is written in one direction holds it: these texts upright. */
export interface HeldPage {
  readonly texts: readonly PdfText[];
  /** Brings there what else the page has. */
  readonly matrix: Matrix;
  /** What of the page is shown. */
  readonly box: Box;
}

/**
 * A page as it is held for most of its texts, then for those in other directions, such as along the margin, if there
 * are any: each of them is a line, and however large, no heading of the others.
 */
export function heldPages(
  texts: readonly PlacedText[],
  view: readonly number[],
): readonly [HeldPage, ...HeldPage[]] {
  const characters = [0, 0, 0, 0];
  for (const { turns, text } of texts) characters[turns] = (characters[turns] ?? 0) + text.trim().length;
  const main = characters.indexOf(Math.max(...characters)) as Turns;
  const size = Math.min(
    ...texts.filter(({ turns, text }) => turns === main && text.trim() !== '').map((text) => text.size),
  );
  const held = (turns: Turns): HeldPage => {
    const own = texts.filter((text) => text.turns === turns && (turns === main || text.text.trim() !== ''));
    const matrix = uprightFrom(turns, view);
    return {
      texts: own.map(({ turns: _, ...text }) => {
        const [x, y] = apply(matrix, text.x, text.y);
        return { ...text, x, y, ...(turns !== main && { endsLine: true, size: Math.min(size, text.size) }) };
      }),
      matrix,
      box: boxOf(cornersOf(matrix, view)),
    };
  };
  const others = ([0, 1, 2, 3] as const).filter((turns) => turns !== main);
  return [held(main), ...others.map(held).filter((page) => page.texts.length > 0)];
}

function uprightFrom(turns: Turns, [left = 0, low = 0, right = 0, high = 0]: readonly number[]): Matrix {
  switch (turns) {
    case 1:
      return [0, -1, 1, 0, -low, right];
    case 2:
      return [-1, 0, 0, -1, right, high];
    case 3:
      return [0, 1, -1, 0, high, -left];
    default:
      return IDENTITY;
  }
}
