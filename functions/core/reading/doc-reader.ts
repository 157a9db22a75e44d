import { codePageText, decodeWindows1252 } from './code-pages';
import { type Formatting, formattingOf, type ParagraphFormat, PLAIN } from './doc-format';
import { readLists } from './doc-lists';
import type { ExtractionLimits } from './extraction';
import { isGerman, Numbering } from './numbering';
import { type OleContainer, viewOf } from './ole';
import { textOfNodes } from './tree';
import { UnreadableDocument } from './unreadable';
import type { WordDocument } from './word-document';
import { WordStory } from './word-story';

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
export function readDoc(container: OleContainer, limits: ExtractionLimits): WordDocument {
  const stream = container.read('WordDocument') ?? new Uint8Array();
  if (stream.length < 0x200) throw new UnreadableDocument('corrupted', 'no header');
  try {
    return read(container, stream, limits);
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableDocument('corrupted', 'a table past the end');
    throw error;
  }
}

function read(container: OleContainer, stream: Uint8Array, limits: ExtractionLimits): WordDocument {
  const header = viewOf(stream);
  const flags = header.getUint16(0x0a, true);
  if (flags & ENCRYPTED) throw new UnreadableDocument('encrypted', 'password-protected document');
  if (header.getUint16(2, true) < WORD_97) {
    const story = readStory(stream, piecesOf95(header), { ...UNFORMATTED, limits, decode: codePageText });
    return { nodes: story.nodes(), titles: [], frames: [] };
  }
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
    fonts: part(0x112),
    data: container.read('Data') ?? new Uint8Array(),
  });
  // What their levels are stands behind the lists.
  const lists = readLists(tables.subarray(header.getUint32(0x2e2, true)), part(0x2ea), {
    hasLists: part(0x2e2).length > 0,
    isGerman: isGerman(header.getUint16(0x06, true)),
  });
  const lengths = STORIES.map((_, story) => header.getInt32(0x4c + story * 4, true));
  const boxesFrom = firstOf(lengths, BOXES);
  const pieces = piecesOf(part(0x1a2));
  const read = (of: readonly Piece[], called?: ReadonlyMap<number, string>) =>
    readStory(stream, of, { formatting, numbering: new Numbering(lists), limits, called, boxesFrom });
  const called = new Map<number, string>();
  const said = new Set<Story>(['text']);
  for (const { story, calls, begins } of NOTES) {
    const first = firstOf(lengths, STORIES.indexOf(story));
    const notes = calledNotes(placesIn(part(calls), 2), placesIn(part(begins), 0));
    // Where the file doesn't tell who calls them they follow the text.
    if (notes.length === 0) said.add(story);
    for (const { at, from, to } of notes)
      called.set(at, textOfNodes(read(cut(pieces, first + from, first + to)).nodes()));
  }
  const text = read(storiesOf(pieces, lengths, said), called);
  return {
    nodes: text.nodes(),
    titles: text.titles,
    frames: read(storiesOf(pieces, lengths, new Set<Story>(['frame']))).nodes(),
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
const BOXES = 6;

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

interface Reading {
  readonly formatting: Formatting;
  readonly numbering: Numbering;
  readonly limits: ExtractionLimits;
  /** Notes by where they are called. */
  readonly called?: ReadonlyMap<number, string> | undefined;
  /** The first character that stands in a box, which may have a colour. */
  readonly boxesFrom?: number;
  readonly decode?: (bytes: Uint8Array) => string;
}

const UNFORMATTED = {
  formatting: { paragraphAt: () => PLAIN, lettersAt: () => ({ marks: {} }) },
  numbering: new Numbering(new Map()),
};

const [CELL_END, PARAGRAPH_END, PAGE_END] = ['\x07', '\r', '\f'];
const [FIELD, RESULT, FIELD_END] = ['\x13', '\x14', '\x15'];

function readStory(
  stream: Uint8Array,
  pieces: readonly Piece[],
  {
    formatting,
    numbering,
    limits,
    called,
    boxesFrom = Number.POSITIVE_INFINITY,
    decode = decodeWindows1252,
  }: Reading,
): WordStory {
  const story = new WordStory();
  const { text } = story;
  let format: ParagraphFormat | null = null;
  let characters = 0;
  const formatAt = (position: number, character: number): ParagraphFormat => {
    const own = formatting.paragraphAt(position);
    return character < boxesFrom ? own : { ...own, isShaded: true };
  };
  const end = (isCellEnd: boolean) => {
    const look = format ?? PLAIN;
    format = null;
    if (isCellEnd ? look.endsRow : look.endsInnerRow) {
      text.take();
      story.endRow(look.depth, look);
      return;
    }
    const isItem = look.list > 0 && !text.isEmpty;
    const label = isItem ? numbering.next(String(look.list), look.place) : '';
    const paragraph = { ...look, isListItem: look.list > 0, label };
    if (isCellEnd || look.endsInnerCell) story.endCell(look.depth, paragraph);
    else story.endParagraph(look.depth, paragraph);
  };
  for (const piece of pieces) {
    characters += piece.end - piece.first;
    if (characters > limits.maxCharacters) {
      throw new UnreadableDocument('too_much_text', `more than ${limits.maxCharacters} characters`);
    }
    const said = textOf(stream, piece, decode);
    for (let i = 0; i < said.length; i++) {
      const letter = said.charAt(i);
      const position = piece.at + i * piece.width;
      if (letter === CELL_END || letter === PARAGRAPH_END || letter === PAGE_END) {
        format = formatAt(position, piece.first + i);
        end(letter === CELL_END);
        continue;
      }
      format ??= formatAt(position, piece.first + i);
      const { marks, shown: sign } = formatting.lettersAt(position, format);
      if (letter === FIELD) text.beginField();
      else if (letter === RESULT) text.beginResult();
      else if (letter === FIELD_END) text.endField('', marks);
      else {
        text.addInstruction(letter);
        text.add(sign && letter >= ' ' ? sign(letter) : shown(letter), marks);
      }
      const note = called?.get(piece.first + i);
      if (note !== undefined) text.addNote([note], marks);
    }
  }
  return story;
}

/** Special characters: hyphens and line ends by what they mean, marks of pictures and notes by nothing. */
function shown(letter: string): string {
  if (letter >= ' ' || letter === '\t') return letter;
  if (letter === '\v') return '\n';
  return letter === '\x1e' ? '-' : '';
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
