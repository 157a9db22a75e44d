import { CFB } from '@e965/xlsx';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { piecesOf } from '#core/quoting/candidates';
import { extract } from '#core/reading/extract';
import { splitIntoPassages } from '#core/retrieval/split';
import { oleOf, workbookOf } from './documents';

const MAIN =
  'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Sheet {
  readonly rows: string;
  readonly before?: string;
  readonly after?: string;
  readonly formats?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly relations?: string;
}

/** Cell styles: 0 plain, 1 bold, 2 struck out, from 3 on the formats. */
function workbook({ rows, before = '', after = '', formats = [], files = {}, relations = '' }: Sheet) {
  const types = Object.keys(files)
    .map(
      (name) =>
        `<Override PartName="/${name}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${/comments/.test(name) ? 'comments' : 'table'}+xml"/>`,
    )
    .join('');
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>${types}</Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${MAIN}><sheets><sheet name="Sheet" sheetId="1" r:id="s"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="s" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="t" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts count="${formats.length}">${formats.map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><fonts count="3"><font/><font><b/></font><font><strike/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${3 + formats.length}"><xf fontId="0"/><xf fontId="1"/><xf fontId="2"/>${formats.map((_, at) => `<xf fontId="0" numFmtId="${164 + at}" applyNumberFormat="1"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${MAIN}>${before}<sheetData>${rows}</sheetData>${after}</worksheet>`,
    ...(relations && {
      'xl/worksheets/_rels/sheet1.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relations}</Relationships>`,
    }),
    ...files,
  };
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])));
}

const row = (number: number, cells: readonly (string | number)[], style = 0) =>
  `<row r="${number}">${cells
    .map((cell, at) => {
      const place = `r="${String.fromCharCode(65 + at)}${number}" s="${style}"`;
      return typeof cell === 'number'
        ? `<c ${place}><v>${cell}</v></c>`
        : cell.startsWith('<')
          ? `<c ${place}>${cell}</c>`
          : `<c ${place} t="inlineStr"><is><t>${cell}</t></is></c>`;
    })
    .join('')}</row>`;

const read = async (sheet: Sheet) => extract(workbook(sheet), 'xlsx');
const rowsOf = async (sheet: Sheet) => (await read(sheet)).blocks.flatMap(({ rows = [] }) => rows);
const quoted = async (sheet: Sheet) =>
  splitIntoPassages((await read(sheet)).blocks).flatMap(({ text }) =>
    piecesOf(text).map((piece) => piece.text),
  );

describe('of a workbook', () => {
  it('numbers keep their digits, and a locale is no currency', async () => {
    const formats = ['0.00E+00', '[$-809]#,##0.00', '[$€-809] #,##0.00'];
    const rows =
      row(1, ['EAN', 'Phone']) +
      row(2, [4006381333931, 493012345678]) +
      row(3, [12.5, 0.1]) +
      row(4, [4006381333931], 3) +
      row(5, [1250], 4) +
      row(6, [99], 5);
    const told = (await read({ rows, formats })).blocks.map(({ text }) => text).join('\n');
    expect(told).toContain('4006381333931 | 493012345678\n12.5 | 0.1\n4006381333931');
    expect(told).toContain('1,250.00');
    expect(told).toContain('€ 99.00');
    expect(told).not.toMatch(/\$|E\+/);
  });

  it('what is struck out is not read, a whole cell or words of it', async () => {
    const part =
      '<is><r><rPr><strike/></rPr><t>149 euros</t></r><r><t xml:space="preserve"> 119 euros</t></r></is>';
    const rows = `${row(1, ['Lamp', 'Orion'])}<row r="2"><c r="A2" s="2" t="inlineStr"><is><t>Sold</t></is></c><c r="B2" t="inlineStr">${part}</c></row>`;
    const told = (await read({ rows })).blocks.map(({ text }) => text).join('\n');
    expect(told).toContain('119 euros');
    expect(told).not.toMatch(/149|Sold/);
  });

  it('formulas without a result are told of, those with one are read', async () => {
    const rows =
      row(1, ['Net', 'Gross']) + row(2, [100, '<f>A2*2</f>']) + row(3, [7, '<f>A3*2</f><v>14</v>']);
    const { notices } = await read({ rows });
    expect(notices).toEqual([{ kind: 'formulas_without_value', count: 1, pages: [] }]);
  });

  it('rows of equal cells stay rows', async () => {
    const rows = row(1, ['Size', 'Price']) + row(2, [5, 5]) + row(3, [7, 7]) + row(4, [9, 9]);
    expect(await rowsOf({ rows })).toEqual([
      ['Size', 'Price'],
      ['5', '5'],
      ['7', '7'],
      ['9', '9'],
    ]);
  });

  const NAMES = ['Department', 'Contact'];
  const PEOPLE = row(2, ['Sales', 'Anna']) + row(3, ['Support', 'Ben']);
  it.each<[string, Partial<Sheet>]>([
    ['bold', { rows: row(1, NAMES, 1) + PEOPLE }],
    [
      'above what scrolls',
      {
        before:
          '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" state="frozen"/></sheetView></sheetViews>',
      },
    ],
    [
      'of a table',
      {
        files: {
          'xl/tables/table1.xml': `<table ${MAIN} id="1" name="T" displayName="T" ref="A1:B3"><tableColumns count="2"><tableColumn id="1" name="Department"/><tableColumn id="2" name="Contact"/></tableColumns></table>`,
        },
        relations: `<Relationship Id="t" Type="${OFFICE}/table" Target="../tables/table1.xml"/>`,
        after: '<tableParts count="1"><tablePart r:id="t"/></tableParts>',
      },
    ],
  ])('a first row that is %s names the columns, and no other of words alone', async (_, marked) => {
    const rows = row(1, NAMES) + PEOPLE;
    expect(await quoted({ rows, ...marked })).toContain('Department: Support, Contact: Ben');
    expect(await quoted({ rows })).toContain('Support, Ben');
  });
});

