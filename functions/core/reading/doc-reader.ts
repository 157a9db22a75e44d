import { codePageText, decodeWindows1252 } from './code-pages';
import type { CellShape } from './doc-cells';
import { formattingOf, type LetterLooks, type ParagraphFormat, PLAIN } from './doc-format';
import { DocLetters } from './doc-letters';
import type { ExtractionLimits } from './extraction';
import { noteAtMark } from './footnote-marks';
import { type OleContainer, viewOf } from './ole';
import { UnreadableDocument } from './unreadable';

/** A paragraph of a Word document of before 2007, in reading order. */
export interface DocParagraph {
  readonly text: string;
  /** Of a heading: 1 is the highest. */
  readonly level: number | null;
  readonly isListItem: boolean;
  readonly place: 'text' | 'cell' | 'row-end';
  /** Of one in a cell: whether it is the cell's last. */
  readonly endsCell: boolean;
  /** Of one that ends a row: how its cells stand. */
  readonly shapes: readonly CellShape[];
}

export interface DocText {
  readonly paragraphs: readonly DocParagraph[];
  /** Of heads and feet, with the text boxes in them. */
  readonly frames: readonly DocParagraph[];
}

/** A stretch of the document's characters and where in the file it stands. */
interface Piece {
  /** First character and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** Where the first character stands in the stream. */
  readonly at: number;
  readonly width: 1 | 2;
}

const WORD_97 = 0xc1;
const [ENCRYPTED, TABLE_1] = [0x0100, 0x0200];

/**
 * Reads the text of a Word document and, where the file is of Word 97 or later, its structure: [MS-DOC] 2.4.1.
 * Comments are left out, notes stand where they are called, text boxes follow the text, heads and feet are apart.
 */
export function readDoc(container: OleContainer, limits: ExtractionLimits): DocText {
  const stream = container.read('WordDocument') ?? new Uint8Array();
  if (stream.length < 0x200) throw new UnreadableDocument('corrupted', 'no header');
  try {
    return read(container, stream, limits);
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableDocument('corrupted', 'a table past the end');
    throw error;
  }
}

function read(container: OleContainer, stream: Uint8Array, limits: ExtractionLimits): DocText {
  const header = viewOf(stream);
  const flags = header.getUint16(0x0a, true);
  if (flags & ENCRYPTED) throw new UnreadableDocument('encrypted', 'password-protected document');
  if (header.getUint16(2, true) < WORD_97)
    return {
      paragraphs: paragraphsOf(stream, piecesOf95(header), {
        formatting: null,
        limits,
        decode: codePageText,
      }),
      frames: [],
    };
  const tables = container.read(flags & TABLE_1 ? '1Table' : '0Table');
  if (!tables) throw new UnreadableDocument('corrupted', 'no table stream');
  const part = (at: number) => {
    const start = header.getUint32(at, true);
    return tables.subarray(start, start + header.getUint32(at + 4, true));
  };
  const formatting = formattingOf(stream, {
    styles: part(0xa2),
    characters: part(0xfa),
    paragraphs: part(0x102),
  });
  const lengths = STORIES.map((_, story) => header.getInt32(0x4c + story * 4, true));
  const pieces = piecesOf(part(0x1a2));
  const read = (of: readonly Piece[], called?: ReadonlyMap<number, string>) =>
    paragraphsOf(stream, of, { formatting, limits, called });
  const called = new Map<number, string>();
  const said = new Set<Story>(['text']);
  for (const { story, calls, begins } of NOTES) {
    const first = firstOf(lengths, STORIES.indexOf(story));
    const notes = calledNotes(placesIn(part(calls), 2), placesIn(part(begins), 0));
    // Where the file doesn't tell who calls them they follow the text.
    if (notes.length === 0) said.add(story);
    for (const { at, from, to } of notes) {
      const note = read(cut(pieces, first + from, first + to));
      called.set(at, note.map(({ text }) => text).join(' '));
    }
  }
  return {
    paragraphs: read(storiesOf(pieces, lengths, said), called),
    frames: read(storiesOf(pieces, lengths, new Set<Story>(['frame']))),
  };
}

/** Word 6 and 95 keep their text in one stretch, in the code page of their Windows. */
function piecesOf95(header: DataView): Piece[] {
  const [at, end] = [header.getUint32(0x18, true), header.getUint32(0x1c, true)];
  return [{ first: 0, end: Math.max(0, end - at), at, width: 1 }];
}

/** The table of pieces, behind what changed formats since the last full save. */
function piecesOf(complex: Uint8Array): Piece[] {
  const view = viewOf(complex);
  let at = 0;
  while (complex[at] === 1) at += 3 + view.getUint16(at + 1, true);
  if (complex[at] !== 2) throw new UnreadableDocument('corrupted', 'no table of pieces');
  const count = Math.floor((view.getUint32(at + 1, true) - 4) / 12);
  const places = at + 5;
  const descriptors = places + (count + 1) * 4;
  return Array.from({ length: count }, (_, i): Piece => {
    const first = view.getUint32(places + i * 4, true);
    const end = view.getUint32(places + i * 4 + 4, true);
    const position = view.getUint32(descriptors + i * 8 + 2, true);
    const isNarrow = (position & 0x40000000) !== 0;
    const offset = position & 0x3fffffff;
    return { first, end, at: isNarrow ? offset >>> 1 : offset, width: isNarrow ? 1 : 2 };
  });
}

