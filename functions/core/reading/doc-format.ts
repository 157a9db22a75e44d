import { type CellShape, cellShapes } from './doc-cells';
import type { Raised } from './doc-letters';
import { viewOf } from './ole';

export interface ParagraphFormat {
  /** Of a heading: 1 is the highest. */
  readonly level: number | null;
  readonly isListItem: boolean;
  readonly inTable: boolean;
  /** Whether it is only the mark that ends a table's row. */
  readonly isRowEnd: boolean;
  /** Of a mark that ends a row: its cells, as far as the file tells. */
  readonly shapes: readonly CellShape[];
}

export const PLAIN: ParagraphFormat = {
  level: null,
  isListItem: false,
  inTable: false,
  isRowEnd: false,
  shapes: [],
};

/** Tables of a Word document of before 2007 that say how its characters look. */
export interface FormatTables {
  readonly styles: Uint8Array;
  readonly characters: Uint8Array;
  readonly paragraphs: Uint8Array;
}

/** How letters are set. */
export interface LetterLook {
  readonly isUnseen: boolean;
  readonly raised: Raised;
}

/** Of stretches of the stream, ascending, how their letters are set, where that is in another way than usual. */
export class LetterLooks {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #looks: LetterLook[] = [];

  add(start: number, end: number, look: LetterLook): void {
    this.#starts.push(start);
    this.#ends.push(end);
    this.#looks.push(look);
  }

  at(position: number): LetterLook | undefined {
    const index = lastAtMost(this.#starts, position);
    return index >= 0 && position < (this.#ends[index] ?? 0) ? this.#looks[index] : undefined;
  }
}

const PAGE = 512;

// Codes of formats, [MS-DOC] 2.6: what a paragraph or a run of characters has besides its style's.
const IN_TABLE = 0x2416;
const ROW_END = 0x2417;
const OUTLINE_LEVEL = 0x2640;
const LIST = 0x460b;
const DELETED = 0x0800;
const HIDDEN = 0x083c;
const STRUCK = 0x0837;
const STRUCK_TWICE = 0x2a53;
const RAISED = 0x2a48;
const TABLE_DEFINITION = 0xd608;

/** No heading, though its style may be one's. */
const BODY_LEVEL = 9;

/** Formats of paragraphs and which characters are not to be seen, by where they stand in the stream. */
export function formattingOf(stream: Uint8Array, tables: FormatTables) {
  const levels = headingLevels(tables.styles);
  const starts: number[] = [];
  const formats: ParagraphFormat[] = [];
  for (const page of pagesOf(stream, tables.paragraphs)) {
    for (const run of runsOf(page, 13)) {
      starts.push(run.start);
      formats.push(paragraphFormat(page, run.offset, levels));
    }
  }
  const looks = new LetterLooks();
  for (const page of pagesOf(stream, tables.characters)) {
    for (const { start, end, offset } of runsOf(page, 1)) {
      if (offset === 0) continue;
      const look = lookOf(page.subarray(offset + 1, offset + 1 + (page[offset] ?? 0)));
      if (look.isUnseen || look.raised) looks.add(start, end, look);
    }
  }
  return {
    looks,
    paragraphAt: (position: number): ParagraphFormat => formats[lastAtMost(starts, position)] ?? PLAIN,
  };
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
  levels: ReadonlyMap<number, number>,
): ParagraphFormat {
  let [isListItem, inTable, isRowEnd] = [false, false, false];
  let shapes: readonly CellShape[] = [];
  if (offset === 0) return PLAIN;
  const size = page[offset] ?? 0;
  const start = size === 0 ? offset + 2 : offset + 1;
  const end = size === 0 ? start + 2 * (page[offset + 1] ?? 0) : start + 2 * size - 1;
  const formats = page.subarray(start, end);
  if (formats.length < 2) return PLAIN;
  let level = levels.get(viewOf(formats).getUint16(0, true)) ?? null;
  const list = formats.subarray(2);
  for (const { code, value, at } of codesOf(list)) {
    if (code === IN_TABLE) inTable = value === 1;
    else if (code === ROW_END) isRowEnd = value === 1;
    else if (code === OUTLINE_LEVEL) level = value < BODY_LEVEL ? value + 1 : null;
    else if (code === LIST) isListItem = value !== 0;
    else if (code === TABLE_DEFINITION) shapes = cellShapes(list.subarray(at));
  }
  return { level, isListItem, inTable, isRowEnd, shapes };
}

function lookOf(formats: Uint8Array): LetterLook {
  const unseen = new Set<number>();
  let raised: Raised = null;
  for (const { code, value } of codesOf(formats)) {
    if (code === RAISED) raised = RAISES[value] ?? null;
    else if ([DELETED, HIDDEN, STRUCK, STRUCK_TWICE].includes(code))
      value === 1 ? unseen.add(code) : unseen.delete(code);
  }
  return { isUnseen: unseen.size > 0, raised };
}

const RAISES: readonly Raised[] = [null, 'super', 'sub'];

interface Code {
  readonly code: number;
  readonly value: number;
  /** Where the value stands in the list. */
  readonly at: number;
}

/** Formats of a list: each a code, whose upper bits tell its length, and a value. */
function* codesOf(formats: Uint8Array): Generator<Code> {
  const view = viewOf(formats);
  let at = 0;
  while (at + 3 <= formats.length) {
    const code = view.getUint16(at, true);
    at += 2;
    const [first = 0, second = 0] = formats.subarray(at, at + 2);
    const kind = code >> 13;
    yield { code, value: kind === 2 || kind === 4 || kind === 5 ? first + second * 256 : first, at };
    if (kind <= 1) at += 1;
    else if (kind === 3) at += 4;
    else if (kind === 7) at += 3;
    else if (kind !== 6) at += 2;
    else at += code === TABLE_DEFINITION ? first + second * 256 + 1 : first + 1;
  }
}

/** Built-in style `heading n` is the number n for ever, whatever its name in the program's language. */
const HEADINGS = 9;
const TITLE = 62;
const NO_STYLE = 0xfff;

/** Levels of the styles that are headings, or made from one. */
function headingLevels(styles: Uint8Array): ReadonlyMap<number, number> {
  const own = new Map<number, number>();
  const bases = new Map<number, number>();
  if (styles.length < 4) return own;
  const view = viewOf(styles);
  const count = view.getUint16(2, true);
  let at = 2 + view.getUint16(0, true);
  for (let style = 0; style < count && at + 2 <= styles.length; style++) {
    const size = view.getUint16(at, true);
    if (size >= 4 && at + 6 <= styles.length) {
      const builtIn = view.getUint16(at + 2, true) & 0xfff;
      if (builtIn >= 1 && builtIn <= HEADINGS) own.set(style, builtIn);
      else if (builtIn === TITLE) own.set(style, 1);
      bases.set(style, view.getUint16(at + 4, true) >> 4);
    }
    // Each begins at an even place.
    at += 2 + size + (size % 2);
  }
  const levels = new Map<number, number>();
  for (const style of bases.keys()) {
    let base = style;
    for (let step = 0; step < count && base !== NO_STYLE && !own.has(base); step++) {
      base = bases.get(base) ?? NO_STYLE;
    }
    const level = own.get(base);
    if (level !== undefined) levels.set(style, level);
  }
  return levels;
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