const csv = async (text: string | Uint8Array) =>
  (await extract(typeof text === 'string' ? strToU8(text) : text, 'csv')).blocks.flatMap(
    ({ rows = [] }) => rows,
  );

describe('of a delimited text', () => {
  it('amounts with a comma and names with one divide nothing', async () => {
    expect(await csv('Leistung;Preis in EUR, inkl. MwSt.\nSchnitt;12,50\nBart;9,00\n')).toEqual([
      ['Leistung', 'Preis in EUR, inkl. MwSt.'],
      ['Schnitt', '12,50'],
      ['Bart', '9,00'],
    ]);
    expect(await csv('Name,Points\nAda,1\nBen,22\n')).toEqual([
      ['Name', 'Points'],
      ['Ada', '1'],
      ['Ben', '22'],
    ]);
  });

  it('first rows that are like the others name nothing', async () => {
    const told = async (text: string) =>
      splitIntoPassages((await extract(strToU8(text), 'csv')).blocks).flatMap((passage) =>
        piecesOf(passage.text).map((piece) => piece.text),
      );
    expect(await told('Bikes,Hall A,ask at the desk\nSkis,Hall B,12 €\nBoats,Hall C,20 €\n')).toContain(
      'Skis, Hall B, 12 €',
    );
    expect(await told('Service,Price\nOil change,59\n')).toEqual(['Service: Oil change, Price: 59']);
  });
});

describe('a text of an older program', () => {
  const utf32 = (text: string, isLittle: boolean, mark: boolean) => {
    const signs = [...(mark ? '\ufeff' : ''), ...text];
    const view = new DataView(new ArrayBuffer(signs.length * 4));
    for (const [at, sign] of signs.entries()) view.setUint32(at * 4, sign.codePointAt(0) ?? 0, isLittle);
    return new Uint8Array(view.buffer);
  };
  const GERMAN = 'Größe: Käse für Müller, 9,80 €';
  it.each<[string, string, Uint8Array]>([
    [
      'CP850',
      'Käse, Brötchen und Süßes für Müller',
      Buffer.from('K\x84se, Br\x94tchen und S\x81\xe1es f\x81r M\x81ller', 'latin1'),
    ],
    ['Windows-1252', GERMAN, Buffer.from(GERMAN.replace('€', '\x80'), 'latin1')],
    [
      'Windows-1251',
      'Компания открыта',
      Buffer.from('\xca\xee\xec\xef\xe0\xed\xe8\xff \xee\xf2\xea\xf0\xfb\xf2\xe0', 'latin1'),
    ],
    ['KOI8-R', 'Компания', Buffer.from('\xeb\xcf\xcd\xd0\xc1\xce\xc9\xd1', 'latin1')],
    ['UTF-32 with a mark', GERMAN, utf32(GERMAN, true, true)],
    ['UTF-32 without', GERMAN, utf32(GERMAN, false, false)],
  ])('is read in %s', async (_, text, bytes) => {
    const { blocks } = await extract(bytes, 'txt');
    expect(blocks.map((block) => block.text)).toEqual([text]);
  });
});

