import { createHash } from 'node:crypto';
import { type HeaderBasis, SHOWN_TABLES } from '#contract/knowledge/documents';
import type { Block } from '#core/reading/block';
import { hasHeaderRow } from '#core/reading/header-row';
import { LONGEST_HEADER } from '#core/retrieval/split';
import type { ReadTable } from '../documents/entity';

type Rows = NonNullable<Block['rows']>;

/** What is known of a table that others may go on with. */
interface Leading {
  readonly id: string;
  readonly header: Rows[number];
}

/**
 * The blocks of a document with its tables as their owner says that they are, and how each was read. `headers`: by
 * table whether its first row is a header. A table that goes on over the end of a page is one.
 */
export function readTables(
  blocks: readonly Block[],
  headers: Readonly<Record<string, boolean>>,
): { readonly blocks: readonly Block[]; readonly tables: readonly ReadTable[] } {
  const tables = new Map<string, ReadTable>();
  let leading: Leading | null = null;
  const read = blocks.map((block): Block => {
    const { rows = [] } = block;
    const [first] = rows;
    if (block.kind !== 'table' || !first) return block;
    if (block.goesOn && leading && leading.header.length === first.length)
      return saidOf(block, rows, leading, headers[leading.id]);
    const id = idOf(first);
    leading = { id, header: first };
    const said = headers[id];
    const whole: Block = said === undefined ? block : { ...block, hasHeader: said, isHeaderMarked: true };
    if (rows.length > 1 && !tables.has(id) && tables.size < SHOWN_TABLES.tables)
      tables.set(id, tableOf(id, whole, rows, said !== undefined));
    return whole;
  });
  return { blocks: read, tables: [...tables.values()] };
}

/** A part of a table: its header is the table's, or it has none. */
function saidOf(block: Block, rows: Rows, { header }: Leading, said: boolean | undefined): Block {
  if (said === undefined || said === block.hasHeader) return block;
  return { ...block, rows: said ? [header, ...rows] : rows.slice(1), hasHeader: said, isHeaderMarked: true };
}

function tableOf(id: string, block: Block, rows: Rows, isSaid: boolean): ReadTable {
  const { hasHeader = hasHeaderRow(rows), isHeaderMarked, page } = block;
  const [first = []] = rows;
  const isTooLong = hasHeader && first.join(' | ').length > LONGEST_HEADER;
  const basis: HeaderBasis = isTooLong ? 'too_long' : isSaid ? 'owner' : isHeaderMarked ? 'marked' : 'form';
  return {
    id,
    page,
    rows: rows.length,
    columns: Math.max(1, ...rows.map((row) => row.length)),
    beginning: rows.slice(0, SHOWN_TABLES.rows).map((row) => row.slice(0, SHOWN_TABLES.columns).map(cut)),
    hasHeader: hasHeader && !isTooLong,
    basis,
  };
}

function cut(cell: string): string {
  const letters = Array.from(cell.replace(/\s+/g, ' ').trim());
  return letters.length > SHOWN_TABLES.characters
    ? `${letters.slice(0, SHOWN_TABLES.characters - 1).join('')}…`
    : letters.join('');
}

/** By its first row: other tables of the document may come before it, or go. */
function idOf(first: Rows[number]): string {
  const words = first.map((cell) => cell.replace(/\s+/g, ' ').trim().toLowerCase());
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);
}
