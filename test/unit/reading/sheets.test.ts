import { readFile } from 'node:fs/promises';
import { CFB } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { Block } from '#core/reading/block';
import { extract } from '#core/reading/extract';
import { EXTRACTION_LIMITS } from '#core/reading/extraction';
import { gridToBlocks } from '#core/reading/grid';
import { splitIntoPassages } from '#core/retrieval/split';
import { detectLanguage } from '#core/text/language';
import { failsAs, oleOf, workbookOf } from './documents';

const fixture = (name: string) => readFile(new URL(`../../fixtures/documents/${name}`, import.meta.url));
const csv = async (text: string | Uint8Array) =>
  (await extract(typeof text === 'string' ? strToU8(text) : text, 'csv')).blocks;
const rowsOf = (blocks: readonly Block[]) => blocks.flatMap(({ rows = [] }) => rows);

describe.each(['xls', 'xlsx'] as const)('Excel, .%s', (format) => {
  it('reads sheets under their names, and each row under the whole of its header', async () => {
    const { blocks, pages } = await extract(await fixture(`boat-hire.${format}`), format);
    expect(pages).toBeNull();
    const header = [
      'Boat',
      'Seats',
      'Weekday Half day',
      'Weekday Full day',
      'Weekend Half day',
      'Weekend Full day',
    ];
    expect(blocks.map(({ kind, level, text, rows }) => (kind === 'table' ? rows : [level, text]))).toEqual([
      [1, 'Rates'],
      [2, 'Boat hire at Wren Quay, season 2026'],
      [3, 'Rowing boats'],
      [
        header,
        ['Robin', '3', '18.00 £', '30.00 £', '22.00 £', '33.00 £'],
        ['Linnet', '5', '24.50 £', '41.00 £', '29.00 £', '43.50 £'],
      ],
      [3, 'Motor boats'],
      [
        header,
        ['Kestrel', '6', '85.00 £', '150.00 £', '98.00 £', '147.00 £'],
        ['Osprey', '11', '640.00 £', '1,180.00 £', '790.00 £', '1,185.00 £'],
      ],
      [1, 'Closed days'],
      [
        ['From', 'To', 'Reason'],
        ['2 March 2026', '6 March 2026', 'The slipway is repaired'],
        ['15 August 2026', '15 August 2026', 'Regatta: no boats are let out'],
        ['1 November 2026', '30 November 2026', 'Winter overhaul of the engines'],
      ],
      [undefined, 'A deposit of £50 is taken for every motor boat.'],
    ]);
  });

  it('shows nobody what is hidden: sheets and columns', async () => {
    const { blocks } = await extract(await fixture(`boat-hire.${format}`), format);
    expect(JSON.stringify(blocks)).not.toMatch(/Harbour Fuels|Suppliers|Cost to us|310/);
  });

  it('writes dates and amounts of a German workbook in German', async () => {
    const { blocks } = await extract(await fixture(`kursplan.${format}`), format);
    expect(detectLanguage(blocks.map(({ text }) => text).join('\n'))).toBe('de');
    const [first, ...others] = blocks.map(({ text }) => text);
    expect(first).toBe('Kursplan');
    expect(others.join('\n')).toContain(
      'Drehen an der Scheibe | 14.03.2026 | samstags, 10 bis 13 Uhr | 6 | 260,00 €',
    );
    expect(others.join('\n')).toContain('freitags, 17 bis 20 Uhr | 5 | 1.150,00 €');
    expect(others.join('\n')).not.toContain('Ton je Kilo');
  });

  it('writes dates that a program stored without a format of its owner’s as the sheet’s readers do', async () => {
    const cell = (v: number, z: string) => ({ t: 'n', v, z }) as const;
    const stored = 'yyyy-mm-dd h:mm:ss';
    const sheet = (header: readonly string[], topic: string) =>
      workbookOf(format === 'xls' ? 'biff8' : 'xlsx', [
        header,
        [cell(46_401.770_833_333_336, stored), topic, cell(5, '0.00 "€"')],
        [cell(46_429, stored), 'Familie Zwack', cell(0, '0.00 "€"')],
        [cell(46_430.5, 'yyyy-mm-dd hh:mm'), 'Nocturne', cell(7.5, '0.00 "€"')],
      ]);
    const read = async (bytes: Uint8Array) => rowsOf((await extract(bytes, format)).blocks).slice(1);
    expect(await read(sheet(['Datum', 'Thema', 'Eintritt'], 'Glasbläser erzählen'))).toEqual([
      ['14.01.2027, 18:30', 'Glasbläser erzählen', '5,00 €'],
      ['11.02.2027', 'Familie Zwack', '0,00 €'],
      ['12.02.2027, 12:00', 'Nocturne', '7,50 €'],
    ]);
    expect(await read(sheet(['Date', 'Topic', 'Price'], 'The plague'))).toEqual([
      ['2027-01-14 18:30', 'The plague', '5.00 €'],
      ['2027-02-11', 'Familie Zwack', '0.00 €'],
      ['2027-02-12 12:00', 'Nocturne', '7.50 €'],
    ]);
  });

  it('refuses a file that was cut off', async () => {
    const bytes = await fixture(`kursplan.${format}`);
    await expect(extract(bytes.subarray(0, 3_000), format)).rejects.toEqual(failsAs('corrupted'));
  });

  it('says that a workbook of empty sheets has no text', async () => {
    const bytes = workbookOf(format === 'xls' ? 'biff8' : 'xlsx', [['', '']]);
    await expect(extract(bytes, format)).rejects.toEqual(failsAs('no_text'));
  });

  it('refuses more text than the limit', async () => {
    const bytes = workbookOf(format === 'xls' ? 'biff8' : 'xlsx', [['a'.repeat(90), 'b'.repeat(90)]]);
    const limits = { ...EXTRACTION_LIMITS, maxCharacters: 100 };
    await expect(extract(bytes, format, limits)).rejects.toEqual(failsAs('too_much_text'));
  });
});