describe('a workbook of before 2007', () => {
  it('is read without a container, and in one whose names are in other letters', async () => {
    const bare = workbookOf('biff2', [
      ['Size', 'Price'],
      ['Small', '3 EUR'],
    ]);
    expect((await extract(bare, 'xls')).blocks.flatMap(({ rows = [] }) => rows)).toContainEqual([
      'Small',
      '3 EUR',
    ]);
    const whole = workbookOf('biff8', [
      ['Size', 'Price'],
      ['Small', '3 EUR'],
    ]);
    const stream = CFB.find(CFB.read(whole, { type: 'buffer' }), '/Workbook')?.content as Uint8Array;
    const renamed = oleOf({ WORKBOOK: new Uint8Array(stream) });
    expect((await extract(renamed, 'xls')).blocks.flatMap(({ rows = [] }) => rows)).toContainEqual([
      'Small',
      '3 EUR',
    ]);
  });

  it('has no cells that are struck out, is parted by none that are hidden, and reads closed groups', async () => {
    const [plain, struck, bold] = [0, 1, 2];
    const bytes = excel97([
      ['Boat', 'Price', bold],
      ['Robin', '30 euros', plain],
      ['Staff', '5 euros', plain, HIDDEN],
      ['Linnet', '40 euros', struck],
      ['Osprey', '85 euros', plain, HIDDEN | 1],
    ]);
    const [table] = (await extract(bytes, 'xls')).blocks.filter(({ kind }) => kind === 'table');
    expect(table?.rows).toEqual([
      ['Boat', 'Price'],
      ['Robin', '30 euros'],
      ['Osprey', '85 euros'],
    ]);
    expect(table).toMatchObject({ hasHeader: true, isHeaderMarked: true });
  });

  it('says how many rows its filter hides', async () => {
    const rows = [
      ['Robin', '30 euros', 0],
      ['Linnet', '40 euros', 0, HIDDEN],
    ] as const;
    const noticesOf = async (isFiltered: boolean) =>
      (await extract(excel97(rows, isFiltered), 'xls')).notices;
    expect(await noticesOf(false)).toEqual([]);
    expect(await noticesOf(true)).toEqual([{ kind: 'rows_filtered', count: 1, pages: [] }]);
  });
});

/** Of a row that isn't shown; its lower bits say in how many groups it stands. */
const HIDDEN = 0x20;

/** A workbook of Excel 97 of one sheet: each row's two texts, which look they have, and how the row is shown. */
function excel97(
  rows: readonly (readonly [string, string, number, number?])[],
  isFiltered = false,
): Uint8Array {
  const record = (kind: number, ...content: readonly number[]) => [
    ...[kind & 0xff, kind >> 8, content.length & 0xff, content.length >> 8],
    ...content,
  ];
  const word = (value: number) => [value & 0xff, value >> 8];
  const begin = (kind: number) => record(0x809, 0, 6, kind, 0, ...Array.from({ length: 12 }, () => 0));
  const font = (flags: number, weight: number) =>
    record(0x31, ...word(200), flags, 0, ...word(0x7fff), ...word(weight), 0, 0, 0, 0, 0, 0, 1, 0, 0x41);
  const fonts = [
    [0, 400],
    [0x08, 400],
    [0, 700],
  ].map(([flags = 0, weight = 0]) => font(flags, weight));
  const looks = fonts.map((_, at) => record(0xe0, ...word(at), ...Array.from({ length: 18 }, () => 0)));
  const cells = rows.flatMap(([name, price, look, shown = 0], row) => [
    ...record(0x208, ...word(row), 0, 0, 2, 0, 0, 1, 0, 0, 0, 0, shown, 1, 0, 0),
    ...[name, price].flatMap((text, column) =>
      record(
        0x204,
        ...[...word(row), ...word(column), ...word(look), ...word(text.length), 0],
        ...Buffer.from(text, 'latin1'),
      ),
    ),
  ]);
  const end = record(0x0a);
  const head = [...begin(5), ...fonts.flat(), ...looks.flat()];
  const place = head.length + 4 + 9 + end.length;
  const sheet = record(0x85, ...word(place), 0, 0, 0, 0, 1, 0, 0x53);
  const stream = Buffer.from([
    ...head,
    ...sheet,
    ...end,
    ...begin(0x10),
    ...(isFiltered ? record(0x9b) : []),
    ...cells,
    ...end,
  ]);
  // What is shorter stands elsewhere in its container.
  return oleOf({ Workbook: Buffer.concat([stream, Buffer.alloc(Math.max(0, 4_096 - stream.length))]) });
}
