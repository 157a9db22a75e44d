import { type Cell, cellOf, NARROW_GAP, type Row, rowsOfLines } from './pdf-cells';
import type { CutCells } from './pdf-grid-cells';
import type { Line } from './pdf-lines';
import { withSpans } from './pdf-spans';

/** A table as it is drawn on one page: its rows, each with a text for every column. */
export interface Table {
  readonly page: number;
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  /** Whether the first row is set in another font than those below it. */
  readonly isFirstRowSetOff?: boolean;
  /** Cells that the page's end may cut, where drawn lines tell. */
  readonly cut?: CutCells;
}

/** From where to where the cells of a column reach. */
export interface Column {
  readonly x: number;
  readonly end: number;
}

/** Gaps that the rows of a two-column table have at least once, in font sizes: narrower ones occur in justified text. */
const WIDE_GAP = 2.2;
/** Rows of one table stand no further apart than so many font sizes. */
const ROW_DISTANCE = 3;
/** Lines of one cell stand no further apart than so many font sizes. */
const CELL_LEADING = 1.5;
/** Edges that are the same differ by no more points. */
const EDGE = 2;
const MARK = /^(?:[•◦▪‣●○■–—*-]|\(?\d{1,2}[.)]|\(?[a-z][.)])$/;

/**
 * Finds the tables among the lines of a page, in the order in which the file draws them. A table is where the cells
 * of successive rows stand in the same columns: no cell reaches from one into the next, and within each edges repeat.
 * Text that is set in columns, and drawn across them, comes back as lines column by column.
 */
export function tablesOfLines(lines: readonly Line[]): (Line | Table)[] {
  const rows = withSpans(rowsOfLines(lines));
  const narrow = withSpans(rowsOfLines(lines, NARROW_GAP));
  const [starts, narrowStarts] = [startsOf(rows), startsOf(narrow)];
  const found: (Line | Table)[] = [];
  for (let at = 0; at < lines.length; ) {
    const start = starts.get(at);
    const narrowStart = narrowStarts.get(at);
    const region = start === undefined ? null : regionAt(rows, start);
    const nearer = narrowStart === undefined ? null : regionAt(narrow, narrowStart);
    if (nearer && isCertain(nearer) && (!region || !isRunningText(region)) && covers(nearer, region)) {
      found.push(tableOf(nearer));
      at += lineCount(nearer);
    } else if (region) {
      found.push(...(isRunningText(region) ? linesByColumn(region) : [tableOf(region)]));
      at += lineCount(region);
    } else {
      // After a table of narrow gaps a row may begin within what wider ones take for one.
      const row = start === undefined ? [lines[at] as Line] : (rows[start] as Row).lines;
      found.push(...row);
      at += row.length;
    }
  }
  return found;
}

/** Which row begins with which line. */
function startsOf(rows: readonly Row[]): ReadonlyMap<number, number> {
  const starts = new Map<number, number>();
  let at = 0;
  for (const [index, row] of rows.entries()) {
    starts.set(at, index);
    at += row.lines.length;
  }
  return starts;
}

function covers(region: Region, other: Region | null): boolean {
  return !other || lineCount(region) >= lineCount(other);
}

function lineCount({ rows }: Region): number {
  return rows.reduce((count, { row }) => count + row.lines.length, 0);
}

/** Rows a table of narrow gaps has at least: two lines of justified text may have gaps at the same place. */
const CERTAIN_ROWS = 3;

/** Whether narrow gaps can't be those of justified text: in three rows or more cells begin or end at one place. */
function isCertain({ rows, columns, ...rest }: Region): boolean {
  const full = rows.filter(({ cells }) => cells.size > 1);
  if (full.length < CERTAIN_ROWS || isRunningText({ rows, columns, ...rest })) return false;
  return columns.every((_, index) => {
    const cells = full.flatMap(({ cells }) => cells.get(index) ?? []);
    const most = Math.max(2, Math.floor(cells.length * 0.6));
    return hasCommonEdge(cells, most);
  });
}

interface Region {
  readonly rows: readonly Placed[];
  readonly columns: readonly Column[];
  readonly length: number;
}

/** A row whose cells know their columns. */
interface Placed {
  readonly row: Row;
  readonly cells: ReadonlyMap<number, Cell>;
}

/** The rows from `start` on that share columns, or null when they make no table. */
function regionAt(rows: readonly Row[], start: number): Region | null {
  const first = rows[start] as Row;
  if (first.cells.length < 2) return null;
  let columns: Column[] = first.cells.map(({ x, end }) => ({ x, end }));
  let taken = 1;
  for (let next = start + 1; next < rows.length; next++) {
    const row = rows[next] as Row;
    if (!isNext(rows[next - 1] as Row, row)) break;
    if (row.cells.length === 1) {
      if (!isPartOfTable(row, columns)) break;
      continue;
    }
    const wider = withRow(columns, row);
    if (!wider) break;
    columns = wider;
    taken = next - start + 1;
  }
  // Of all rows that begin none, nothing more is asked.
  if (taken === 1) return null;
  // What follows the last full row belongs to it only as the rest of a cell.
  while (start + taken < rows.length) {
    const row = rows[start + taken] as Row;
    const previous = rows[start + taken - 1] as Row;
    if (row.cells.length > 1 || !isNext(previous, row) || !isWrapped(previous, row, columns)) break;
    taken++;
  }
  columns = withoutRivals(columns, rows.slice(start, start + taken));
  const placed = rows.slice(start, start + taken).map((row) => ({ row, cells: place(row, columns) }));
  return isTable(placed, columns) ? { rows: placed, columns, length: taken } : null;
}

