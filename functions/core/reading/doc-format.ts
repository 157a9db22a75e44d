import type { Marks } from './block';
import { codesOf, TABLE_DEFINITION } from './doc-codes';
import {
  type DocStyle,
  type DocStyles,
  type LetterLook,
  lettersWith,
  PLAIN_STYLE,
  paragraphWith,
  readStyles,
} from './doc-styles';
import { viewOf } from './ole';
import { symbolOf } from './symbols';
import type { CellShape } from './word-cells';

/** What a paragraph is, and where it stands. */
export interface ParagraphFormat extends DocStyle {
  /** In how many tables. */
  readonly depth: number;
  /** Whether its mark, if it is one of a cell, ends a table's row. */
  readonly endsRow: boolean;
  /** The same of a table within a table, whose marks are those of any paragraph. */
  readonly endsInnerCell: boolean;
  readonly endsInnerRow: boolean;
  readonly isHeader: boolean;
  /** Whether a colour is behind it. */
  readonly isShaded: boolean;
  /** Of a mark that ends a row: its cells, as far as the file tells. */
  readonly shapes: readonly CellShape[];
}

export const PLAIN: ParagraphFormat = {
  ...PLAIN_STYLE,
  depth: 0,
  endsRow: false,
  endsInnerCell: false,
  endsInnerRow: false,
  isHeader: false,
  isShaded: false,
  shapes: [],
};

/** Tables of a Word document of before 2007 that say how its characters look. */
export interface FormatTables {
  readonly styles: Uint8Array;
  readonly characters: Uint8Array;
  readonly paragraphs: Uint8Array;
  /** Names of fonts. */
  readonly fonts: Uint8Array;
  /** Formats that are too long for their page, as those of rows with many cells. */
  readonly data: Uint8Array;
}

export interface Letters {
  readonly marks: Marks;
  /** What is shown in the place of each, if that is something else. */
  shown?: ((letter: string) => string) | undefined;
}

export interface Formatting {
  paragraphAt(position: number): ParagraphFormat;
  /** Of a letter in such a paragraph. */
  lettersAt(position: number, paragraph: ParagraphFormat): Letters;
}

const PAGE = 512;
const [IN_TABLE, DEPTH] = [0x2416, 0x6649];
const [ROW_END, INNER_ROW_END, INNER_CELL_END] = [0x2417, 0x244c, 0x244b];
const HEADER = 0x3404;
const SHADINGS = new Set([0x442d, 0xc64d]);

/** How paragraphs and letters are set, by where they stand in the stream. */
export function formattingOf(stream: Uint8Array, tables: FormatTables): Formatting {
  const styles = readStyles(tables.styles);
  const fonts = fontsIn(tables.fonts);
  const [starts, formats]: [number[], ParagraphFormat[]] = [[], []];
  for (const page of pagesOf(stream, tables.paragraphs)) {
    for (const run of runsOf(page, 13)) {
      starts.push(run.start);
      formats.push(paragraphFormat(page, run.offset, { styles, data: tables.data }));
    }
  }
  const [letterStarts, letters]: [number[], Uint8Array[]] = [[], []];
  for (const page of pagesOf(stream, tables.characters)) {
    for (const { start, offset } of runsOf(page, 1)) {
      letterStarts.push(start);
      letters.push(offset === 0 ? NOTHING : page.subarray(offset + 1, offset + 1 + (page[offset] ?? 0)));
    }
  }
  // Letters come one by one, and thousands are set alike.
  let last: { readonly run: number; readonly paragraph: ParagraphFormat; readonly read: Letters } | null =
    null;
  const isWithin = (run: number, position: number) =>
    (letterStarts[run] ?? 0) <= position && position < (letterStarts[run + 1] ?? Number.POSITIVE_INFINITY);
  return {
    paragraphAt: (position) => formats[lastAtMost(starts, position)] ?? PLAIN,
    lettersAt(position, paragraph) {
      if (last?.paragraph === paragraph && isWithin(last.run, position)) return last.read;
      const run = lastAtMost(letterStarts, position);
      const look = lettersWith(letters[run] ?? NOTHING, paragraph.letters, styles);
      last = { run, paragraph, read: { marks: marksOf(look, paragraph), shown: signOf(look, fonts) } };
      return last.read;
    },
  };
}

const NOTHING = new Uint8Array();

function marksOf(look: LetterLook, { depth, isShaded }: ParagraphFormat): Marks {
  const { isBold, raised, size } = look;
  // In tables their style may give a colour.
  const isUnseenWhite = look.isWhite && !look.isShaded && !isShaded && depth === 0;
  return {
    isHidden: look.isHidden || look.isDeleted || isUnseenWhite,
    isStruck: look.isStruck || look.isStruckTwice,
    ...{ isBold, raised, size },
  };
}

/** Of letters that are set in a font of signs, or that a sign stands in the place of. */
function signOf({ sign, font }: LetterLook, fonts: readonly string[]): Letters['shown'] {
  if (sign) return () => symbolOf(String.fromCharCode(sign.place), fonts[sign.font] ?? '');
  const name = fonts[font ?? 0] ?? '';
  return /^(?:wingdings|symbol)/i.test(name) ? (letter) => symbolOf(letter, name) : undefined;
}

