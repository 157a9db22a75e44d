import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { oleOf } from './documents';
import { DOWN, FIRST_DOWN, ofList, type WordFormat, type WordLook, word95, word97 } from './word';

const said = async (streams: Record<string, Uint8Array>) =>
  (await extract(oleOf(streams), 'doc')).blocks.map(({ text }) => text);

describe('a document of Word 97', () => {
  it.each([
    ['a head', { heads: 'Haus am See, Uferweg 3\r' }, ['Haus am See, Uferweg 3']],
    [
      'a foot, with the number of its page',
      { heads: 'Call 030 1234\rPage \x13 PAGE \x141\x15\r' },
      ['Call 030 1234'],
    ],
    ['a text box', { boxes: 'Open from nine to five.\r' }, ['Open from nine to five.']],
    ['a text box in a head', { boxesInHeads: 'The pool is closed.\r' }, ['The pool is closed.']],
  ])('is read though it says something only in %s', async (_, texts, expected) => {
    expect(await said(word97({ text: '\r', ...texts }))).toEqual(expected);
  });

  it('is told with what its head says, once, unless its text says the same', async () => {
    const heads = 'Haus am See\rHaus am See\rAll rooms face the lake.\r';
    expect(await said(word97({ text: 'All rooms face the lake.\r', heads }))).toEqual([
      'Haus am See',
      'All rooms face the lake.',
    ]);
  });

  it('is told without what its editors say to one another', async () => {
    expect(
      await said(word97({ text: 'Open daily.\r', comments: 'Is that so?\r', macros: 'Sub x\r' })),
    ).toEqual(['Open daily.']);
  });
});

describe('letters of Word 97', () => {
  const [STRUCK, STRUCK_TWICE, RAISED] = [0x0837, 0x2a53, 0x2a48];
  const look = (text: string, part: string, code: number, value = 1): WordLook => {
    const from = text.indexOf(part);
    return { from, to: from + part.length, code, value };
  };

  it.each([STRUCK, STRUCK_TWICE])('that are struck out are no content', async (code) => {
    const text = 'A boat costs 40 30 euros.\r';
    expect(await said(word97({ text }, [], { looks: [look(text, '40 ', code)] }))).toEqual([
      'A boat costs 30 euros.',
    ]);
  });

  it('that are raised or lowered are no digits of the figure before them', async () => {
    const text = 'A boat costs 4.901 euros, a hall of 80 m2 has the code 105.\r';
    const looks = [
      look(text, '1 ', RAISED),
      look(text, '2 has', RAISED),
      { ...look(text, '5.', RAISED), value: 2 },
    ].map((each) => ({ ...each, to: each.from + 1 }));
    expect(await said(word97({ text }, [], { looks }))).toEqual([
      'A boat costs 4.90¹ euros, a hall of 80 m² has the code 10₅.',
    ]);
  });

  it('that lead somewhere have its address, and those that count pages are none', async () => {
    const text = 'Book \x13 HYPERLINK "https://book.example.org" \x14here\x15, page \x13 PAGE \x147\x15.\r';
    expect(await said(word97({ text }))).toEqual(['Book here (https://book.example.org), page .']);
  });
});