describe('Excel', () => {
  it('reads workbooks of Excel 95', async () => {
    const rows = [
      ['Gr__e', 'Preis'],
      ['klein', 4],
    ];
    const bytes = Buffer.from(workbookOf('biff5', rows));
    // The writer knows no umlauts there.
    bytes.write('Größe', bytes.indexOf('Gr__e'), 'latin1');
    expect(rowsOf((await extract(bytes, 'xls')).blocks)).toEqual([
      ['Größe', 'Preis'],
      ['klein', '4'],
    ]);
  });

  it('recognises a workbook that asks for a password', async () => {
    const bytes = Buffer.from(workbookOf('biff8'));
    // The record of who wrote it becomes one that says how the rest is encrypted.
    const record = bytes.indexOf(Buffer.from([0x5c, 0x00, 0x70, 0x00]));
    expect(record).toBeGreaterThan(0);
    bytes.writeUInt16LE(0x2f, record);
    bytes.fill(0, record + 4, record + 4 + 0x70);
    await expect(extract(bytes, 'xls')).rejects.toEqual(failsAs('encrypted'));
  });

  it.each(['locked-agile.xlsx', 'locked-standard.xlsx', 'locked-rc4.xls', 'locked-cryptoapi.xls'])(
    'reads a workbook that Excel opens by its default password: %s',
    async (name) => {
      const { blocks } = await extract(await fixture(name), name.endsWith('x') ? 'xlsx' : 'xls');
      expect(rowsOf(blocks)[0]).toEqual(['Size', 'Price']);
      expect(rowsOf(blocks).length).toBeGreaterThan(2);
    },
  );

  it.each<[string, number]>([
    ['EncryptedPackage', 4_000],
    ['EncryptionInfo', 40],
  ])('says of a lock that is damaged in %s that it is one, or that the file is', async (stream, at) => {
    const container = CFB.read(await fixture('locked-agile.xlsx'), { type: 'buffer' });
    const streams = Object.fromEntries(
      ['EncryptedPackage', 'EncryptionInfo'].map((name) => {
        const content = Buffer.from(CFB.find(container, `/${name}`)?.content as Uint8Array);
        if (name === stream) content.fill(0x41, at, at + 900);
        return [name, content];
      }),
    );
    await expect(extract(oleOf(streams), 'xlsx')).rejects.toMatchObject({ name: 'UnreadableDocument' });
  });

  it('refuses a container that unpacks to more than the bound', async () => {
    const bytes = workbookOf('xlsx', [['a'], ['b'.repeat(30_000)]]);
    const limits = { ...EXTRACTION_LIMITS, maxUnpackedBytes: 10_000 };
    await expect(extract(bytes, 'xlsx', limits)).rejects.toEqual(failsAs('expands_too_far'));
  });

  it('does not visit what lies between two cells far apart', async () => {
    const files = unzipSync(workbookOf('xlsx', [['first'], ['last']]));
    const name = 'xl/worksheets/sheet1.xml';
    const xml = strFromU8(files[name] ?? new Uint8Array())
      .replace('<row r="2"', '<row r="1048576"')
      .replace('r="A2"', 'r="XFD1048576"')
      .replace(/<dimension[^>]*>/, '<dimension ref="A1:XFD1048576"/>');
    expect(xml).toContain('r="XFD1048576"');
    const { blocks } = await extract(zipSync({ ...files, [name]: strToU8(xml) }), 'xlsx');
    expect(blocks.map(({ text }) => text)).toEqual(['Sheet', 'first', 'last']);
  });
});

