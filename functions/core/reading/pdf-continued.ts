import type { Block } from './block';
import { hasHeaderRow } from './header-row';
import type { Table } from './pdf-tables';

/** The table that nothing but a page's end has followed. */
export interface OpenTable {
  readonly table: Table;
  /** Of the first page, then of each further one with the header above them. */
  readonly rows: Table['rows'];
  readonly hasHeader: boolean;
  /** Whether its look or its repetition says so. */
  readonly isMarked: boolean;
  /** All rows from its beginning on, as long as more of them may tell whether the first is a header. */
  readonly judged: Table['rows'];
  readonly block: Block;
  /** Whether it goes on with the table before it, and so begins with its header. */
  readonly isMore: boolean;
}

/** Rows that tell whether the first of them is a header. */
const TELLING = 4;

/** The table with the header of the one before it, where it goes on with that over the end of a page. */
export function continued(open: OpenTable | null, drawn: Table): OpenTable {
  const table = goesOnWith(open, drawn) ? drawn : withoutEmptyColumns(drawn);
  if (!goesOnWith(open, table)) {
    const { rows } = table;
    const isMarked = table.isFirstRowSetOff === true;
    const hasHeader = isMarked || hasHeaderRow(rows);
    return {
      table,
      rows,
      hasHeader,
      isMarked,
      judged: rows,
      block: tableBlock(rows, { hasHeader, isMarked }, table.page),
      isMore: false,
    };
  }
  const [first = []] = open.judged;
  const repeats =
    first.some(Boolean) && first.every((cell, index) => cell === (table.rows[0]?.[index] ?? ''));
  const whole = withRests(open, table, repeats ? 1 : 0);
  const body = repeats ? whole.slice(1) : whole;
  const judged = open.judged.length < TELLING ? [...open.judged, ...body] : open.judged;
  // What stands above the rows of each page is their header.
  const hasHeader = open.hasHeader || repeats || (judged !== open.judged && hasHeaderRow(judged));
  const rows = hasHeader ? [first, ...body] : body;
  const isMarked = open.isMarked || repeats;
  return {
    table,
    rows,
    hasHeader,
    isMarked,
    judged,
    block: { ...tableBlock(rows, { hasHeader, isMarked }, table.page), goesOn: true },
    isMore: hasHeader,
  };
}

/** Without those that might have held the rest of a cell and are as empty when nothing goes on. */
function withoutEmptyColumns({ rows, columns, cut, page, isFirstRowSetOff }: Table): Table {
  const used = columns.flatMap((_, column) => (rows.some((row) => row[column]) ? [column] : []));
  return {
    page,
    ...(isFirstRowSetOff && { isFirstRowSetOff }),
    columns: columns.filter((_, column) => used.includes(column)),
    rows: rows.map((row) => used.map((column) => row[column] ?? '')),
    ...(cut && { cut: { rests: [], hanging: cut.hanging.map((column) => used.indexOf(column)) } }),
  };
}

/** The rows with what cells hold that began on the page before: drawn there once, they are missing from the rest. */
function withRests(open: OpenTable, { rows, cut }: Table, first: number): Table['rows'] {
  const above = open.rows.at(-1) ?? [];
  const hanging = open.table.cut?.hanging ?? [];
  const rests = cut?.rests.filter(
    ({ from, column, isSure }) => from === first && (isSure || hanging.includes(column)),
  );
  if (!rests || open.rows.length < 2) return rows;
  return rows.map((row, at) =>
    row.map((text, column) =>
      rests.some((rest) => rest.column === column && at >= rest.from && at < rest.to)
        ? (above[column] ?? '')
        : text,
    ),
  );
}

function goesOnWith(open: OpenTable | null, table: Table): open is OpenTable {
  return open !== null && open.table.page + 1 === table.page && sameColumns(open.table, table);
}

/** Columns are the same when each overlaps its own only: their widths follow their texts. */
function sameColumns(a: Table, b: Table): boolean {
  return (
    a.columns.length === b.columns.length &&
    a.columns.every((column, i) =>
      b.columns.every((other, j) => (column.x < other.end && other.x < column.end) === (i === j)),
    )
  );
}

function tableBlock(
  rows: Table['rows'],
  { hasHeader, isMarked }: { readonly hasHeader: boolean; readonly isMarked: boolean },
  page: number,
): Block {
  const text = rows.map((row) => row.join(' | ')).join('\n');
  return { kind: 'table', text, rows, hasHeader, ...(isMarked && { isHeaderMarked: true }), page };
}
