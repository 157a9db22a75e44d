import { type CellObject, read, SSF, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import type { Block } from './block';
import { type CellNotation, notationOf, shownText } from './cell-text';
import type { Extraction, ExtractionLimits } from './extraction';
import { type GridOptions, gridToBlocks } from './grid';
import { htmlToBlocks } from './html';
import { cleanText } from './normalise';
import { openPackage } from './ooxml';
import { UnreadableDocument } from './unreadable';
import { NO_MARKS, readSheetMarks, type SheetMarks } from './xlsx-marks';
import { assertUnpacksWithin } from './zip';

/** Workbooks of Excel 97 to 2003, and of before. */
export async function extractXls(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  return extractWorkbook(bytes, limits, new Map());
}

/** Workbooks of Excel 2007 and later. */
export async function extractXlsx(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  assertUnpacksWithin(bytes, limits.maxUnpackedBytes);
  return extractWorkbook(bytes, limits, readSheetMarks(openPackage(bytes)));
}

/** Workbooks of LibreOffice and OpenOffice. */
export async function extractOds(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  assertUnpacksWithin(bytes, limits.maxUnpackedBytes);
  return extractWorkbook(bytes, limits, new Map());
}

/** What is seen of a workbook: its sheets under their names, cells as they show, formulas by their last results. */
async function extractWorkbook(
  bytes: Uint8Array,
  limits: ExtractionLimits,
  marks: ReadonlyMap<string, SheetMarks>,
): Promise<Extraction> {
  const workbook = readWorkbook(bytes);
  const sheets = seenSheets(workbook);
  const marksOf = (name: string) => marks.get(name) ?? NO_MARKS;
  const words = sheets.map(({ name, sheet }) => `${name}\n${wordsOf(sheet, limits)}`).join('\n');
  const notation = notationOf(
    words,
    sheets.flatMap(({ sheet }) => formatsOf(sheet)),
    SSF.is_date,
  );
  const blocks = sheets.flatMap(({ name, sheet }): Block[] => {
    const grid = gridToBlocks(...gridOf(sheet, notation, marksOf(name)));
    return grid.length > 0 ? [{ kind: 'heading', text: cleanText(name), level: 1, page: null }, ...grid] : [];
  });
  const unvalued = sheets.reduce((sum, { name }) => sum + marksOf(name).unvalued, 0);
  return {
    blocks,
    pages: null,
    ...(unvalued > 0 && { notices: [{ kind: 'formulas_without_value', count: unvalued, pages: [] }] }),
  };
}

function readWorkbook(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, {
      type: 'array',
      dense: true,
      // A date whose order is the reader's country's is written as everybody reads it.
      dateNF: 'yyyy-mm-dd',
      cellNF: true,
      // Without them nothing says which rows and columns are hidden.
      cellStyles: true,
      cellFormula: false,
      // Of words that are struck out or raised within a cell only this tells.
      cellHTML: true,
    });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new UnreadableDocument(/password|encrypt/i.test(detail) ? 'encrypted' : 'corrupted', detail);
  }
}

interface NamedSheet {
  readonly name: string;
  readonly sheet: WorkSheet;
}

function seenSheets({ SheetNames, Sheets, Workbook }: WorkBook): NamedSheet[] {
  return SheetNames.flatMap((name, index) => {
    const sheet = Sheets[name];
    return sheet && !Workbook?.Sheets?.[index]?.Hidden ? [{ name, sheet }] : [];
  });
}

/** Visits the cells that are seen. Sparse: what lies between two cells far apart is never visited. */
function eachCell(sheet: WorkSheet, visit: (cell: CellObject, row: number, column: number) => void): void {
  const data = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
  data.forEach((cells, row) => {
    if (sheet['!rows']?.[row]?.hidden) return;
    cells?.forEach((cell, column) => {
      if (cell && !sheet['!cols']?.[column]?.hidden) visit(cell, row, column);
    });
  });
}

function wordsOf(sheet: WorkSheet, limits: ExtractionLimits): string {
  const words: string[] = [];
  let characters = 0;
  eachCell(sheet, ({ t, v, w = '' }) => {
    characters += t === 's' ? String(v).length : w.length;
    if (characters > limits.maxCharacters) {
      throw new UnreadableDocument('too_much_text', `more than ${limits.maxCharacters} characters`);
    }
    if (t === 's') words.push(String(v));
  });
  return words.join('\n');
}

function formatsOf(sheet: WorkSheet): string[] {
  const formats = new Set<string>();
  eachCell(sheet, ({ z }) => {
    if (typeof z === 'string') formats.add(z);
  });
  return [...formats];
}

