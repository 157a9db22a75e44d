import type { Element } from 'domhandler';
import type { Extraction, ExtractionLimits } from './extraction';
import { cleanText } from './normalise';
import { noticesOf } from './notices';
import { cellsOf, type OdfReader, openOdf, rowsOf, spanOf } from './odf';
import { attribute, childrenOf, elementsIn, localName } from './ooxml';
import { type Join, type Sheet, type SheetCell, sheetBlocks } from './sheet';
import { plainText, toBlocks } from './tree';
import { UnreadableDocument } from './unreadable';

/** Workbooks of LibreOffice and OpenOffice: what their cells show, which the file says in so many words. */
export async function extractOds(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const { body, reader, titles } = openOdf(bytes, 'spreadsheet', limits);
  const sheets = childrenOf(body).filter(
    (element) => localName(element) === 'table' && !reader.looks(attribute(element, 'style-name')).isHidden,
  );
  const read = { reader, left: limits.maxCharacters, filtered: 0 };
  const blocks = sheets.flatMap((sheet) => sheetBlocks(readSheet(sheet, read)));
  return { blocks, pages: null, titles, notices: noticesOf({ rows_filtered: read.filtered }) };
}

interface Reading {
  readonly reader: OdfReader;
  /** Characters that may still come. */
  left: number;
  /** Rows that a filter hides. */
  filtered: number;
}

/** A row that repeats its content more often was filled by mistake, to the end of the sheet. */
const MOST_REPEATED_ROWS = 10_000;

function readSheet(sheet: Element, reading: Reading): Sheet {
  const { reader } = reading;
  const [cells, joins]: [SheetCell[], Join[]] = [[], []];
  const [headers, unseen] = [new Set<number>(), new Set<number>()];
  const hiddenColumns = columnsHidden(sheet);
  let row = 0;

  const readRow = (element: Element, isHead: boolean, isInClosedGroup: boolean) => {
    const times = Number(attribute(element, 'number-rows-repeated') ?? 1);
    const visibility = attribute(element, 'visibility');
    const isHidden = visibility === 'filter' || (visibility === 'collapse' && !isInClosedGroup);
    const own = isHidden ? [] : readCells(element);
    const rows = Math.min(times, MOST_REPEATED_ROWS);
    reading.left -= rows * own.reduce((sum, { text }) => sum + text.length + 1, 0);
    if (reading.left < 0) throw new UnreadableDocument('too_much_text', 'more than a workbook may say');
    for (let repeated = 0; repeated < rows; repeated++) {
      const at = row + repeated;
      if (isHidden) {
        if (visibility === 'filter' && hasText(element)) reading.filtered++;
        unseen.add(at);
      }
      if (own.length === 0) {
        if (hasText(element)) unseen.add(at);
        if (!isHidden) break;
      }
      for (const { join, ...cell } of own) {
        cells.push({ ...cell, row: at });
        if (join.width > 1 || join.height > 1)
          joins.push({
            top: at,
            left: cell.column,
            bottom: at + join.height - 1,
            right: cell.column + join.width - 1,
          });
      }
      if (isHead) headers.add(at);
    }
    row += times;
  };

  const readCells = (element: Element) => {
    let column = 0;
    return childrenOf(element).flatMap((cell) => {
      const first = column;
      const times = Number(attribute(cell, 'number-columns-repeated') ?? 1);
      column += times;
      if (localName(cell) !== 'table-cell') return [];
      const look = reader.looks(attribute(cell, 'style-name'));
      const text = look.isStruck || look.isHidden ? '' : cellText(cell, reader);
      if (!text) return [];
      const own = { text, isBold: look.isBold === true, ground: look.ground ?? '', join: spanOf(cell) };
      return Array.from({ length: Math.min(times, MOST_COLUMNS) }, (_, at) => ({
        ...own,
        column: first + at,
      })).filter((each) => !hiddenColumns.has(each.column));
    });
  };

  for (const own of rowsOf(sheet)) readRow(own.row, own.isHead, own.isClosed);
  const shapes = [
    ...childrenOf(sheet).filter((element) => localName(element) === 'shapes'),
    ...elementsIn(sheet, 'table-cell').flatMap((cell) =>
      childrenOf(cell).filter((element) => /^(?:frame|custom-shape|text-box)$/.test(localName(element))),
    ),
  ];
  return {
    name: attribute(sheet, 'name') ?? '',
    cells,
    joins,
    headers,
    isUnseen: (at) => unseen.has(at),
    boxes: toBlocks(shapes.flatMap((shape) => reader.node(shape))),
  };
}

const MOST_COLUMNS = 1_024;

/** Paragraphs on lines of their own, and what a note at the cell says to whoever points at it. */
function cellText(cell: Element, reader: OdfReader): string {
  const parts = childrenOf(cell);
  const textOf = (of: readonly Element[]) =>
    of
      .filter((element) => localName(element) === 'p')
      .map((paragraph) => plainText(reader.inlines(paragraph)))
      .join('\n');
  const text = cleanText(textOf(parts));
  const notes = parts.filter((element) => localName(element) === 'annotation');
  const note = cleanText(textOf(notes.flatMap(childrenOf)));
  return text && note ? `${text} (${note})` : text || note;
}

function hasText(row: Element): boolean {
  return cellsOf(row).some((cell) => childrenOf(cell).some((element) => localName(element) === 'p'));
}

function columnsHidden(sheet: Element): ReadonlySet<number> {
  const hidden = new Set<number>();
  let column = 0;
  for (const element of elementsIn(sheet, 'table-column')) {
    const times = Number(attribute(element, 'number-columns-repeated') ?? 1);
    // Columns of a closed group are read, as its rows are.
    const { parent } = element;
    const isClosed = parent && 'attribs' in parent && attribute(parent, 'display') === 'false';
    if (attribute(element, 'visibility') && attribute(element, 'visibility') !== 'visible' && !isClosed)
      for (let at = 0; at < Math.min(times, MOST_COLUMNS); at++) hidden.add(column + at);
    column += times;
  }
  return hidden;
}
