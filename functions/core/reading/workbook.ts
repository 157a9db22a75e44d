import { type CellObject, read, SSF, utils, type WorkBook, type WorkSheet } from '@e965/xlsx';
import { workbookStream } from './biff';
import { type CellNotation, notationOf, shownText } from './cell-text';
import { DEFAULT_PASSWORD } from './default-password';
import type { Extraction, ExtractionLimits } from './extraction';
import { htmlToBlocks } from './html';
import { addressBehind } from './links';
import { cleanText } from './normalise';
import { noticesOf } from './notices';
import { openPackage } from './ooxml';
import { type Sheet, type SheetCell, sheetBlocks } from './sheet';
import { UnreadableDocument } from './unreadable';
import { unlockedWorkbook } from './xls-lock';
import { readXlsMarks } from './xls-marks';
import { NO_MARKS, readSheetMarks, type SheetMarks } from './xlsx-marks';

/** Workbooks of Excel 97 to 2003, and of before; of 2003 in XML, too. */
export async function extractXls(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const stream = workbookStream(bytes);
  const unlocked = stream && unlockedWorkbook(stream);
  return extractWorkbook(unlocked ?? bytes, limits, readXlsMarks(unlocked ?? stream ?? new Uint8Array()));
}

/** Workbooks of Excel 2007 and later. */
export async function extractXlsx(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  return extractWorkbook(bytes, limits, readSheetMarks(openPackage(bytes, limits)));
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
  const words = sheets
    .map(({ name, sheet }) => `${name}\n${wordsOf(sheet, marksOf(name), limits)}`)
    .join('\n');
  const notation = notationOf(
    words,
    sheets.flatMap(({ name, sheet }) => cellFormatsOf(sheet, marksOf(name))),
    SSF.is_date,
  );
  const blocks = sheets.flatMap((named) => sheetBlocks(sheetOf(named, notation, marksOf(named.name))));
  const unvalued = sheets.reduce((sum, { name }) => sum + marksOf(name).unvalued, 0);
  const filtered = sheets.reduce((sum, { sheet, name }) => sum + filteredRows(sheet, marksOf(name)), 0);
  return {
    blocks,
    pages: null,
    notices: noticesOf({ formulas_without_value: unvalued, rows_filtered: filtered }),
  };
}

function readWorkbook(bytes: Uint8Array): WorkBook {
  try {
    return read(bytes, {
      type: 'array',
      password: DEFAULT_PASSWORD,
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

/** Rows that a filter hides. */
function filteredRows(sheet: WorkSheet, marks: SheetMarks): number {
  const filter = sheet['!autofilter'];
  if (!filter) return marks.filtered;
  const { s, e } = utils.decode_range(filter.ref);
  let rows = 0;
  for (let row = s.r + 1; row <= e.r; row++) if (isHiddenRow(sheet, marks, row)) rows++;
  return rows;
}

/** Visits the cells that are seen; what lies between two cells far apart is skipped. */
function eachCell(
  sheet: WorkSheet,
  marks: SheetMarks,
  visit: (cell: CellObject, row: number, column: number) => void,
): void {
  const data = (sheet['!data'] ?? []) as readonly (readonly (CellObject | undefined)[] | undefined)[];
  // By their keys: `forEach` looks at each of a million places that hold nothing.
  for (const row of Object.keys(data).map(Number)) {
    if (isHiddenRow(sheet, marks, row)) continue;
    const cells = data[row] ?? [];
    for (const column of Object.keys(cells).map(Number)) {
      const cell = cells[column];
      if (cell && !sheet['!cols']?.[column]?.hidden) visit(cell, row, column);
    }
  }
}

function wordsOf(sheet: WorkSheet, marks: SheetMarks, limits: ExtractionLimits): string {
  const words: string[] = [];
  let characters = 0;
  eachCell(sheet, marks, ({ t, v, w = '' }) => {
    characters += t === 's' ? String(v).length : w.length;
    if (characters > limits.maxCharacters) {
      throw new UnreadableDocument('too_much_text', `more than ${limits.maxCharacters} characters`);
    }
    if (t === 's') words.push(String(v));
  });
  return words.join('\n');
}

function cellFormatsOf(sheet: WorkSheet, marks: SheetMarks): string[] {
  const formats = new Set<string>();
  eachCell(sheet, marks, ({ z }) => {
    if (typeof z === 'string') formats.add(z);
  });
  return [...formats];
}

/** The cells that say something, as the workbook's owner sees them. */
function sheetOf({ name, sheet }: NamedSheet, notation: CellNotation, marks: SheetMarks): Sheet {
  const cells: SheetCell[] = [];
  const struck = new Set<number>();
  eachCell(sheet, marks, (cell, row, column) => {
    const place = utils.encode_cell({ r: row, c: column });
    if (marks.struck.has(place)) {
      struck.add(row);
      return;
    }
    const said = cleanText(richText(cell) ?? shownText(cell, notation));
    const linked = cell.l?.Target ? said + addressBehind(said, cell.l.Target) : said;
    const text = withNote(linked, cell);
    if (text) cells.push({ row, column, text, isBold: marks.bold.has(place), ground: groundOf(cell) });
  });
  const filtered = sheet['!autofilter'] && utils.decode_range(sheet['!autofilter'].ref).s.r;
  return {
    name,
    cells,
    joins: (sheet['!merges'] ?? []).map(({ s, e }) => ({ top: s.r, left: s.c, bottom: e.r, right: e.c })),
    headers: new Set([...marks.headers, ...(filtered === undefined ? [] : [filtered])]),
    isUnseen: (row) => struck.has(row) || isHiddenRow(sheet, marks, row),
    boxes: marks.boxes,
  };
}

function isHiddenRow(sheet: WorkSheet, { collapsed }: SheetMarks, row: number): boolean {
  return sheet['!rows']?.[row]?.hidden === true && !collapsed.has(row);
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
