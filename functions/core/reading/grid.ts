import type { Block } from './block';
import { hasHeaderRow } from './header-row';

/** A longer header row would fill the passages that it is repeated in: each cell is given its name instead. */
const LONGEST_HEADER = 200;

/** About as long as a passage: a longer row is said in several parts. */
const LONGEST_ROW = 500;

/**
 * Blocks of cells as a sheet or a delimited file has them. Empty rows separate its tables. A row of one cell
 * above a table is its title, one of one cell elsewhere a paragraph.
 */
export function gridToBlocks(
  rows: readonly (readonly string[])[],
  { titleLevel = 1, hasJoinedCells = false, headers = [], joined: spanning = [] }: GridOptions = {},
): Block[] {
  const marked = new Set(headers);
  const joined = new Set(spanning);
  const parts = partsOf(rows, [marked, joined]);
  return parts.flatMap((part, index): Block[] => {
    const title = index === 0 && parts.length > 1 ? titleOf(part, joined) : null;
    return title === null
      ? partBlocks(part, { titleLevel, hasJoinedCells, marked, joined })
      : [{ kind: 'heading', text: title, level: titleLevel, page: null }];
  });
}

/** Below all headings that a text may have. */
export const BELOW_HEADINGS = 10;

export interface GridOptions {
  readonly titleLevel?: number;
  /** Whether a text that stands in neighbouring cells may be one that spans them. */
  readonly hasJoinedCells?: boolean;
  /** Rows that are set as a header. */
  readonly headers?: readonly (readonly string[])[];
  /** Rows in which one cell spans all columns and so stands in each. */
  readonly joined?: readonly (readonly string[])[];
}

const LONGEST_TITLE = 120;

/** What stands alone above all tables, unless it is a sentence. */
function titleOf(part: readonly (readonly string[])[], joined: Rows): string | null {
  const text = part.length === 1 ? onlyText(part[0] ?? [], joined) : null;
  return text !== null && text.length <= LONGEST_TITLE && !/[.!?;:]$/.test(text) ? text : null;
}

/** Stretches of rows without an empty one between them, each without empty columns. */
function partsOf(
  rows: readonly (readonly string[])[],
  marks: readonly Set<readonly string[]>[],
): string[][][] {
  const parts: (readonly string[])[][] = [[]];
  for (const row of rows) {
    if (row.some((cell) => cell !== '')) parts.at(-1)?.push(row);
    else if (parts.at(-1)?.length) parts.push([]);
  }
  return parts.filter((part) => part.length > 0).map((part) => withoutEmptyColumns(part, marks));
}

/** What is marked stays so. */
function withoutEmptyColumns(
  rows: readonly (readonly string[])[],
  marks: readonly Set<readonly string[]>[],
): string[][] {
  let width = 0;
  for (const row of rows) width = Math.max(width, row.length);
  const used = Array.from({ length: width }, (_, column) => rows.some((row) => (row[column] ?? '') !== ''));
  return rows.map((row) => {
    const kept = used.flatMap((isUsed, column) => (isUsed ? [row[column] ?? ''] : []));
    for (const marked of marks) if (marked.has(row)) marked.add(kept);
    return kept;
  });
}

/** A row of one cell above a table. One too long for a title is text: of a heading passages name only the beginning. */
export function titleBlock(text: string, level: number, heads?: number): Block {
  return text.length <= LONGEST_TITLE
    ? { kind: 'heading', text, level, page: null, ...(heads === undefined ? {} : { heads }) }
    : { kind: 'paragraph', text, page: null };
}

interface PartOptions {
  readonly titleLevel: number;
  readonly hasJoinedCells: boolean;
  readonly marked: Set<readonly string[]>;
  readonly joined: Rows;
}

type Rows = ReadonlySet<readonly string[]>;

