import type { Block } from './block';
import { gridToBlocks } from './grid';
import { cleanText } from './normalise';

/** A sheet of a workbook as it is seen, of whichever program. Rows and columns count from 0. */
export interface Sheet {
  readonly name: string;
  readonly cells: readonly SheetCell[];
  readonly joins: readonly Join[];
  /** Rows that the file says name the columns. */
  readonly headers: ReadonlySet<number>;
  /** Whether a row without a text is not shown, or struck out: such a one parts no table. */
  isUnseen(row: number): boolean;
  /** What stands on it in boxes. */
  readonly boxes?: readonly Block[];
}

export interface SheetCell {
  readonly row: number;
  readonly column: number;
  readonly text: string;
  readonly isBold: boolean;
  /** The colour behind it, empty where there is none. */
  readonly ground: string;
}

/** Cells that were joined to one. */
export interface Join {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A sheet under its name; nothing of an empty one. */
export function sheetBlocks(sheet: Sheet): Block[] {
  const rows = rowsOf(sheet);
  const columns = [...new Set(sheet.cells.map(({ column }) => column))].sort((a, b) => a - b);
  const spanned = fillJoined(sheet.joins, rows, columns);
  const grid: string[][] = [];
  const headers: string[][] = [];
  const joined: string[][] = [];
  let before = -1;
  for (const [row, { texts: cells, isBold, grounds }] of [...rows].sort(([a], [b]) => a - b)) {
    // An empty row stands where rows are missing, since that is where a table ends.
    if (hasGap(before + 1, row, sheet)) grid.push([]);
    const texts = columns.map((column) => cells[column] ?? '');
    grid.push(texts);
    if (spanned.has(row)) joined.push(texts);
    const isSetOff = (isBold && rows.get(row + 1)?.isBold === false) || isOnOwnGround(row, grounds, rows);
    if (sheet.headers.has(row) || isSetOff) headers.push(texts);
    before = row;
  }
  const { boxes = [] } = sheet;
  const blocks = [...gridToBlocks(grid, { titleLevel: 2, hasJoinedCells: true, headers, joined }), ...boxes];
  if (blocks.length === 0) return [];
  return [{ kind: 'heading', text: cleanText(sheet.name), level: 1, page: null }, ...blocks];
}

interface SheetRow {
  readonly texts: string[];
  /** Whether all of its letters are bold. */
  isBold: boolean;
  readonly grounds: Set<string>;
}

function rowsOf({ cells }: Sheet): Map<number, SheetRow> {
  const rows = new Map<number, SheetRow>();
  for (const { row, column, text, isBold, ground } of cells) {
    const own = rows.get(row) ?? { texts: [], isBold: true, grounds: new Set() };
    own.texts[column] = text;
    own.isBold &&= isBold;
    own.grounds.add(ground);
    rows.set(row, own);
  }
  return rows;
}

function hasGap(from: number, to: number, { isUnseen }: Sheet): boolean {
  for (let row = from; row < to; row++) if (!isUnseen(row)) return true;
  return false;
}

/** All of a row on one colour that neither of the two below it has: of stripes every other row has the same. */
function isOnOwnGround(
  row: number,
  [ground, ...others]: Iterable<string> & SheetRow['grounds'],
  rows: ReadonlyMap<number, SheetRow>,
): boolean {
  return (
    Boolean(ground) &&
    others.length === 0 &&
    ![1, 2].some((below) => rows.get(row + below)?.grounds.has(ground ?? ''))
  );
}

/**
 * What stands in a cell that was joined from several is said of every row and column that it spans. The rows in which
 * nothing else stands.
 */
function fillJoined(
  joins: readonly Join[],
  rows: ReadonlyMap<number, SheetRow>,
  columns: readonly number[],
): ReadonlySet<number> {
  const spanned = new Set<number>();
  const numbers = [...rows.keys()].sort((a, b) => a - b);
  for (const { top, left, bottom, right } of joins) {
    const text = rows.get(top)?.texts[left];
    if (!text) continue;
    for (const number of numbers) {
      if (number < top) continue;
      if (number > bottom) break;
      const cells = rows.get(number)?.texts ?? [];
      for (const column of columns) if (column >= left && column <= right) cells[column] ??= text;
      const others = columns.some((column) => cells[column] && (column < left || column > right));
      if (right > left && !others) spanned.add(number);
    }
  }
  return spanned;
}
