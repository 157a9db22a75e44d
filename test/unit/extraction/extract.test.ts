import { readFile } from 'node:fs/promises';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { DocumentFormat, type FailureReason } from '#contract/documents';
import { extract } from '#core/knowledge/extraction/extract';
import { EXTRACTION_LIMITS } from '#core/knowledge/extraction/extraction';
import { UnreadableDocument } from '#core/knowledge/extraction/unreadable';
import { docxOf, oleOf, paragraph, pdfOf, table, workbookOf } from './documents';

const failsAs = (reason: FailureReason) =>
  expect.objectContaining({ name: 'UnreadableDocument', reason }) as UnreadableDocument;

const page = (...texts: readonly string[]) => texts.map((text, i) => ({ text, y: 700 - i * 15 }));

describe('PDF', () => {
  it('joins lines to paragraphs and knows their page', async () => {
    const bytes = await pdfOf([page('Orders ship within', 'two working days.'), page('Returns are free.')]);
    const { blocks, pages } = await extract(bytes, 'pdf');
    expect(pages).toBe(2);
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'Orders ship within two working days.', page: 1 },
      { kind: 'paragraph', text: 'Returns are free.', page: 2 },
    ]);
  });

  it('takes larger lines for headings, the largest first', async () => {
    const bytes = await pdfOf([
      [
        { text: 'Handbook', y: 740, size: 24 },
        { text: 'Delivery', y: 700, size: 15 },
        { text: 'We deliver on weekdays between eight and six, everywhere in Germany.', y: 680 },
      ],
    ]);
    const { blocks } = await extract(bytes, 'pdf');
    expect(blocks.map(({ kind, level }) => [kind, level])).toEqual([
      ['heading', 1],
      ['heading', 2],
      ['paragraph', undefined],
    ]);
  });

  it('joins words that a line end divided, and keeps the hyphen of a shortened compound', async () => {
    const bytes = await pdfOf([page('Die Liefer-', 'frist gilt f\u00fcr Hin-', 'und R\u00fcckfahrt.')]);
    const { blocks } = await extract(bytes, 'pdf');
    expect(blocks[0]?.text).toBe('Die Lieferfrist gilt für Hin- und Rückfahrt.');
  });

  it('says running heads once and leaves out page numbers, but not a chapter title at the top of its page', async () => {
    const chapters = ['Opening hours', 'Prices', 'Returns', 'Warranty'];
    const bytes = await pdfOf(
      chapters.map((title, i) => [
        { text: 'ACME Handbook 2026', y: 815, size: 9 },
        { text: title, y: 780, size: 18 },
        { text: `The text of the chapter about ${title.toLowerCase()} stands here.`, y: 700 },
        { text: `Page ${i + 1} of 4`, y: 30, size: 9 },
      ]),
    );
    const { blocks } = await extract(bytes, 'pdf');
    expect(blocks.filter(({ kind }) => kind === 'heading').map(({ text }) => text)).toEqual(chapters);
    expect(blocks.filter(({ text }) => /ACME/.test(text))).toMatchObject([{ kind: 'paragraph', page: 1 }]);
    expect(blocks.some(({ text }) => /Page \d/.test(text))).toBe(false);
  });

  it('reads columns that stand apart as rows of a table', async () => {
    const row = (y: number, ...cells: string[]) => cells.map((text, i) => ({ text, x: 60 + i * 160, y }));
    const bytes = await pdfOf([
      [...row(700, 'Size', 'Price'), ...row(685, 'Small', '10 EUR'), ...row(670, 'Large', '14 EUR')],
    ]);
    const { blocks } = await extract(bytes, 'pdf');
    expect(blocks).toEqual([
      expect.objectContaining({
        kind: 'table',
        rows: [
          ['Size', 'Price'],
          ['Small', '10 EUR'],
          ['Large', '14 EUR'],
        ],
      }),
    ]);
  });

  it('keeps a row in its table whose label all but fills its column', async () => {
    const row = (y: number, label: string, value: string) => [
      { text: label, x: 60, y },
      { text: value, x: 182, y },
    ];
    const label = 'Highest permitted load';
    const bytes = await pdfOf([
      [...row(700, 'Property', 'Fjord 9'), ...row(685, label, '126 kg'), ...row(670, 'Price', '1449 EUR')],
    ]);
    const { blocks } = await extract(bytes, 'pdf');
    expect(blocks.map(({ text }) => text)).toEqual([
      `Property | Fjord 9\n${label} | 126 kg\nPrice | 1449 EUR`,
    ]);
  });

  it('refuses a file that was cut off, instead of reading half of it', async () => {
    const bytes = await pdfOf([page('one'), page('two')]);
    await expect(extract(bytes.slice(0, bytes.length - 200), 'pdf')).rejects.toEqual(failsAs('corrupted'));
  });

  it('refuses more pages than the limit before reading them', async () => {
    const bytes = await pdfOf(Array.from({ length: 11 }, () => page('x')));
    const limits = { ...EXTRACTION_LIMITS, maxPages: 10 };
    await expect(extract(bytes, 'pdf', limits)).rejects.toEqual(failsAs('too_many_pages'));
  });

  it('says that there is no text on pages without any', async () => {
    await expect(extract(await pdfOf([[], []]), 'pdf')).rejects.toEqual(failsAs('no_text'));
  });

  it('refuses more text than the limit', async () => {
    const bytes = await pdfOf([page('a'.repeat(60)), page('b'.repeat(60))]);
    const limits = { ...EXTRACTION_LIMITS, maxCharacters: 100 };
    await expect(extract(bytes, 'pdf', limits)).rejects.toEqual(failsAs('too_much_text'));
  });

  it('recognises a file that asks for a password', async () => {
    const bytes = await readFile(new URL('../../fixtures/documents/encrypted.pdf', import.meta.url));
    await expect(extract(bytes, 'pdf')).rejects.toEqual(failsAs('encrypted'));
  });

  it('refuses bytes that only begin like a PDF', async () => {
    const bytes = strToU8(`%PDF-1.7\n${'nothing '.repeat(50)}\nstartxref\n9\n%%EOF`);
    await expect(extract(bytes, 'pdf')).rejects.toEqual(failsAs('corrupted'));
  });
});

