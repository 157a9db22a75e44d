import { utils } from '@e965/xlsx';
import { recordsOf } from './biff';
import { viewOf } from './ole';
import { toBlocks } from './tree';
import { NO_MARKS, type SheetMarks } from './xlsx-marks';

const [FONT, LOOK, SHEET] = [0x31, 0xe0, 0x85];
const [BEGIN, END] = [0x809, 0x0a];
const [ROW, PANE, WINDOW, FILTERED] = [0x208, 0x41, 0x23e, 0x9b];
/** Cells that say something, by their first bytes alike; several beside one another. */
const CELLS = new Set([0xfd, 0x203, 0x27e, 0x204, 0x06, 0x205, 0xd6]);
const SEVERAL = 0xbd;
/** A drawn object, the text in it, and where that goes on. */
const [OBJECT, TEXT, MORE] = [0x5d, 0x1b6, 0x3c];
const NOTE = 0x19;
const [STRUCK, BOLD] = [0x08, 600];
const [FROZEN, LEVEL, HIDDEN] = [0x08, 0x07, 0x20];

interface Font {
  readonly isBold: boolean;
  readonly isStruck: boolean;
}

/** What a workbook of Excel 97 to 2003 says of its cells and its library does not, by the sheets' names. */
export function readXlsMarks(stream: Uint8Array): ReadonlyMap<string, SheetMarks> {
  const [fonts, looks]: [Font[], number[]] = [[], []];
  const sheets: { readonly at: number; readonly name: string }[] = [];
  for (const { kind, content } of recordsOf(stream)) {
    if (kind === END) break;
    const view = viewOf(content);
    if (kind === FONT && content.length >= 8)
      fonts.push({
        isBold: view.getUint16(6, true) >= BOLD,
        isStruck: (view.getUint16(2, true) & STRUCK) !== 0,
      });
    else if (kind === LOOK && content.length >= 2) looks.push(view.getUint16(0, true));
    else if (kind === SHEET && content.length >= 8)
      sheets.push({ at: view.getUint32(0, true), name: nameOf(content.subarray(6)) });
  }
  // There is no fourth font: they are counted without it.
  const fontOf = (look: number) => {
    const font = looks[look] ?? 0;
    return fonts[font > 4 ? font - 1 : font];
  };
  return new Map(sheets.map(({ at, name }) => [name, marksOf(stream, at, fontOf)]));
}

/** Its length, whether its letters take two bytes, and they. */
function nameOf(content: Uint8Array): string {
  const [length = 0, isWide = 0] = content;
  const letters = Buffer.from(content.subarray(2, 2 + length * (isWide & 1 ? 2 : 1)));
  return letters.toString(isWide & 1 ? 'utf16le' : 'latin1');
}

function marksOf(stream: Uint8Array, from: number, fontOf: (look: number) => Font | undefined): SheetMarks {
  const [struck, bold] = [new Set<string>(), new Set<string>()];
  const [headers, collapsed] = [new Set<number>(), new Set<number>()];
  const boxes: string[] = [];
  let [isFrozen, isFiltered, hidden] = [false, false, 0];
  let depth = 0;
  /** Of the drawn object that is being read: what kind it is, and how many letters are still to come. */
  let [object, left] = [0, 0];
  const mark = (row: number, column: number, look: number) => {
    const font = fontOf(look);
    if (!font?.isBold && !font?.isStruck) return;
    const place = utils.encode_cell({ r: row, c: column });
    if (font.isStruck) struck.add(place);
    if (font.isBold) bold.add(place);
  };
  for (const { kind, content } of recordsOf(stream, from)) {
    // Charts stand within their sheet.
    if (kind === BEGIN) depth++;
    else if (kind === END && --depth <= 0) break;
    const view = viewOf(content);
    if (kind === MORE && left > 0) {
      const [isWide = 0] = content;
      const letters = content.subarray(1, 1 + left * (isWide & 1 ? 2 : 1));
      boxes.push((boxes.pop() ?? '') + Buffer.from(letters).toString(isWide & 1 ? 'utf16le' : 'latin1'));
      left -= letters.length / (isWide & 1 ? 2 : 1);
    }
    if (kind === FILTERED) isFiltered = true;
    if (depth > 1 || content.length < 6) continue;
    if (kind === OBJECT) object = view.getUint16(4, true);
    // What a note says stands at its cell.
    else if (kind === TEXT && object !== NOTE && content.length >= 12) {
      left = view.getUint16(10, true);
      boxes.push('');
    }
    const row = view.getUint16(0, true);
    if (CELLS.has(kind)) mark(row, view.getUint16(2, true), view.getUint16(4, true));
    else if (kind === SEVERAL)
      for (let at = 4; at + 8 <= content.length; at += 6)
        mark(row, view.getUint16(2, true) + (at - 4) / 6, view.getUint16(at, true));
    else if (kind === ROW && content.length >= 14) {
      const shown = view.getUint16(12, true);
      if (shown & LEVEL) collapsed.add(row);
      else if (shown & HIDDEN) hidden++;
    } else if (kind === WINDOW) isFrozen = (row & FROZEN) !== 0;
    else if (kind === PANE && isFrozen && view.getUint16(2, true) > 0)
      headers.add(view.getUint16(2, true) - 1);
  }
  const lines = boxes.flatMap((text) => text.split(/[\r\n]+/));
  const nodes = lines.map((line) => ({ role: 'paragraph' as const, content: [line] }));
  const filtered = isFiltered ? hidden : 0;
  return { ...NO_MARKS, struck, bold, headers, collapsed, filtered, boxes: toBlocks(nodes) };
}