function isNext(previous: Row, row: Row): boolean {
  const distance = previous.bottom - row.top;
  return distance > 0 && distance <= row.size * ROW_DISTANCE;
}

/** A single cell between rows: the rest of the cell above it, or a line that heads the rows below it. */
function isPartOfTable(row: Row, columns: readonly Column[]): boolean {
  const [cell] = row.cells;
  const first = columns[0];
  const last = columns.at(-1);
  if (!cell || !first || !last) return false;
  if (overlapped(cell, columns).length === 1) return true;
  return Math.abs(cell.x - first.x) <= EDGE && cell.end - first.x < (last.end - first.x) * 0.7;
}

/** The columns with the row's cells in them, or null when these don't stand in columns of their own. */
function withRow(columns: readonly Column[], row: Row): Column[] | null {
  const wider = columns.map((column) => ({ ...column }));
  const used = new Set<Column>();
  for (const [index, cell] of row.cells.entries()) {
    const over = overlapped(cell, columns);
    // A label, such as a total's, may reach over several columns.
    if (over.length > 1 && index > 0) return null;
    const at = over[0];
    if (at === undefined) {
      wider.push({ x: cell.x, end: cell.end });
      continue;
    }
    const column = wider[at] as { x: number; end: number };
    if (used.has(column)) return null;
    used.add(column);
    if (over.length > 1) continue;
    column.x = Math.min(column.x, cell.x);
    column.end = Math.max(column.end, cell.end);
  }
  return wider.toSorted((a, b) => a.x - b.x);
}

function overlapped(cell: Column, columns: readonly Column[]): number[] {
  const over: number[] = [];
  for (const [index, column] of columns.entries()) if (overlaps(cell, column)) over.push(index);
  return over;
}

function overlaps(a: Column, b: Column): boolean {
  return a.x < b.end && b.x < a.end;
}

/**
 * Joins neighbours that no row fills both of, where one is a single row's: a name at the left of figures that are
 * set at the right.
 */
function withoutRivals(columns: readonly Column[], rows: readonly Row[]): Column[] {
  const filled = columns.map(
    (column) => new Set(rows.filter((row) => row.cells.some((cell) => overlaps(cell, column)))),
  );
  const joined: Column[] = [];
  let rowsOfLast = new Set<Row>();
  for (const [index, column] of columns.entries()) {
    const last = joined.at(-1);
    const here = filled[index] ?? new Set<Row>();
    const rivals =
      [...here].every((row) => !rowsOfLast.has(row)) && Math.min(here.size, rowsOfLast.size) === 1;
    if (last && rivals) {
      joined[joined.length - 1] = { x: last.x, end: column.end };
      rowsOfLast = new Set([...rowsOfLast, ...here]);
    } else {
      joined.push(column);
      rowsOfLast = here;
    }
  }
  return joined;
}

function place(row: Row, columns: readonly Column[]): Map<number, Cell> {
  const cells = new Map<number, Cell>();
  for (const cell of row.cells) {
    const [at = 0] = overlapped(cell, columns);
    const before = cells.get(at);
    cells.set(at, before ? cellOf([...before.pieces, ...cell.pieces]) : cell);
  }
  return cells;
}

function isTable(rows: readonly Placed[], columns: readonly Column[]): boolean {
  const full = rows.filter(({ cells }) => cells.size > 1);
  if (columns.length < 2 || full.length < 2) return false;
  const spanning = full.filter(({ row }) => row.cells.some((cell) => overlapped(cell, columns).length > 1));
  if (spanning.length > full.length / 4) return false;
  if (columns.length === 2) {
    const marks = full.filter(({ cells }) => MARK.test(cells.get(0)?.text ?? ''));
    // Items of a list, whose marks stand apart.
    if (marks.length > full.length / 2) return false;
    if (!full.some(({ cells, row }) => gapOf(cells) > row.size * WIDE_GAP)) return false;
  }
  return columns.every((_, index) => isAligned(full.flatMap(({ cells }) => cells.get(index) ?? [])));
}

function gapOf(cells: ReadonlyMap<number, Cell>): number {
  const [left, right] = [cells.get(0), cells.get(1)];
  return left && right ? right.x - left.end : 0;
}