describe('Word', () => {
  it('reads headings by their style, paragraphs and tables', async () => {
    const bytes = docxOf(
      paragraph('Rückgabe', 'berschrift1') +
        paragraph('Sie haben dreißig Tage Zeit.') +
        table([
          ['Land', 'Porto'],
          ['Österreich', '9 €'],
        ]),
    );
    const { blocks } = await extract(bytes, 'docx');
    expect(blocks).toEqual([
      { kind: 'heading', text: 'Rückgabe', level: 1, page: null },
      { kind: 'paragraph', text: 'Sie haben dreißig Tage Zeit.', page: null },
      expect.objectContaining({
        kind: 'table',
        rows: [
          ['Land', 'Porto'],
          ['Österreich', '9 €'],
        ],
      }),
    ]);
  });

  it('knows the pages that the saving program counted', async () => {
    const bytes = docxOf(paragraph('x y z'), {
      'docProps/app.xml': strToU8(
        '<Properties><Pages>7</Pages><Words>3</Words><Characters>3</Characters></Properties>',
      ),
    });
    expect((await extract(bytes, 'docx')).pages).toBe(7);
  });

  it('refuses a container that unpacks to more than the bound', async () => {
    const bytes = docxOf(paragraph('hello'), { 'word/media/bomb.bin': new Uint8Array(3_000_000) });
    expect(bytes.length).toBeLessThan(20_000);
    const limits = { ...EXTRACTION_LIMITS, maxUnpackedBytes: 1_000_000 };
    await expect(extract(bytes, 'docx', limits)).rejects.toEqual(failsAs('expands_too_far'));
  });

  it('refuses a container that was cut off', async () => {
    const bytes = docxOf(paragraph('hello world'));
    await expect(extract(bytes.slice(0, bytes.length / 2), 'docx')).rejects.toEqual(failsAs('corrupted'));
  });

  it('refuses a document part that is no XML', async () => {
    const bytes = docxOf('', { 'word/document.xml': strToU8('<w:document') });
    await expect(extract(bytes, 'docx')).rejects.toEqual(failsAs('corrupted'));
  });

  it('recognises a password-protected file', async () => {
    const bytes = oleOf({ EncryptionInfo: strToU8('x'), EncryptedPackage: new Uint8Array(5_000) });
    await expect(extract(bytes, 'docx')).rejects.toEqual(failsAs('encrypted'));
  });
});