/** Names of fonts by their numbers: [MS-DOC] 2.9.287. */
function fontsIn(table: Uint8Array): string[] {
  const names: string[] = [];
  // Behind how many there are; each begins with its length, and its name stands behind forty bytes.
  for (let at = 4; at < table.length; at += 1 + (table[at] ?? 0)) {
    const name = Buffer.from(table.subarray(at + 40, at + 1 + (table[at] ?? 0))).toString('utf16le');
    names.push(name.split('\0')[0] ?? '');
  }
  return names;
}

/** Pages of formats, in the order of the characters that they are about. */
function pagesOf(stream: Uint8Array, table: Uint8Array): Uint8Array[] {
  const view = viewOf(table);
  const count = Math.max(0, Math.floor((table.length - 4) / 8));
  const pages: Uint8Array[] = [];
  for (let i = 0; i < count; i++) {
    const number = view.getUint32((count + 1) * 4 + i * 4, true) & 0x3fffff;
    const page = stream.subarray(number * PAGE, (number + 1) * PAGE);
    if (page.length === PAGE) pages.push(page);
  }
  return pages;
}

interface Run {
  readonly start: number;
  readonly end: number;
  /** Where its formats stand in the page; 0 for none. */
  readonly offset: number;
}

/** Runs of a page; `width`: bytes that say of each where its formats are. */
function* runsOf(page: Uint8Array, width: number): Generator<Run> {
  const view = viewOf(page);
  const count = page[PAGE - 1] ?? 0;
  const places = (count + 1) * 4;
  for (let i = 0; i < count && places + i * width < PAGE; i++) {
    yield {
      start: view.getUint32(i * 4, true),
      end: view.getUint32(i * 4 + 4, true),
      offset: (page[places + i * width] ?? 0) * 2,
    };
  }
}

function paragraphFormat(
  page: Uint8Array,
  offset: number,
  { styles, data }: { readonly styles: DocStyles; readonly data: Uint8Array },
): ParagraphFormat {
  if (offset === 0) return { ...PLAIN, ...styles(0) };
  const size = page[offset] ?? 0;
  const start = size === 0 ? offset + 2 : offset + 1;
  const end = size === 0 ? start + 2 * (page[offset + 1] ?? 0) : start + 2 * size - 1;
  const formats = page.subarray(start, end);
  if (formats.length < 2) return PLAIN;
  const list = wholeList(formats.subarray(2), data);
  let format: ParagraphFormat = {
    ...PLAIN,
    ...paragraphWith(list, styles(viewOf(formats).getUint16(0, true))),
  };
  for (const { code, value, at } of codesOf(list)) {
    if (code === IN_TABLE) format = { ...format, depth: Math.max(value, format.depth) };
    else if (code === DEPTH) format = { ...format, depth: value };
    else if (code === INNER_CELL_END) format = { ...format, endsInnerCell: value === 1 };
    else if (code === ROW_END) format = { ...format, endsRow: value === 1 };
    else if (code === INNER_ROW_END) format = { ...format, endsInnerRow: value === 1 };
    else if (SHADINGS.has(code)) format = { ...format, isShaded: value !== 0 };
    else if (code === HEADER) format = { ...format, isHeader: value === 1 };
    else if (code === TABLE_DEFINITION) format = { ...format, shapes: cellShapes(list.subarray(at)) };
  }
  return format;
}

/** Where all that a list says is where the whole of it stands, behind its length. */
function wholeList(list: Uint8Array, data: Uint8Array): Uint8Array {
  const [first] = codesOf(list);
  if (!first || !ELSEWHERE.has(first.code) || first.value + 2 > data.length) return list;
  return data.subarray(first.value + 2, first.value + 2 + viewOf(data).getUint16(first.value, true));
}

const ELSEWHERE = new Set([0x6645, 0x6646]);

/** What the format of a cell takes; its flags come first: [MS-DOC] 2.9.317. */
const CELL_FORMAT = 20;
const [JOINED_ACROSS, JOINED_DOWN, FIRST_DOWN] = [0x03, 0x20, 0x40];

/** Reads the definition of a row: its length, how many cells, their borders, their formats, of which the last may lack. */
function cellShapes(operand: Uint8Array): CellShape[] {
  if (operand.length < 3) return [];
  const definition = operand.subarray(2, viewOf(operand).getUint16(0, true) + 1);
  const view = viewOf(definition);
  const count = definition[0] ?? 0;
  const formats = 1 + (count + 1) * 2;
  if (definition.length < formats) return [];
  return Array.from({ length: count }, (_, i) => {
    const at = formats + i * CELL_FORMAT;
    const flags = at + 2 <= definition.length ? view.getUint16(at, true) : 0;
    return {
      from: view.getInt16(1 + i * 2, true),
      to: view.getInt16(3 + i * 2, true),
      isJoinedAcross: (flags & JOINED_ACROSS) !== 0,
      goesOn: (flags & JOINED_DOWN) !== 0 && (flags & FIRST_DOWN) === 0,
    };
  });
}

/** Index of the last of ascending numbers that is not above the given one; -1 for none. */
function lastAtMost(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= most) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