/** Most begin, end or stand in the middle at the same place, or they are figures (aligned at their decimals). */
function isAligned(cells: readonly Cell[]): boolean {
  // The name of a column stands as it likes; two cells can't tell which of them is the name.
  const most = Math.max(1, Math.floor(cells.length * 0.6));
  if (cells.filter(({ text }) => /\d/.test(text) && text.length <= 16).length >= most) return true;
  return hasCommonEdge(cells, most);
}

function hasCommonEdge(cells: readonly Cell[], most: number): boolean {
  return [(cell: Cell) => cell.x, (cell: Cell) => cell.end, (cell: Cell) => (cell.x + cell.end) / 2].some(
    (edge) =>
      cells.some(
        (cell) => cells.filter((other) => Math.abs(edge(other) - edge(cell)) <= EDGE).length >= most,
      ),
  );
}

/** Lines of two texts that share their baselines: in both columns nearly each line is full and of words. */
function isRunningText({ rows, columns }: Region): boolean {
  const flowing = columns.filter((column, index) => {
    const pieces = rows.flatMap(({ cells }) => cells.get(index)?.pieces ?? []);
    const full = pieces.filter(
      ({ text, x, end }) => end - x >= (column.end - column.x) * 0.8 && text.split(/\s+/).length >= 4,
    );
    return full.length >= Math.max(2, rows.length * 0.6);
  });
  return flowing.length > 1;
}

function linesByColumn({ rows, columns }: Region): Line[] {
  return columns.flatMap((_, index) =>
    rows.flatMap(({ row, cells }) =>
      (cells.get(index)?.pieces ?? []).map((piece) => ({
        ...(row.lines[0] as Line),
        text: piece.text,
        x: piece.x,
        y: piece.y,
        width: piece.end - piece.x,
        runs: [],
      })),
    ),
  );
}

function tableOf({ rows, columns }: Region): Table {
  const joined: Placed[] = [];
  const pitch = pitchOf(rows);
  for (const placed of rows) {
    const above = joined.at(-1);
    if (above && isRestOf(above, placed, columns, pitch)) joined[joined.length - 1] = join(above, placed);
    else joined.push(placed);
  }
  return {
    page: rows[0]?.row.lines[0]?.page ?? 0,
    columns,
    isFirstRowSetOff: isSetOff(joined.map(({ row }) => row.lines)),
    rows: joined.map(({ cells }) => columns.map((_, index) => cells.get(index)?.text ?? '')),
  };
}

/** Whether the lines of the first row are all of one font, and hardly another row's are. */
export function isSetOff(rows: readonly (readonly Line[])[]): boolean {
  const [first = [], ...others] = rows;
  const fonts = new Set(first.map(({ font }) => font));
  if (fonts.size !== 1 || others.length === 0) return false;
  const alike = others.filter((lines) => lines.length > 0 && lines.every(({ font }) => fonts.has(font)));
  return alike.length * 5 <= others.length;
}

/** How far apart rows stand that fill the first column and another: what is nearer is the rest of a row. */
function pitchOf(rows: readonly Placed[]): number {
  const distances = rows
    .flatMap(({ row, cells }, index) => {
      const previous = rows[index - 1];
      return previous && cells.size > 1 && cells.has(0) ? [previous.row.bottom - row.top] : [];
    })
    .sort((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? 0;
}

/** Whether the line only goes on with cells of the row above: it fills a part of the columns and stands close. */
function isRestOf(above: Placed, placed: Placed, columns: readonly Column[], pitch: number): boolean {
  const { row, cells } = placed;
  const leading = above.row.bottom - row.top;
  if (leading > row.size * CELL_LEADING) return false;
  if (cells.size >= columns.length || (cells.size > 1 && cells.has(0))) return false;
  if ([...cells.keys()].some((index) => !above.cells.has(index))) return false;
  return leading <= pitch * 0.85 || isWrapped(above.row, row, columns);
}

/** Whether the first word of each cell had no room at the end of the cell above it. */
function isWrapped(previous: Row, row: Row, columns: readonly Column[]): boolean {
  if (previous.bottom - row.top > row.size * CELL_LEADING) return false;
  return row.cells.every((cell) => {
    const [at, second] = overlapped(cell, columns);
    const column = columns[at ?? -1];
    const above = previous.cells.find((other) => column && overlaps(other, column));
    if (!column || second !== undefined || !above) return false;
    const word = cell.text.split(/\s/, 1)[0] ?? '';
    const width = ((cell.end - cell.x) / Math.max(cell.text.length, 1)) * (word.length + 1);
    const end = above.pieces.at(-1)?.end ?? above.end;
    return end + width > column.end;
  });
}

function join(above: Placed, rest: Placed): Placed {
  const cells = new Map(above.cells);
  for (const [index, cell] of rest.cells) {
    cells.set(index, cellOf([...(cells.get(index)?.pieces ?? []), ...cell.pieces]));
  }
  const row = { ...above.row, bottom: rest.row.bottom, lines: [...above.row.lines, ...rest.row.lines] };
  return { row, cells };
}