describe('plain text', () => {
  const german = 'Größe: fünf Äpfel für 3 €';

  it.each([
    ['UTF-8', Buffer.from(german, 'utf8')],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${german}`, 'utf8')],
    ['UTF-16 little endian', Buffer.from(german, 'utf16le')],
    ['UTF-16 big endian with a mark', Buffer.from(`\ufeff${german}`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(german.replace('€', '\x80'), 'latin1')],
  ])('reads %s', async (_, bytes) => {
    const { blocks } = await extract(bytes, 'txt');
    expect(blocks).toEqual([{ kind: 'paragraph', text: german, page: null }]);
  });

  it('begins a page at each form feed', async () => {
    const { blocks, pages } = await extract(strToU8('one\n\ntwo\fthree'), 'txt');
    expect(pages).toBe(2);
    expect(blocks.map((block) => [block.text, block.page])).toEqual([
      ['one', 1],
      ['two', 1],
      ['three', 2],
    ]);
  });

  const read = async (...lines: string[]) => {
    const { blocks } = await extract(strToU8(lines.join('\n')), 'txt');
    return blocks.map(({ kind, text }) => (kind === 'heading' ? `# ${text}` : text));
  };

  it('keeps lines that stand for themselves, such as times, an address or items without a bullet', async () => {
    const lines = ['Hotel Seeblick', 'Seestraße 1', '80331 München', 'Telefon: 089 1234567'];
    expect(await read(...lines)).toEqual([lines.join('\n')]);
    expect(await read('We accept:', '', 'Visa', 'Mastercard')).toEqual(['We accept:\nVisa\nMastercard']);
    expect(await read('- Fahrräder, täglich', '  Rezeption fragen', '- Bäder')).toEqual([
      '- Fahrräder, täglich Rezeption fragen\n- Bäder',
    ]);
  });

  it.each([72, 45])('joins lines that were broken at %d characters', async (width) => {
    const paragraph =
      'Ein Stellplatz in der Tiefgarage neben dem Haus kostet acht Euro je Nacht, und Gäste der Suiten Margerite und Enzian parken ohne Aufpreis. Fahrräder stehen im Keller, der nachts abgeschlossen wird. Wer früh abreist, bekommt den Schlüssel am Abend vorher, und ein Frühstück zum Mitnehmen steht ab fünf Uhr bereit.';
    const broken = paragraph
      .replace(new RegExp(`(.{1,${width}})(?: |$)`, 'g'), '$1\n')
      .trim()
      .split('\n');
    expect(broken.length).toBeGreaterThan(2);
    expect(await read(...broken)).toEqual([paragraph]);
  });

  it('joins a word that the end of its line divided', async () => {
    expect(await read('Bitte beachten Sie unsere Liefer-', 'frist.')).toEqual([
      'Bitte beachten Sie unsere Lieferfrist.',
    ]);
  });

  it('takes short lines above what they head for headings', async () => {
    expect(await read('Seaview Hotel', '', 'Check-in', '', 'From 3 pm.')).toEqual([
      '# Seaview Hotel',
      '# Check-in',
      'From 3 pm.',
    ]);
    expect(await read('Opening hours', 'Monday: 9–17', 'Tuesday: 9–17')).toEqual([
      '# Opening hours',
      'Monday: 9–17\nTuesday: 9–17',
    ]);
    expect(await read('PREISE', 'Auf Anfrage', '', 'Parken', '======', 'Am Haus.')).toEqual([
      '# PREISE',
      'Auf Anfrage',
      '# Parken',
      'Am Haus.',
    ]);
    expect(await read('Haben Sie einen Pool?', 'Ja, im Garten.')).toEqual([
      '# Haben Sie einen Pool?',
      'Ja, im Garten.',
    ]);
  });

  const outline = async (...parts: string[]) => {
    const { blocks } = await extract(strToU8(parts.join('\n\n')), 'txt');
    return blocks.flatMap(({ kind, level = 0, text }) =>
      kind === 'heading' ? [`${'#'.repeat(level)} ${text}`] : [],
    );
  };

  it('puts headings under one another by their numbers', async () => {
    expect(await outline('1. Fees', 'None.', '1.1 Deposits', 'None.', '2. Swimming', 'Yes.')).toEqual([
      '## 1. Fees',
      '### 1.1 Deposits',
      '## 2. Swimming',
    ]);
  });

  it('puts headings that are only set off in different ways beside one another', async () => {
    const mixed = ['OPENING HOURS', 'Daily from 9 to 5.', '1. Prices', 'A day is 5 €.'];
    expect(await outline(...mixed, 'Getting here\n---', 'By bus 7.', 'Contact', 'Call us.')).toEqual([
      '## OPENING HOURS',
      '## 1. Prices',
      '## Getting here',
      '## Contact',
    ]);
    const last = ['Anfahrt', 'Mit dem Bus.', 'PREISE', 'Ein Tag kostet 5 €.', 'Kontakt', 'Rufen Sie an.'];
    expect(await outline('ÖFFNUNGSZEITEN', 'Täglich ab 9.', ...last)).toEqual([
      '## ÖFFNUNGSZEITEN',
      '## Anfahrt',
      '## PREISE',
      '## Kontakt',
    ]);
    const underlined = ['Prices\n===', 'A day is 5 €.', 'Contact', 'Call us.'];
    expect(await outline('Opening hours\n===', 'Daily from 9 to 5.', ...underlined)).toEqual([
      '## Opening hours',
      '## Prices',
      '## Contact',
    ]);
  });

  it('puts headings below others of another style where the text shows that they are parts of these', async () => {
    const [prices, hours] = ['### Adults', '### Students'];
    const parts = ['Adults', 'A day is 5 €.', 'Students', 'A day is 3 €.'];
    // One follows the other at once.
    expect(await outline('We are open.', 'PRICES', ...parts)).toEqual(['## PRICES', prices, hours]);
    // Several under one of several.
    const sections = ['PRICES', 'All with tax.', ...parts, 'HOURS', 'Daily from 9 to 5.'];
    expect(await outline(...sections)).toEqual(['## PRICES', prices, hours, '## HOURS']);
    const underlined = ['Prices\n===', 'With tax.', 'Adults\n---', 'A day is 5 €.', 'Hours\n===', 'Daily.'];
    expect(await outline(...underlined)).toEqual(['## Prices', prices, '## Hours']);
    // Nothing else would stand under the upper.
    expect(
      await outline('HOURS', 'Daily.', 'Prices', ...parts, 'TERMS', '1. Deposit', '50 € in cash.'),
    ).toEqual(['## HOURS', '## Prices', prices, hours, '## TERMS', '### 1. Deposit']);
    // The only one so set off, above all.
    expect(await outline('Sea Spa\n===', 'Welcome.', 'HOURS', 'Daily.')).toEqual(['# Sea Spa', '## HOURS']);
  });

  it('has the same level for the same style on all pages', async () => {
    const pages = ['PRICES\n\nStudents\n\nA day is 3 €.', 'Adults\n\nA day is 5 €.', 'HOURS\n\nDaily.'];
    expect(await outline(pages.join('\f'))).toEqual(['## PRICES', '### Students', '### Adults', '## HOURS']);
  });

  it('takes neither the items of a list, nor a fact, nor what nothing follows for headings', async () => {
    const items = ['Handtücher', '', 'Bettwäsche', '', 'Kaffeemaschine', '', 'Alles liegt im Schrank.'];
    expect(await read('Es gibt viel.', '', ...items)).toEqual(['Es gibt viel.', ...items.filter(Boolean)]);
    expect(await read('Towels', 'Bed linen', 'Coffee')).toEqual(['Towels\nBed linen\nCoffee']);
    expect(await read('Call 089 1234', '', 'We are there.')).toEqual(['Call 089 1234', 'We are there.']);
    expect(await read('See you soon.', '', 'Kind regards')).toEqual(['See you soon.', 'Kind regards']);
  });

  it('refuses bytes that are no text', async () => {
    const bytes = Uint8Array.from({ length: 512 }, (_, i) => (i * 7) % 256);
    await expect(extract(bytes, 'txt')).rejects.toEqual(failsAs('type_mismatch'));
  });

  it('says that white space is no text', async () => {
    await expect(extract(strToU8(' \n\n \t '), 'txt')).rejects.toEqual(failsAs('no_text'));
  });
});

describe('Markdown', () => {
  it('reads headings, nested lists and tables, and leaves out what site generators keep on top', async () => {
    const source = `---\ntitle: x\n---\n# Prices\n\nFrom [our shop](https://a.example) and *only* there.\n\n- Small\n- Large\n  - with lid\n\n| Size | Price |\n|---|---|\n| S | 10 |\n`;
    const { blocks } = await extract(strToU8(source), 'md');
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['heading', 'Prices'],
      ['paragraph', 'From our shop (https://a.example) and only there.'],
      ['list', 'Small'],
      ['list', 'Large'],
      ['list', 'with lid'],
      ['table', 'Size | Price\nS | 10'],
    ]);
  });
});

