import { type CellObject, read, SSF, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import type { Block } from '../index/passage';
import { type CellNotation, notationOf, shownText } from './cell-text';
import type { Extraction, ExtractionLimits } from './extraction';
import { type GridOptions, gridToBlocks } from './grid';
import { cleanText } from './normalise';
import { UnreadableDocument } from './unreadable';
import { assertUnpacksWithin } from './zip';

/** Workbooks of Excel 97 to 2003, and of before. */
export async function extractXls(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  return extractWorkbook(bytes, limits);
}

/** Workbooks of Excel 2007 and later. */
export async function extractXlsx(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  assertUnpacksWithin(bytes, limits.maxUnpackedBytes);
  return extractWorkbook(bytes, limits);
}

/** What is seen of a workbook: its sheets under their names, cells as they show, formulas by their last results. */
async function extractWorkbook(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const workbook = readWorkbook(bytes);
  const sheets = seenSheets(workbook);
  const words = sheets.map(({ name, sheet }) => `${name}\n${wordsOf(sheet, limits)}`).join('\n');
  const notation = notationOf(
    words,
    sheets.flatMap(({ sheet }) => formatsOf(sheet)),
    SSF.is_date,
  );
  const blocks = sheets.flatMap(({ name, sheet }): Block[] => {
    const grid = gridToBlocks(...gridOf(sheet, notation));
    return grid.length > 0 ? [{ kind: 'heading', text: cleanText(name), level: 1, page: null }, ...grid] : [];
  });
  return { blocks, pages: null };
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
      cellHTML: false,
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
function gridOf(sheet: WorkSheet, notation: CellNotation): [rows: string[][], options: GridOptions] {
  const rows = new Map<number, string[]>();
  const grounds = new Map<number, Set<string>>();
  const used = new Set<number>();
  eachCell(sheet, (cell, row, column) => {
    const text = cleanText(shownText(cell, notation));
    if (!text) return;
    const cells = rows.get(row) ?? [];
    cells[column] = text;
    rows.set(row, cells);
    grounds.set(row, (grounds.get(row) ?? new Set()).add(groundOf(cell)));
    used.add(column);
  });
  const columns = [...used].sort((a, b) => a - b);
  fillJoined(sheet, rows, columns);
  const grid: string[][] = [];
  const headers: string[][] = [];
  const filtered = sheet['!autofilter'] && utils.decode_range(sheet['!autofilter'].ref).s.r;
  let before = -1;
  for (const [row, cells] of [...rows].sort(([a], [b]) => a - b)) {
    if (row > before + 1) grid.push([]);
    const texts = columns.map((column) => cells[column] ?? '');
    grid.push(texts);
    if (row === filtered || isOnOwnGround(row, grounds)) headers.push(texts);
    before = row;
  }
  return [grid, { titleLevel: 2, hasJoinedCells: true, headers }];
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

/** What stands in a cell that was joined from several is said of every row and column that it spans. */
function fillJoined(sheet: WorkSheet, rows: ReadonlyMap<number, string[]>, columns: readonly number[]): void {
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
    }
  }
}
