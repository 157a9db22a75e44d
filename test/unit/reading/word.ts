/** The parts of a document of Word 97, in the order in which it keeps them. */
const STORIES = [
  'text',
  'footnotes',
  'heads',
  'macros',
  'comments',
  'endnotes',
  'boxes',
  'boxesInHeads',
] as const;

/** A cell of a row: its text, where it ends in twentieths of a point, and the flags of its format. */
export interface WordCell {
  readonly text: string;
  readonly to: number;
  readonly flags?: number;
}

/** Flags of a cell: the first of those joined downwards, and one below it. */
export const [FIRST_DOWN, DOWN] = [0x60, 0x20];

const [TEXT_AT, PAGE, NONE] = [0x600, 512, 0];
const IN_TABLE = [0x16, 0x24, 1];
const ROW_END = [0x17, 0x24, 1];

/** How letters of the text are set: a code of a format and its value. */
export interface WordLook {
  readonly from: number;
  readonly to: number;
  readonly code: number;
  readonly value: number;
}

/** Paragraphs of the text and their formats: codes with their values, byte by byte. */
export interface WordFormat {
  readonly from: number;
  readonly to: number;
  readonly formats: readonly number[];
}

/** A level of a list: the number of its format, and its text, in which a control character stands for a number. */
export interface WordLevel {
  readonly format: number;
  readonly text: string;
  readonly start?: number;
}

/** What makes a paragraph one of the nth list, from 1 on. */
export function ofList(list: number, level: number): number[] {
  return [0x0b, 0x46, list, 0, 0x0a, 0x26, level];
}

export interface WordDetails {
  readonly formats?: readonly WordFormat[];
  readonly lists?: readonly (readonly WordLevel[])[];
  readonly looks?: readonly WordLook[];
  /** Of each footnote where in the text it is called, and where in theirs it begins. */
  readonly notes?: readonly { readonly call: number; readonly begin: number }[];
}

/** Streams of a document of Word 97, as far as they are read; the rows of a table stand behind its text. */
export function word97(
  texts: Readonly<Partial<Record<(typeof STORIES)[number], string>>>,
  rows: readonly (readonly WordCell[])[] = [],
  { looks = [], notes = [], formats = [], lists = [] }: WordDetails = {},
): Record<string, Uint8Array> {
  const cells = rows.map((row) => `${row.map(({ text }) => `${text}\x07`).join('')}\x07`).join('');
  const stories = STORIES.map((name) => (texts[name] ?? '') + (name === 'text' ? cells : ''));
  const said = Buffer.from(stories.join(''), 'utf16le');
  const page = Math.ceil((TEXT_AT + said.length) / PAGE);
  const stream = Buffer.alloc((page + 2) * PAGE);
  stream.writeUInt16LE(0xa5ec, 0);
  stream.writeUInt16LE(0xc1, 2);
  for (const [at, story] of stories.entries()) stream.writeInt32LE(story.length, 0x4c + at * 4);
  said.copy(stream, TEXT_AT);
  formatPage(texts.text ?? '', formats, rows, said.length).copy(stream, page * PAGE);
  const pieces = Buffer.alloc(5 + 8 + 8);
  pieces.writeUInt8(2, 0);
  pieces.writeUInt32LE(16, 1);
  pieces.writeUInt32LE(said.length / 2, 9);
  pieces.writeUInt32LE(TEXT_AT, 15);
  looksPage(looks, said.length).copy(stream, (page + 1) * PAGE);
  const ends = [TEXT_AT, TEXT_AT + said.length];
  const length = texts.footnotes?.length ?? 0;
  const calls = [...notes.map(({ call }) => call), texts.text?.length ?? 0];
  const begins = [...notes.map(({ begin }) => begin), length, length];
  const parts: readonly (readonly [header: number, part: Buffer])[] = [
    [0x1a2, pieces],
    [0x102, numbers(...ends, page)],
    [0xfa, numbers(...ends, page + 1)],
    ...(notes.length > 0
      ? [
          [0xaa, Buffer.concat([numbers(...calls), Buffer.alloc(2 * notes.length)])] as const,
          [0xb2, numbers(...begins)] as const,
        ]
      : []),
    [0x2ea, overridesOf(lists.length)],
    [0x2e2, listsOf(lists)],
  ];
  let at = 0;
  for (const [header, part] of parts) {
    stream.writeUInt32LE(at, header);
    stream.writeUInt32LE(part.length, header + 4);
    at += part.length;
  }
  return { WordDocument: stream, '0Table': Buffer.concat(parts.map(([, part]) => part)) };
}