describe('paragraphs of Word 97', () => {
  const formatsOf = (lines: readonly string[], formats: readonly (readonly number[])[]): WordFormat[] => {
    const ends = lines.map((_, at) => lines.slice(0, at + 1).join('').length);
    return ends.map((to, at) => ({ from: ends[at - 1] ?? 0, to, formats: formats[at] ?? [] }));
  };

  it('have the numbers that Word sets before them, level by level, and no bullets', async () => {
    const lines = ['Lease\r', 'A year.\r', 'It goes on.\r', 'Deposit\r', 'Two rents.\r', 'Keys.\r'];
    const places = [ofList(1, 0), ofList(1, 1), ofList(1, 1), ofList(1, 0), ofList(1, 1), ofList(2, 0)];
    const [numbered, bulleted] = [
      [
        { format: 0, text: '§ \x00', start: 4 },
        { format: 4, text: '\x00.\x01)' },
      ],
      [{ format: 23, text: '\uf0b7' }],
    ];
    const details = { formats: formatsOf(lines, places), lists: [numbered ?? [], bulleted ?? []] };
    expect(await said(word97({ text: lines.join('') }, [], details))).toEqual([
      '§ 4 Lease',
      '4.a) A year.',
      '4.b) It goes on.',
      '§ 5 Deposit',
      '5.a) Two rents.',
      'Keys.',
    ]);
  });

  it('are headings where they are short and bold, as those of newer documents', async () => {
    const text = 'Fees\rA day by the lake costs 12 euros.\r';
    const looks = [{ from: 0, to: 4, code: 0x0835, value: 1 }];
    const { blocks } = await extract(oleOf(word97({ text }, [], { looks })), 'doc');
    expect(blocks.map(({ kind }) => kind)).toEqual(['heading', 'paragraph']);
  });

  it('say a formula that a field draws', async () => {
    const text =
      'Take \x13 EQ \\f(a+b;2)\x15 litres, \x13EQ \\r(3;x)\x14?\x15 and 1,5\x13 eq \\s\\up8(2) \x15.\r';
    expect(await said(word97({ text }))).toEqual(['Take (a+b)/2 litres, ³√x and 1,5².']);
  });

  it('have the signs that fields name by their place in a font', async () => {
    const text =
      '\x13 SYMBOL 254 \\f "Wingdings" \\s 10 \x14?\x15 Breakfast \x13SYMBOL 0xA8 \\f Wingdings\x15 Dinner\r';
    expect(await said(word97({ text }))).toEqual(['☑ Breakfast ☐ Dinner']);
  });

  it('end a row whose formats are too long for their page', async () => {
    const [inTable, rowEnd] = [
      [0x16, 0x24, 1],
      [0x17, 0x24, 1],
    ];
    const elsewhere = [0x46, 0x66, 0, 0, 0, 0];
    const lines: [string, readonly number[]][] = [
      ['Garden\x0780 euros\x07', inTable],
      ['\x07', elsewhere],
      ['Attic\x0760 euros\x07', inTable],
      ['\x07', elsewhere],
    ];
    const formats = formatsOf(
      lines.map(([line]) => line),
      lines.map(([, codes]) => codes),
    );
    const streams = word97({ text: lines.map(([line]) => line).join('') }, [], { formats });
    const list = [...inTable, ...rowEnd];
    expect(await said({ ...streams, Data: Uint8Array.from([list.length, 0, ...list]) })).toEqual([
      'Garden | 80 euros\nAttic | 60 euros',
    ]);
  });

  it('of a table within a cell stand under what their row is about', async () => {
    const [inner, cell, row] = [
      [0x49, 0x66, 2, 0, 0, 0, 0x16, 0x24, 1],
      [0x4b, 0x24, 1],
      [0x4c, 0x24, 1],
    ];
    const outer = [0x16, 0x24, 1];
    const lines: [string, readonly number[]][] = [
      ['Room\x07Prices\x07', outer],
      ['\x07', [...outer, 0x17, 0x24, 1]],
      ['Garden\x07', outer],
      ['Night\r', [...inner, ...cell]],
      ['80 euros\r', [...inner, ...cell]],
      ['\r', [...inner, ...cell, ...row]],
      ['\x07', outer],
      ['\x07', [...outer, 0x17, 0x24, 1]],
    ];
    const text = lines.map(([line]) => line).join('');
    const formats = formatsOf(
      lines.map(([line]) => line),
      lines.map(([, codes]) => codes),
    );
    expect(await said(word97({ text }, [], { formats }))).toEqual([
      'Room: Garden, Prices',
      'Night | 80 euros',
    ]);
  });
});