/** Rows of the cells' texts; an empty one stands where rows are missing, since that is where a table ends. */
function gridOf(
  sheet: WorkSheet,
  notation: CellNotation,
  marks: SheetMarks,
): [rows: string[][], options: GridOptions] {
  const rows = new Map<number, string[]>();
  const grounds = new Map<number, Set<string>>();
  const used = new Set<number>();
  /** Rows with letters that are not bold. */
  const plain = new Set<number>();
  eachCell(sheet, (cell, row, column) => {
    const place = utils.encode_cell({ r: row, c: column });
    if (marks.struck.has(place)) return;
    const text = withNote(cleanText(richText(cell) ?? shownText(cell, notation)), cell);
    if (!text) return;
    if (!marks.bold.has(place)) plain.add(row);
    const cells = rows.get(row) ?? [];
    cells[column] = text;
    rows.set(row, cells);
    grounds.set(row, (grounds.get(row) ?? new Set()).add(groundOf(cell)));
    used.add(column);
  });
  const columns = [...used].sort((a, b) => a - b);
  const spanned = fillJoined(sheet, rows, columns);
  const grid: string[][] = [];
  const headers: string[][] = [];
  const joined: string[][] = [];
  const filtered = sheet['!autofilter'] && utils.decode_range(sheet['!autofilter'].ref).s.r;
  let before = -1;
  for (const [row, cells] of [...rows].sort(([a], [b]) => a - b)) {
    if (row > before + 1) grid.push([]);
    const texts = columns.map((column) => cells[column] ?? '');
    grid.push(texts);
    if (spanned.has(row)) joined.push(texts);
    const isBold = !plain.has(row) && plain.has(row + 1);
    if (row === filtered || marks.headers.has(row) || isBold || isOnOwnGround(row, grounds))
      headers.push(texts);
    before = row;
  }
  return [grid, { titleLevel: 2, hasJoinedCells: true, headers, joined }];
}

/** The words of a cell of which some are struck out or raised; null where none are. */
function richText({ t, h }: CellObject): string | null {
  if (t !== 's' || typeof h !== 'string' || !/<(?:s|sup|sub)>/.test(h)) return null;
  return htmlToBlocks(h)
    .map(({ text }) => text)
    .join(' ');
}

/** With what a note at the cell says, which is shown to who points at it; not with what editors say to one another. */
function withNote(text: string, { c: notes }: CellObject): string {
  const said = (notes ?? []).flatMap(({ a: author = '', t: note = '' }) => {
    const own = note.startsWith(`${author}:`) ? note.slice(author.length + 1) : note;
    return /^\[(?:threaded comment|kommentarthread)/i.test(note) ? [] : [cleanText(own)];
  });
  const added = said.filter(Boolean).join('; ');
  return text && added ? `${text} (${added})` : text || added;
}

/** The colour behind a cell, empty where there is none. */
function groundOf({ s }: CellObject): string {
  const { patternType, fgColor } = (s ?? {}) as { patternType?: string; fgColor?: object };
  return patternType === 'solid' ? JSON.stringify(fgColor ?? {}) : '';
}

/** All of a row on one colour that neither of the two below it has: of stripes every other row has the same. */
function isOnOwnGround(row: number, grounds: ReadonlyMap<number, ReadonlySet<string>>): boolean {
  const [ground, ...others] = grounds.get(row) ?? [];
  return (
    Boolean(ground) &&
    others.length === 0 &&
    ![1, 2].some((below) => grounds.get(row + below)?.has(ground ?? ''))
  );
}

/**
 * What stands in a cell that was joined from several is said of every row and column that it spans. The rows in which
 * nothing else stands.
 */
function fillJoined(
  sheet: WorkSheet,
  rows: ReadonlyMap<number, string[]>,
  columns: readonly number[],
): ReadonlySet<number> {
  const spanned = new Set<number>();
  const numbers = [...rows.keys()].sort((a, b) => a - b);
  for (const { s: first, e: last } of sheet['!merges'] ?? []) {
    const text = rows.get(first.r)?.[first.c];
    if (!text) continue;
    for (const number of numbers) {
      if (number < first.r) continue;
      if (number > last.r) break;
      const cells = rows.get(number) ?? [];
      for (const column of columns) {
        if (column >= first.c && column <= last.c) cells[column] ??= text;
      }
      const others = columns.some((column) => cells[column] && (column < first.c || column > last.c));
      if (last.c > first.c && !others) spanned.add(number);
    }
  }
  return spanned;
}