/** Text, footnotes, running heads, macros, comments, endnotes, text boxes, those in running heads; in this order. */
const STORIES = ['text', 'footnote', 'frame', null, null, 'endnote', 'text', 'frame'] as const;
type Story = (typeof STORIES)[number];

/** Where the header says who calls notes, and where each begins in its story. */
const NOTES = [
  { story: 'footnote', calls: 0xaa, begins: 0xb2 },
  { story: 'endnote', calls: 0x20a, begins: 0x212 },
] as const;

/** Where a story begins in the document's characters. */
function firstOf(lengths: readonly number[], story: number): number {
  return lengths.slice(0, story).reduce((sum, length) => sum + Math.max(0, length), 0);
}

function storiesOf(
  pieces: readonly Piece[],
  lengths: readonly number[],
  wanted: ReadonlySet<Story>,
): Piece[] {
  return lengths.flatMap((length, story) => {
    const first = firstOf(lengths, story);
    return wanted.has(STORIES[story] ?? null) ? cut(pieces, first, first + Math.max(0, length)) : [];
  });
}

/** The places that a table begins with, of which each but the last has so many bytes behind them. */
function placesIn(table: Uint8Array, bytes: number): number[] {
  const view = viewOf(table);
  const count = Math.floor((table.length - 4) / (4 + bytes)) + 1;
  return Array.from({ length: Math.max(0, count) }, (_, at) => view.getInt32(at * 4, true));
}

/** Of each note where it is called and what of its story it is; none where that can't be so of all. */
function calledNotes(calls: readonly number[], begins: readonly number[]) {
  const notes = calls
    .slice(0, -1)
    .map((at, note) => ({ at, from: begins[note] ?? -1, to: begins[note + 1] ?? -1 }));
  return notes.every(({ from, to }) => from >= 0 && to >= from) ? notes : [];
}

function cut(pieces: readonly Piece[], first: number, end: number): Piece[] {
  return pieces.flatMap((piece) => {
    const from = Math.max(first, piece.first);
    const to = Math.min(end, piece.end);
    return from < to
      ? [{ ...piece, first: from, end: to, at: piece.at + (from - piece.first) * piece.width }]
      : [];
  });
}

interface Formatting {
  paragraphAt(position: number): ParagraphFormat;
  readonly looks: LetterLooks;
}

interface Reading {
  readonly formatting: Formatting | null;
  readonly limits: ExtractionLimits;
  /** Notes by where they are called. */
  readonly called?: ReadonlyMap<number, string> | undefined;
  readonly decode?: (bytes: Uint8Array) => string;
}

const [CELL_END, PARAGRAPH_END, PAGE_END] = ['\x07', '\r', '\f'];
const SEEN = { isUnseen: false, raised: null } as const;

function paragraphsOf(
  stream: Uint8Array,
  pieces: readonly Piece[],
  { formatting, limits, called, decode = decodeWindows1252 }: Reading,
): DocParagraph[] {
  const paragraphs: DocParagraph[] = [];
  const letters = new DocLetters();
  let behind: string[] = [];
  let characters = 0;
  const end = (format: ParagraphFormat, isCellEnd: boolean) => {
    const isInCell = format.inTable || isCellEnd;
    if (isInCell) for (const text of behind) letters.say(` ${text}`);
    paragraphs.push(paragraphOf(letters.take(), format, isCellEnd));
    if (!isInCell) for (const text of behind) paragraphs.push(paragraphOf(text, PLAIN, false));
    behind = [];
  };
  for (const piece of pieces) {
    characters += piece.end - piece.first;
    if (characters > limits.maxCharacters) {
      throw new UnreadableDocument('too_much_text', `more than ${limits.maxCharacters} characters`);
    }
    const said = textOf(stream, piece, decode);
    for (let i = 0; i < said.length; i++) {
      const character = said.charAt(i);
      const position = piece.at + i * piece.width;
      if (character === CELL_END || character === PARAGRAPH_END || character === PAGE_END) {
        end(formatting?.paragraphAt(position) ?? PLAIN, character === CELL_END);
        continue;
      }
      const look = formatting?.looks.at(position) ?? SEEN;
      letters.add(character, look);
      const note = called?.get(piece.first + i);
      if (note === undefined || look.isUnseen) continue;
      const { inline, behind: long } = noteAtMark(note);
      letters.say(inline);
      if (long !== null) behind.push(long);
    }
  }
  const rest = letters.take();
  if (rest) paragraphs.push(paragraphOf(rest, PLAIN, false));
  return paragraphs;
}

function paragraphOf(text: string, format: ParagraphFormat, isCellEnd: boolean): DocParagraph {
  const { level, isListItem, inTable, isRowEnd, shapes } = format;
  const place = isRowEnd ? 'row-end' : inTable || isCellEnd ? 'cell' : 'text';
  return { text, level: place === 'text' ? level : null, isListItem, place, endsCell: isCellEnd, shapes };
}

function textOf(
  stream: Uint8Array,
  { first, end, at, width }: Piece,
  decode: (bytes: Uint8Array) => string,
): string {
  const bytes = stream.subarray(at, at + (end - first) * width);
  if (bytes.length < (end - first) * width) {
    throw new UnreadableDocument('corrupted', 'text past the end: the file is cut off');
  }
  return width === 1 ? decode(bytes) : Buffer.from(bytes).toString('utf16le');
}