describe('notes of Word 97', () => {
  const text = 'Dogs stay free\x02.\rCats pay\x02.\r';
  const [short, long] = ['\x02 One to a room.\r', '\x02 Not on holidays. Ask at the desk first.\r'];
  const notes = [
    { call: text.indexOf('\x02'), begin: 0 },
    { call: text.lastIndexOf('\x02'), begin: short.length },
  ];

  it('stand where they are called, and long ones behind their paragraph', async () => {
    expect(
      await said(word97({ text, footnotes: short + long, heads: 'Haus am See\r' }, [], { notes })),
    ).toEqual([
      'Haus am See',
      'Dogs stay free (One to a room).',
      'Cats pay.',
      'Not on holidays. Ask at the desk first.',
    ]);
  });

  it.each([
    ['the file does not tell who calls them', []],
    ['what it tells can not be', notes.map((note, at) => ({ ...note, begin: 9_000 - at }))],
  ])('follow the text where %s', async (_, told) => {
    expect(await said(word97({ text, footnotes: short + long }, [], { notes: told }))).toEqual([
      'Dogs stay free.',
      'Cats pay.',
      'One to a room.',
      'Not on holidays. Ask at the desk first.',
    ]);
  });

  it('of cells stay in their cell', async () => {
    const cells = [
      [
        { text: 'Room', to: 1000 },
        { text: 'Price', to: 2000 },
      ],
      [
        { text: 'Garden\x02', to: 1000 },
        { text: '80 €', to: 2000 },
      ],
    ];
    const lead = 'Our rooms\r';
    const call = lead.length + 'Room\x07Price\x07\x07Garden'.length;
    const streams = word97({ text: lead, footnotes: long }, cells, { notes: [{ call, begin: 0 }] });
    const { blocks } = await extract(oleOf(streams), 'doc');
    expect(blocks.find(({ kind }) => kind === 'table')?.rows).toEqual([
      ['Room', 'Price'],
      ['Garden Not on holidays. Ask at the desk first.', '80 €'],
    ]);
  });
});

describe('a table of Word 97', () => {
  const cell = (text: string, to: number, flags?: number) => ({
    text,
    to,
    ...(flags !== undefined && { flags }),
  });
  const rowsOf = async (first: string) => {
    const rows = [
      [cell('Room', 1000), cell('Season', 2000), cell('Price', 3000)],
      [cell(first, 1000, FIRST_DOWN), cell('Summer', 2000), cell('90 €', 3000)],
      [cell('', 1000, DOWN), cell('Winter', 2000), cell('60 €', 3000)],
      [cell('', 1000, DOWN), cell('Spring', 2000), cell('70 €', 3000)],
    ];
    const { blocks } = await extract(oleOf(word97({ text: 'Our rooms\r' }, rows)), 'doc');
    return blocks.find(({ kind }) => kind === 'table')?.rows;
  };

  it('says in each row the name that is joined over several', async () => {
    expect((await rowsOf('Lake view'))?.slice(1)).toEqual([
      ['Lake view', 'Summer', '90 €'],
      ['Lake view', 'Winter', '60 €'],
      ['Lake view', 'Spring', '70 €'],
    ]);
  });

  it('says once a text that is joined over several rows', async () => {
    const long =
      'All rooms have a balcony, a kitchen of their own, and a place for the car in the yard behind.';
    const rows = await rowsOf(long);
    expect(rows?.flat().filter((text) => text === long)).toHaveLength(1);
    expect(rows?.flat()).toContain('Winter');
  });
});

/** Bytes of a text in a code page of one byte a letter. */
function encoded(text: string, codePage: string): Uint8Array {
  const decoder = new TextDecoder(codePage);
  const bytes = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Uint8Array.from(text, (letter) => bytes.get(letter) ?? 0x3f);
}

describe('a document of Word 95', () => {
  it.each([
    ['windows-1251', 'Компания доставляет мебель по всей стране.'],
    ['windows-1251', 'Часы работы: с девяти до шести. Выходной: воскресенье'],
    ['windows-1253', 'Το κατάστημα ανοίγει στις εννέα και κλείνει στις πέντε.'],
    ['windows-1253', 'Η τιμή του εισιτηρίου είναι δώδεκα ευρώ'],
    ['windows-1252', 'Größe: fünf Äpfel, Käse extra'],
  ])('of the code page %s is decoded: %s', async (codePage, text) => {
    expect(await said(word95(encoded(`${text}\r`, codePage)))).toEqual([text]);
  });
});
