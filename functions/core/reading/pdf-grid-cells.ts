import type { Rule } from './pdf-drawing';
import type { PdfText } from './pdf-text';

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
  return bands.flatMap((rows, band) =>
    rows
      .filter((row) => row.some(Boolean))
      .map((row) =>
        row.map((text, column) => {
          const joined = text ? null : joinedCell(grid, band, column);
          if (!joined || isAcross(joined, grid)) return text;
          const first = bands[joined.top] ?? [];
          // Which of several rows the cell would be in is not drawn.
          return first.length === 1 ? (first[0]?.[joined.left] ?? '') : text;
        }),
      ),
  );
}

/** The cells of a table that the end of its page may cut. Rows are those that hold a text. */
export interface CutCells {
  /** Empty ones at the top, which may be the rest of cells on the page before. */
  readonly rests: readonly CellRest[];
  /** Columns whose last cell surely began above its row or goes on below it. */
  readonly hanging: readonly number[];
}

export interface CellRest {
  readonly column: number;
  /** Its first row, and the one behind its last. */
  readonly from: number;
  readonly to: number;
  /** Whether its lines say so themselves: it reaches over several rows, or lacks the upper border of others. */
  readonly isSure: boolean;
}

/** `bands` as for `spreadCells`. The header of the page before may be repeated above the rest of a cell. */
export function cellsCutByPages(bands: readonly (readonly (readonly string[])[])[], grid: Grid): CutCells {
  const rows = bands.flatMap((band, at) =>
    band.filter((row) => row.some(Boolean)).map((cells) => ({ cells, band: at })),
  );
  const columns = upTo(0, grid.xs.length - 1);
  const isDrawnAt = (edge: 0 | -1) =>
    columns.some((column) => isDrawn(grid, false, grid.ys.at(edge), middleOf(grid.xs, column)));
  const rests = rows.slice(0, 2).flatMap(({ cells, band }, from) =>
    cells.flatMap((text, column): CellRest[] => {
      const joined = text ? null : joinedCell(grid, band, column);
      if (joined?.top !== band || isAcross(joined, grid)) return [];
      const to = rows.filter((row) => row.band < joined.bottom).length;
      return [{ column, from, to, isSure: to - from > 1 || (joined.isOpenAbove && isDrawnAt(0)) }];
    }),
  );
  const last = rows.at(-1)?.band ?? 0;
  const hanging = columns.filter((column) => {
    const joined = joinedCell(grid, last, column);
    return joined && !isAcross(joined, grid) && (joined.top < last || (joined.isOpenBelow && isDrawnAt(-1)));
  });
  return { rests, hanging };
}

/** From which border to which a cell reaches: of rows `top` and `bottom`, of columns `left` and `right`. */
interface JoinedCell {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
  /** Whether it has no border at the edge of the table that it reaches. */
  readonly isOpenAbove: boolean;
  readonly isOpenBelow: boolean;
}

function isAcross({ left, right }: JoinedCell, { xs }: Grid): boolean {
  return right - left === xs.length - 1;
}

/**
 * The cell that a place is a part of, where lines are drawn all around it and none through it. Browsers draw none
 * where the end of a page cuts it.
 */
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
  const isOpen = (border: number) => upTo(left, right).every((each) => !level(border, each));
  const [isOpenAbove, isOpenBelow] = [top === 0 && isOpen(top), bottom === ys.length - 1 && isOpen(bottom)];
  const isWhole =
    upTo(top, bottom).every((each) =>
      upTo(left, right + 1).every(
        (border) => upright(border, each) === (border === left || border === right),
      ),
    ) &&
    upTo(left, right).every(
      (each) =>
        (isOpenAbove || level(top, each)) &&
        (isOpenBelow || level(bottom, each)) &&
        upTo(top + 1, bottom).every((border) => !level(border, each)),
    );
  return isWhole ? { top, bottom, left, right, isOpenAbove, isOpenBelow } : null;
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
