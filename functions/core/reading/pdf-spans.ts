import { type Cell, cellOf, type Row } from './pdf-cells';

/** Middles that are the same differ by no more points. */
const SAME = 1;
/** A cell stands this much lower than the row that it begins in, in font sizes. */
const LOWER = 0.3;
/** More rows, and longer texts, than a cell reaches over and holds. */
const [MOST_ROWS, LONGEST] = [40, 80];

/**
 * Rows with a cell in each that is set in the middle of several, so that each row is understood without the others.
 * No drawn line tells of it: only where the cell stands exactly in the middle of rows that leave its place empty.
 */
export function withSpans(rows: readonly Row[]): Row[] {
  const spread = [...rows];
  for (const [index, row] of rows.entries()) {
    const cell = row.cells.length > 2 ? lowerCell(row) : undefined;
    const last = cell ? lastRowOf(rows, index, cell) : -1;
    for (let at = index; cell && at <= last; at++) spread[at] = withCell(spread[at] as Row, cell);
  }
  return spread;
}

/** The one that stands lower than all others of its row, which stand side by side. */
function lowerCell(row: Row): Cell | undefined {
  return row.cells.find((cell) => {
    const middle = middleOfOthers(row, cell);
    return middle !== null && middle - middleOf(cell) > row.size * LOWER && cell.text.length <= LONGEST;
  });
}

/** The last row that a cell is in the middle of with the first; -1 for none. */
function lastRowOf(rows: readonly Row[], first: number, cell: Cell): number {
  const top = middleOfOthers(rows[first] as Row, cell) ?? 0;
  for (let at = first + 1; at < Math.min(rows.length, first + MOST_ROWS); at++) {
    const row = rows[at] as Row;
    const bottom = middleOfOthers(row, null);
    const isFree = row.cells.every(({ x, end }) => x >= cell.end || end <= cell.x);
    if (bottom === null || bottom >= top || row.cells.length < 2 || !isFree) return -1;
    const distance = (top + bottom) / 2 - middleOf(cell);
    if (distance <= SAME) return distance >= -SAME ? at : -1;
  }
  return -1;
}

/** The middle of a row's cells but one, or null where they don't stand side by side. */
function middleOfOthers(row: Row, but: Cell | null): number | null {
  const middles = row.cells.filter((cell) => cell !== but).map(middleOf);
  const [highest, lowest] = [Math.max(...middles), Math.min(...middles)];
  return highest - lowest <= SAME ? highest : null;
}

function middleOf({ pieces }: Cell): number {
  return ((pieces[0]?.y ?? 0) + (pieces.at(-1)?.y ?? 0)) / 2;
}

function withCell(row: Row, cell: Cell): Row {
  const others = row.cells.filter((each) => each !== cell);
  const y = middleOf(others[0] as Cell);
  const here = cellOf(cell.pieces.map((piece) => ({ ...piece, y })));
  const heights = others.flatMap(({ pieces }) => pieces.map((piece) => piece.y));
  return {
    ...row,
    cells: [...others, here].sort((a, b) => a.x - b.x),
    top: Math.max(...heights),
    bottom: Math.min(...heights),
  };
}