function partBlocks(
  whole: readonly (readonly string[])[],
  { titleLevel, hasJoinedCells, marked, joined }: PartOptions,
): Block[] {
  const part = [...whole];
  const lastRow = part.findLastIndex((row) => onlyText(row, joined) === null);
  const blocks: Block[] = [];
  let table: (readonly string[])[] = [];
  /** Null where the first row is one like the others. */
  let header: readonly string[] | null | undefined;
  /** Where a header stood whose rows are yet to come. */
  let awaited: number | null = null;
  const flush = () => {
    // The rows of a header alone stand below the titles behind it.
    const isHeaderOnly = table.length === 1 && table[0] === header && part.at(-1) !== header;
    if (isHeaderOnly) awaited = blocks.length;
    else if (table.length > 0) {
      awaited = null;
      blocks.push(
        ...tableBlocks(header && header !== table[0] ? [header, ...table] : table, {
          hasHeader: Boolean(header),
          isHeaderMarked: header ? marked.has(header) : false,
          goesOn: blocks.some(({ kind }) => kind === 'table'),
        }),
      );
    }
    table = [];
  };
  for (const [index, row] of part.entries()) {
    const only = onlyText(row, joined);
    if (only !== null && row.length === 1) blocks.push({ kind: 'paragraph', text: only, page: null });
    else if (only !== null && header === undefined && index < lastRow) {
      blocks.push(titleBlock(only, titleLevel));
    } else if (only !== null && hasJoinedCells && isFull(row)) {
      // A title between the rows: those below it stand under the same header.
      flush();
      blocks.push({ kind: 'heading', text: only, level: titleLevel + 1, page: null });
    } else {
      const next = part[index + 1];
      if (header === undefined && hasJoinedCells && next && part.length > index + 2 && namesGroups(row)) {
        const joined = joinedHeader(row, next);
        if (marked.has(row) || marked.has(next)) marked.add(joined);
        part[index + 1] = joined;
        continue;
      }
      if (header === undefined) header = marked.has(row) || hasHeaderRow(part.slice(index)) ? row : null;
      table.push(row);
    }
  }
  flush();
  // A header of nothing but titles is text like any other.
  if (awaited !== null && header)
    blocks.splice(
      awaited,
      0,
      ...tableBlocks([header], { hasHeader: false, isHeaderMarked: false, goesOn: false }),
    );
  return blocks;
}

function isFull(row: readonly string[]): boolean {
  return row.every((cell) => cell !== '');
}

/** A header of two rows, the upper one naming groups of columns, as one: `2026 Adults`. */
function joinedHeader(upper: readonly string[], lower: readonly string[]): string[] {
  return upper.map((name, column) => {
    const other = lower[column] ?? '';
    return name === other ? name : [name, other].filter((text) => text !== '').join(' ');
  });
}

function namesGroups(row: readonly string[]): boolean {
  return row.some((cell, column) => cell !== '' && cell === row[column + 1]);
}

/** The text of a row that says one thing: a cell alone, or one that was joined over several. Others may be equal. */
function onlyText(row: readonly string[], joined: Rows): string | null {
  const texts = row.filter((cell) => cell !== '');
  const [only] = texts;
  return only !== undefined && (texts.length === 1 || joined.has(row)) ? only : null;
}

type HeaderRead = Readonly<Required<Pick<Block, 'hasHeader' | 'isHeaderMarked' | 'goesOn'>>>;

function tableBlocks(rows: readonly (readonly string[])[], how: HeaderRead): Block[] {
  const [header = [], ...others] = rows;
  if (others.length === 0 || header.join(' | ').length <= LONGEST_HEADER || !how.hasHeader) {
    const text = rows.map((row) => row.join(' | ')).join('\n');
    return [{ kind: 'table', text, rows, ...asTold(how), page: null }];
  }
  const parts = others.flatMap((row) => namedParts(header, row));
  const unsaid = header.filter((name, column) => name && others.every((row) => !row[column]));
  return [...parts, ...(unsaid.length > 0 ? [unsaid.join('; ')] : [])].map((text) => ({
    kind: 'list',
    text,
    page: null,
  }));
}

/** Without what is not so. */
function asTold({ hasHeader, isHeaderMarked, goesOn }: HeaderRead) {
  return { hasHeader, ...(isHeaderMarked && { isHeaderMarked }), ...(goesOn && { goesOn }) };
}

/** A row as `name: value` pairs; each part begins with the first cell, which says what the row is about. */
function namedParts(header: readonly string[], row: readonly string[]): string[] {
  const named = row.flatMap((cell, column) => {
    const name = header[column];
    return cell === '' ? [] : [name ? `${name}: ${cell}` : cell];
  });
  const [subject = '', ...facts] = named;
  const parts: string[] = [];
  let part = subject;
  for (const fact of facts) {
    if (part !== subject && part.length + fact.length > LONGEST_ROW) {
      parts.push(part);
      part = subject;
    }
    part += `; ${fact}`;
  }
  return [...parts, part];
}
