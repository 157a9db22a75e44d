import { codePageText, decodeWindows1252 } from './code-pages';
import type { CellShape } from './doc-cells';
import { type CharacterRuns, formattingOf, type ParagraphFormat, PLAIN } from './doc-format';
import type { ExtractionLimits } from './extraction';
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
 * Running heads and comments are left out, notes and text boxes follow the text.
 */
export function readDoc(container: OleContainer, limits: ExtractionLimits): DocParagraph[] {
  const stream = container.read('WordDocument') ?? new Uint8Array();
  if (stream.length < 0x200) throw new UnreadableDocument('corrupted', 'no header');
  try {
    return read(container, stream, limits);
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableDocument('corrupted', 'a table past the end');
    throw error;
  }
}

function read(container: OleContainer, stream: Uint8Array, limits: ExtractionLimits): DocParagraph[] {
  const header = viewOf(stream);
  const flags = header.getUint16(0x0a, true);
  if (flags & ENCRYPTED) throw new UnreadableDocument('encrypted', 'password-protected document');
  if (header.getUint16(2, true) < WORD_97)
    return paragraphsOf(stream, piecesOf95(header), null, limits, codePageText);
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
  const lengths = [0x4c, 0x50, 0x54, 0x58, 0x5c, 0x60, 0x64].map((at) => header.getInt32(at, true));
  const pieces = storiesOf(piecesOf(part(0x1a2)), lengths);
  return paragraphsOf(stream, pieces, formatting, limits);
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

/** Lengths are of: text, footnotes, running heads, macros, comments, endnotes, text boxes; in this order. */
function storiesOf(pieces: readonly Piece[], lengths: readonly number[]): Piece[] {
  const isRead = [true, true, false, false, false, true, true];
  let first = 0;
  return lengths.flatMap((length, story) => {
    const end = first + Math.max(0, length);
    const range = isRead[story] ? cut(pieces, first, end) : [];
    first = end;
    return range;
  });
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
  readonly hidden: CharacterRuns;
}

const [CELL_END, PARAGRAPH_END, PAGE_END] = ['\x07', '\r', '\f'];

function paragraphsOf(
  stream: Uint8Array,
  pieces: readonly Piece[],
  formatting: Formatting | null,
  limits: ExtractionLimits,
  decode: (bytes: Uint8Array) => string = decodeWindows1252,
): DocParagraph[] {
  const paragraphs: DocParagraph[] = [];
  const field = new FieldCodes();
  let text = '';
  let characters = 0;
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
        const format = formatting?.paragraphAt(position) ?? PLAIN;
        paragraphs.push(paragraphOf(text, format, character === CELL_END));
        text = '';
      } else if (!field.hides(character) && !formatting?.hidden.has(position)) text += shown(character);
    }
  }
  if (text) paragraphs.push(paragraphOf(text, PLAIN, false));
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

/** Special characters: hyphens and line ends by what they mean, marks of pictures and notes by nothing. */
function shown(character: string): string {
  if (character >= ' ') return character;
  if (character === '\t' || character === '\v') return character === '\t' ? ' ' : '\n';
  return character === '\x1e' ? '-' : '';
}

/** A field holds its instruction and, behind a separator, what it shows; they may stand within each other. */
class FieldCodes {
  #open: boolean[] = [];

  /** Whether a character is a mark of a field, or stands in an instruction. */
  hides(character: string): boolean {
    if (character === '\x13') this.#open.push(true);
    else if (character === '\x14' && this.#open.length > 0) this.#open[this.#open.length - 1] = false;
    else if (character === '\x15') this.#open.pop();
    else return this.#open.includes(true);
    return true;
  }
}