describe('names of columns without values', () => {
  const names = ['Model', 'Weight in kilograms', 'Height with the handle', 'Date of the last inspection'];
  const optional = [
    'Name of the dealer',
    'Telephone of the dealer',
    'Place where it is kept',
    'Remarks of the owner',
  ];
  const long = [...names, ...optional, 'Number of the insurance', 'Day on which the insurance ends'];
  const rows = [
    ['Robin', 12, 90, '', '', '', '', '', 4711],
    ['Linnet', 14, 95, '', '', '', '', '', 4712],
  ];
  const kept = ['Date of the last inspection', ...optional, 'Day on which the insurance ends'];

  it.each(['xlsx', 'xls', 'csv', 'ods'] as const)(
    'are kept where the header is a long one: %s',
    async (type) => {
      const { blocks } = await extract(workbookOf(type, [long, ...rows]), type);
      const text = blocks.map((block) => block.text).join('\n');
      for (const name of kept) expect(text).toContain(name);
      expect(text).toContain('Number of the insurance: 4711');
      expect(text).not.toContain('Remarks of the owner: ');
    },
  );

  it.each(['xlsx', 'csv'] as const)('are kept where no row has any: %s', async (type) => {
    const { blocks } = await extract(workbookOf(type, [long]), type);
    for (const name of long) expect(blocks.map((block) => block.text).join()).toContain(name);
  });

  it('are kept where nothing but titles stands below them', async () => {
    const header = ['Day', 'Opens', 'Closes'];
    const summer = ['Summer', 'Summer', 'Summer'];
    const blocks = gridToBlocks([header, summer], {
      hasJoinedCells: true,
      headers: [header],
      joined: [summer],
    });
    expect(blocks.map(({ text }) => text)).toEqual(['Day | Opens | Closes', 'Summer']);
    const winter = ['9 May', '8', '20'];
    const filled = gridToBlocks([header, summer, winter], {
      hasJoinedCells: true,
      headers: [header],
      joined: [summer],
    });
    expect(filled.map(({ text }) => text)).toEqual(['Summer', 'Day | Opens | Closes\n9 May | 8 | 20']);
  });
});

describe('CSV', () => {
  it('reads semicolons in Windows-1252 and tabs in UTF-16, as German Excel saves them', async () => {
    const plan = await csv(await fixture('kursplan.csv'));
    expect(plan[0]).toMatchObject({
      kind: 'heading',
      text: 'Kursplan der Töpferwerkstatt Lehmann, Frühjahr',
    });
    expect(rowsOf(plan)[1]).toEqual([
      'Drehen an der Scheibe',
      '09.03.2026',
      'montags, 18:30 bis 21 Uhr',
      '8',
      '245,5',
    ]);
    expect(rowsOf(await csv(await fixture('brennofen.csv')))).toContainEqual([
      'Schrühbrand',
      'über 20 cm Höhe',
      '9',
    ]);
  });

  it('names each cell of a row where the header is too long to be repeated', async () => {
    const passages = splitIntoPassages(await csv(await fixture('catalogue.csv')));
    const mug = passages.find(({ text }) => text.includes('MG-0007'))?.text;
    expect(mug).toContain('Article number: MG-0007; Name: Mug Holm; Category: Mugs; Weight in grams: 310');
    expect(mug).toContain('Guarantee in years: 1; Retail price including VAT: £11.50');
    expect(passages.map(({ text }) => text).join()).toContain(
      'Oil lightly after each use. Dry it on the hob.',
    );
  });

  it('says what a row is about in each part of one that is longer than a passage', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `A name of a column ${i}`);
    const blocks = await csv(
      [names, names.map((_, i) => `a value that is rather long ${i}.`)].map((row) => row.join()).join('\n'),
    );
    expect(blocks.length).toBeGreaterThan(2);
    for (const { text } of blocks)
      expect(text).toMatch(/^A name of a column 0: a value that is rather long 0\.; /);
    for (let i = 0; i < 30; i++) expect(JSON.stringify(blocks)).toContain(`column ${i}: a value`);
  });

  it.each([
    ['commas', 'Name,Price\nMug,"1,50"\n'],
    ['semicolons', 'Name;Price\nMug;1,50\n'],
    ['tabs', 'Name\tPrice\nMug\t1,50\n'],
    ['bars', 'Name|Price\nMug|1,50'],
    ['a delimiter that the first line names', 'sep=;\nName;Price\nMug;1,50'],
    ['carriage returns', 'Name;Price\r\nMug;1,50\r\n'],
    ['a byte order mark', '\ufeffName;Price\nMug;1,50'],
  ])('reads %s', async (_, text) => {
    expect(rowsOf(await csv(text))).toEqual([
      ['Name', 'Price'],
      ['Mug', '1,50'],
    ]);
  });

  it('keeps quoted delimiters, line ends and quotes, and takes a stray quote as written', async () => {
    const text = 'Item,Note\n"Pan, 28 cm","Says ""hot""\nand means it"\n5" tray,"open\nLid,x\n';
    expect(rowsOf(await csv(text))).toEqual([
      ['Item', 'Note'],
      ['Pan, 28 cm', 'Says "hot" and means it'],
      ['5" tray', '"open'],
      ['Lid', 'x'],
    ]);
  });

  it('takes lines of one cell for paragraphs', async () => {
    expect(await csv('We open at nine.\nWe close at six.')).toEqual([
      { kind: 'paragraph', text: 'We open at nine.', page: null },
      { kind: 'paragraph', text: 'We close at six.', page: null },
    ]);
  });
});
