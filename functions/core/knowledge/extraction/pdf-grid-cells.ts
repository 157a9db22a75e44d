import type { Rule } from './pdf-drawing';
import type { PdfText } from './pdf-engine';

/** Where the drawn lines of a table stand. */
export interface Grid {
  /** Borders of the columns from the left, and of the rows from the top. */
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly rules: readonly Rule[];
}

/** Lines that touch, or are one, stand no further apart, in points. */
export const TOUCH = 2.5;

/** The number of the cell, row by row. One that reaches over several rows or columns stands in the first. */
export function placeOf(piece: PdfText, grid: Grid): number {
  const { xs, ys } = grid;
  const middle = piece.y + piece.size * 0.3;
  let column = Math.max(
    0,
    xs.findLastIndex((x) => x <= piece.x + 1),
  );
  let row = Math.max(
    0,
    ys.findLastIndex((y) => y >= middle),
  );
  while (column > 0 && !isDrawn(grid, true, xs[column], middle)) column--;
  const across = middleOf(xs, column);
  while (row > 0 && !isDrawn(grid, false, ys[row], across)) row--;
  return row * (xs.length - 1) + Math.min(column, xs.length - 2);
}

/**
 * The rows that hold a text, a cell that reaches over several rows or columns in each of them: so each row is
 * understood without the others. One across the whole table is said once. `bands`: what stands between two borders
 * of rows, mostly one row.
 */
export function spreadCells(bands: readonly (readonly (readonly string[])[])[], grid: Grid): string[][] {
  const columns = grid.xs.length - 1;
  return bands.flatMap((rows, band) =>
    rows
      .filter((row) => row.some(Boolean))
      .map((row) =>
        row.map((text, column) => {
          const joined = text ? null : joinedCell(grid, band, column);
          if (!joined || joined.right - joined.left === columns) return text;
          const first = bands[joined.top] ?? [];
          // Which of several rows the cell would be in is not drawn.
          return first.length === 1 ? (first[0]?.[joined.left] ?? '') : text;
        }),
      ),
  );
}

/** From which border to which a cell reaches: of rows `top` and `bottom`, of columns `left` and `right`. */
interface JoinedCell {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The cell that a place is a part of, where lines are drawn all around it and none through it. */
function joinedCell(grid: Grid, row: number, column: number): JoinedCell | null {
  const { xs, ys } = grid;
  const upright = (border: number, atRow: number) => isDrawn(grid, true, xs[border], middleOf(ys, atRow));
  const level = (border: number, atColumn: number) =>
    isDrawn(grid, false, ys[border], middleOf(xs, atColumn));
  let [top, bottom, left, right] = [row, row + 1, column, column + 1];
  while (left > 0 && !upright(left, row)) left--;
  while (right < xs.length - 1 && !upright(right, row)) right++;
  while (top > 0 && !level(top, column)) top--;
  while (bottom < ys.length - 1 && !level(bottom, column)) bottom++;
  const isWhole =
    upTo(top, bottom).every((each) =>
      upTo(left, right + 1).every(
        (border) => upright(border, each) === (border === left || border === right),
      ),
    ) &&
    upTo(left, right).every((each) =>
      upTo(top, bottom + 1).every((border) => level(border, each) === (border === top || border === bottom)),
    );
  return isWhole ? { top, bottom, left, right } : null;
}

function isDrawn({ rules }: Grid, upright: boolean, at = 0, across: number): boolean {
  return rules.some(
    (rule) =>
      rule.upright === upright &&
      Math.abs(rule.at - at) <= TOUCH &&
      across > rule.from - 0.5 &&
      across < rule.to + 0.5,
  );
}

function middleOf(borders: readonly number[], place: number): number {
  return ((borders[place] ?? 0) + (borders[place + 1] ?? 0)) / 2;
}

function upTo(from: number, end: number): number[] {
  return Array.from({ length: end - from }, (_, i) => from + i);
}