describe('a right name with other bytes behind it', () => {
  it.each([
    ['a picture called .pdf', 'pdf', Uint8Array.of(0x89, 0x50, 0x4e, 0x47)],
    ['a PDF called .docx', 'docx', strToU8('%PDF-1.7 …')],
    ['a zip that holds no Word document', 'docx', zipSync({ 'a.txt': strToU8('a') })],
    ['an Excel workbook called .docx', 'docx', workbookOf('xlsx')],
    ['a Word document called .xlsx', 'xlsx', docxOf(paragraph('x'))],
    ['an old Excel workbook called .doc', 'doc', workbookOf('biff8')],
    ['an old container of something else', 'xls', oleOf({ Presentation: strToU8('x') })],
    ['a web page called .xls, as some shops export them', 'xls', strToU8('<table><tr><td>a</table>')],
    ['a workbook called .csv', 'csv', workbookOf('xlsx')],
    ['a zip called .txt', 'txt', zipSync({ 'a.txt': strToU8('a') })],
  ] as const)('refuses %s', async (_, format, bytes) => {
    await expect(extract(bytes, format)).rejects.toEqual(failsAs('type_mismatch'));
  });

  it.each(DocumentFormat.options)('refuses an empty .%s', async (format) => {
    await expect(extract(new Uint8Array(), format)).rejects.toEqual(failsAs('empty'));
  });

  it('names what went wrong in its message', () => {
    expect(new UnreadableDocument('encrypted', 'password needed').message).toBe('encrypted: password needed');
  });
});