/** Lists, and behind them their levels: nine of each. */
function listsOf(lists: readonly (readonly WordLevel[])[]): Buffer {
  const heads = lists.map((_, at) => Buffer.concat([numbers(at + 1), Buffer.alloc(24)]));
  const levels = lists.flatMap((list) =>
    Array.from({ length: 9 }, (_, at) => {
      const { format, text, start = 1 } = list[at] ?? { format: 255, text: '' };
      const head = Buffer.alloc(28);
      head.writeInt32LE(start, 0);
      head.writeUInt8(format, 4);
      return Buffer.concat([head, Buffer.from([text.length, 0]), Buffer.from(text, 'utf16le')]);
    }),
  );
  return Buffer.concat([Buffer.from([lists.length, 0]), ...heads, ...levels]);
}

/** Paragraphs name a list by what overrides it; nothing is overridden here. */
function overridesOf(lists: number): Buffer {
  const heads = Array.from({ length: lists }, (_, at) => Buffer.concat([numbers(at + 1), Buffer.alloc(12)]));
  return Buffer.concat([numbers(lists), ...heads, Buffer.alloc(4 * lists, 0xff)]);
}

function numbers(...values: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * values.length);
  for (const [at, value] of values.entries()) buffer.writeUInt32LE(value, 4 * at);
  return buffer;
}

/** What says of stretches of the text how their letters are set; those between are as usual. */
function looksPage(looks: readonly WordLook[], length: number): Buffer {
  const page = Buffer.alloc(PAGE);
  const starts = [TEXT_AT];
  const places: number[] = [];
  let free = PAGE - 1;
  for (const { from, to, code, value } of looks) {
    free = (free - 4) & ~1;
    Buffer.from([3, code & 0xff, code >> 8, value]).copy(page, free);
    starts.push(TEXT_AT + from * 2, TEXT_AT + to * 2);
    places.push(NONE, free / 2);
  }
  places.push(NONE);
  numbers(...starts, TEXT_AT + length).copy(page);
  Buffer.from(places).copy(page, (places.length + 1) * 4);
  page.writeUInt8(places.length, PAGE - 1);
  return page;
}

/** What says of each paragraph whether it is in a table, and of each row's end how its cells stand. */
function formatPage(
  text: string,
  formatted: readonly WordFormat[],
  rows: readonly (readonly WordCell[])[],
  length: number,
): Buffer {
  const runs: { readonly characters: number; readonly formats: readonly number[] }[] = [
    ...formatted.flatMap(({ from, to, formats }, at) => [
      { characters: from - (formatted[at - 1]?.to ?? 0), formats: [] },
      { characters: to - from, formats },
    ]),
    { characters: text.length - (formatted.at(-1)?.to ?? 0), formats: [] },
    ...rows.flatMap((row) => [
      { characters: row.reduce((sum, cell) => sum + cell.text.length + 1, 0), formats: IN_TABLE },
      { characters: 1, formats: [...IN_TABLE, ...ROW_END, ...definitionOf(row)] },
    ]),
  ].filter(({ characters }) => characters > 0);
  const page = Buffer.alloc(PAGE);
  page.writeUInt8(runs.length, PAGE - 1);
  let [at, free] = [TEXT_AT, PAGE - 1];
  for (const [i, { characters, formats }] of runs.entries()) {
    page.writeUInt32LE(at, i * 4);
    at += characters * 2;
    const list = [0, 0, ...formats];
    // Its length counts pairs, and one byte less than they have.
    if (list.length % 2 === 0) list.push(0);
    free = (free - list.length - 1) & ~1;
    page.writeUInt8((list.length + 1) / 2, free);
    Buffer.from(list).copy(page, free + 1);
    page.writeUInt8(formats.length === 0 ? NONE : free / 2, (runs.length + 1) * 4 + i * 13);
  }
  page.writeUInt32LE(TEXT_AT + length, runs.length * 4);
  return page;
}

function definitionOf(row: readonly WordCell[]): number[] {
  const borders = Buffer.alloc(2 * (row.length + 1));
  const formats = Buffer.alloc(20 * row.length);
  for (const [at, { to, flags = 0 }] of row.entries()) {
    borders.writeInt16LE(to, 2 * (at + 1));
    formats.writeUInt16LE(flags, 20 * at);
  }
  const definition = [row.length, ...borders, ...formats];
  const size = definition.length + 1;
  return [0x08, 0xd6, size & 0xff, size >> 8, ...definition];
}

/** A document of Word 95 with this text in the code page of its Windows, as far as it is read. */
export function word95(text: string | Uint8Array): Record<string, Uint8Array> {
  const bytes = typeof text === 'string' ? Buffer.from(text, 'latin1') : text;
  const stream = Buffer.alloc(0x300 + bytes.length);
  stream.writeUInt16LE(0xa5dc, 0);
  stream.writeUInt16LE(0x68, 2);
  stream.writeUInt32LE(0x300, 0x18);
  stream.writeUInt32LE(0x300 + bytes.length, 0x1c);
  stream.set(bytes, 0x300);
  return { WordDocument: stream };
}
