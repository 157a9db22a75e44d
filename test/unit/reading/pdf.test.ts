import { readFile } from 'node:fs/promises';
import { strToU8 } from 'fflate';
import { degrees, PDFDocument, PDFName, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { EXTRACTION_LIMITS } from '#core/reading/extraction';
import { withLigatures } from '#core/reading/pdf-ligatures';
import { failsAs, type PdfLine, pdfOf } from './documents';

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

  it('takes no larger line for a heading that stops where more must come', async () => {
    const lines = [
      { text: 'Your code for the gate is', y: 740, size: 16 },
      { text: 'MARSH-4711', y: 700 },
      { text: 'Close the gate behind you, since sheep graze on both sides of it.', y: 660 },
    ];
    const { blocks } = await extract(await pdfOf([lines]), 'pdf');
    expect(blocks[0]).toMatchObject({ kind: 'paragraph', text: 'Your code for the gate is' });
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

  const text = 'Guests come after three, and leave before eleven in the morning.';
  const body = (y: number) => [
    { text, y },
    { text, y: y - 14 },
  ];
  const bold = (y: number, ...texts: readonly string[]) =>
    texts.map((each, at) => ({ text: each, y: y - at * 14, isBold: true }));
  const headingsOf = async (...lines: readonly PdfLine[]) => {
    const { blocks } = await extract(await pdfOf([lines]), 'pdf');
    return blocks.filter(({ kind }) => kind === 'heading').map(({ text, level }) => [text, level]);
  };

  it('takes bold lines of the size of the text for headings, below those that are larger', async () => {
    const larger = { text: 'House rules', y: 740, size: 16 };
    expect(
      await headingsOf(
        larger,
        ...bold(720, '1. Arrival'),
        ...body(706),
        ...bold(660, 'What you may bring along,', 'and what stays at home'),
        ...body(632),
      ),
    ).toEqual([
      ['House rules', 1],
      ['1. Arrival', 2],
      ['What you may bring along, and what stays at home', 2],
    ]);
  });

  it('takes a short bold line for a heading where no room but the end of a sentence parts it', async () => {
    expect(await headingsOf(...body(740), ...bold(712, 'Arrival'), ...body(698))).toEqual([['Arrival', 1]]);
  });

  it('takes numbered lines in letters of their own for headings', async () => {
    const italic = (y: number, text: string) => [{ text, y, isItalic: true }];
    expect(
      await headingsOf(
        ...body(760),
        ...italic(712, '2.1 Arrival'),
        ...body(698),
        ...italic(650, 'Take care of the sheep'),
        ...body(636),
        ...italic(588, '2.1.1 Departure'),
        ...body(574),
      ),
    ).toEqual([
      ['2.1 Arrival', 2],
      ['2.1.1 Departure', 3],
    ]);
  });

  it.each([
    ['in letters of their own', (text: string) => ({ text, isItalic: true })],
    ['in capitals', (text: string) => ({ text: text.toUpperCase() })],
    ['with a number', (text: string) => ({ text: `${text.length}. ${text}` })],
  ])('takes for headings what several lines share that stand as such: %s', async (_, look) => {
    const titles = ['Your arrival', 'What to bring', 'Sheep and dogs'].map(look);
    const lines = titles.flatMap((title, at) => [
      ...body(760 - at * 120),
      { ...title, y: 712 - at * 120 },
      ...body(694 - at * 120),
    ]);
    expect((await headingsOf(...lines)).map(([text]) => text)).toEqual(titles.map(({ text }) => text));
  });

  it('takes no terms for headings that are explained further in', async () => {
    const terms = ['Anchor', 'Buoy', 'Cleat'].flatMap((text, at) => [
      { text, y: 712 - at * 60, isItalic: true },
      { text: 'What a boat needs that is to stay where it is.', x: 90, y: 698 - at * 60 },
    ]);
    expect(await headingsOf(...body(760), ...terms)).toEqual([]);
  });

  it('begins a heading at each number, and takes a text that is set large for none', async () => {
    const large = (y: number, ...texts: readonly string[]) =>
      texts.map((each, at) => ({ text: each, y: y - at * 20, size: 16 }));
    const lines = [...large(780, 'Edition of May', '1 Arrival'), ...body(700), ...body(660)];
    const said = large(600, 'The ferry sails', 'on all days', 'but in storms', 'and in fog');
    expect(await headingsOf(...lines, ...said)).toEqual([
      ['Edition of May', 1],
      ['1 Arrival', 1],
    ]);
  });

  it('takes no bold line for a heading that is smaller than the text', async () => {
    const command = { text: 'make install', y: 712, isBold: true };
    expect(await headingsOf(...body(760), { ...command, size: 10 }, ...body(690))).toEqual([]);
  });

  it('takes bold lines above one another for headings where room parts them', async () => {
    expect(
      await headingsOf(...body(780), ...bold(730, 'Rooms'), ...bold(704, 'Prices'), ...body(690)),
    ).toEqual([
      ['Rooms', 1],
      ['Prices', 1],
    ]);
  });

  it.each([
    [
      'within a sentence',
      [
        { text: 'Guests who come by train are to choose', y: 754 },
        ...bold(740, 'Late arrival'),
        ...body(726),
      ],
    ],
    [
      'as long as the lines around them',
      [
        ...body(740),
        ...bold(712, 'Guests that come late at night ring twice at the small door'),
        ...body(698),
      ],
    ],
    ['that are a sentence', [...body(740), ...bold(690, 'Leave the key in the box.'), ...body(676)]],
    [
      'that are an address',
      [...bold(740, 'Lakeside Homes', 'Mill Lane', 'Aldermoor', 'Devon'), ...body(660)],
    ],
    ['where most of the text is bold', [...bold(740, 'Arrival'), ...bold(700, text, text), ...body(650)]],
  ])('takes no bold lines for headings %s', async (_, lines) => {
    expect(await headingsOf(...lines)).toEqual([]);
  });

  it('takes no label that several boxes of a section share for a heading', async () => {
    expect(
      await headingsOf(
        { text: 'Rooms', y: 780, size: 16 },
        ...body(750),
        ...bold(710, 'Note'),
        ...body(696),
        ...bold(656, 'Note'),
        ...body(642),
        { text: 'Garden', y: 600, size: 16 },
        ...body(570),
        ...bold(530, 'Note'),
        ...body(516),
        ...bold(476, 'Opening in winter'),
        ...body(462),
      ),
    ).toEqual([
      ['Rooms', 1],
      ['Garden', 1],
      ['Opening in winter', 2],
    ]);
  });

  it('keeps what sections of several headings are called alike', async () => {
    const room = (y: number, name: string) => [
      { text: name, y, size: 16 },
      ...bold(y - 30, 'Price'),
      ...body(y - 44),
    ];
    const headings = await headingsOf(...room(780, 'Single'), ...room(660, 'Double'), ...room(540, 'Suite'));
    expect(headings.map(([text]) => text)).toEqual(['Single', 'Price', 'Double', 'Price', 'Suite', 'Price']);
  });

  it('joins a short line to the larger heading that stands below it', async () => {
    expect(
      await headingsOf(
        { text: 'Chapter 1', y: 780, size: 14 },
        { text: 'Arriving by boat', y: 750, size: 22 },
        ...body(700),
        { text: 'Chapter 2', y: 620, size: 14 },
        { text: 'Staying', y: 590, size: 22 },
        ...body(540),
      ),
    ).toEqual([
      ['Chapter 1 Arriving by boat', 1],
      ['Chapter 2 Staying', 1],
    ]);
  });

  it('takes a number and the words behind its gap for a heading, and for no row of two columns', async () => {
    const apart = (y: number, number: string, title: string) => [
      { text: number, y, size: 14 },
      { text: title, x: 95, y, size: 14 },
    ];
    const beside = (y: number) => [
      { text: 'N', y },
      { text: 'of the harbour', x: 95, y },
    ];
    expect(
      await headingsOf(
        ...body(780),
        ...apart(740, '3', 'Berths'),
        ...[718, 704, 690].flatMap(beside),
        ...apart(660, '4', 'Fees'),
        ...[638, 624].flatMap(beside),
        ...body(560),
        ...body(500),
      ),
    ).toEqual([
      ['3 Berths', 1],
      ['4 Fees', 1],
    ]);
  });

  it('takes bold items of a list for no headings', async () => {
    expect(await headingsOf(...body(740), ...bold(690, '• Towels'), ...body(676))).toEqual([]);
  });

  it('has the headings that the file tags, however they look', async () => {
    const bytes = await readFile(new URL('../../fixtures/documents/hausordnung.pdf', import.meta.url));
    const { blocks } = await extract(bytes, 'pdf');
    expect(blocks.map(({ kind, text, level }) => [kind, text.slice(0, 12), level])).toEqual([
      ['heading', 'Hausordnung ', 1],
      ['paragraph', 'Sie gilt für', undefined],
      ['heading', 'Ruhezeiten', 2],
      ['paragraph', 'Von zehn Uhr', undefined],
      ['heading', 'Haustiere, d', 2],
      ['paragraph', 'Hunde kosten', undefined],
      ['heading', 'Katzen', 3],
      ['paragraph', 'Katzen wohne', undefined],
    ]);
  });

  it('takes no watermark across the page for a heading', async () => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    const sheet = document.addPage([595, 842]);
    sheet.drawText('DRAFT', { x: 100, y: 300, size: 90, font, rotate: degrees(45) });
    sheet.drawText('The ferry sails at nine.', { x: 60, y: 760, size: 11, font });
    const { blocks } = await extract(await document.save(), 'pdf');
    expect(blocks.map(({ kind, text }) => [kind, text])).toEqual([
      ['paragraph', 'The ferry sails at nine.'],
      ['paragraph', 'DRAFT'],
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

  it('reads a file that ends without saying where its parts are, and refuses one whose pages go in a circle', async () => {
    const text = 'BT /F 12 Tf 70 700 Td (Open daily.) Tj ET';
    const withPages = (kids: string) =>
      strToU8(
        [
          '%PDF-1.4',
          '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj',
          `2 0 obj <</Type/Pages/Kids[${kids}]/Count 1>> endobj`,
          '3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>> endobj',
          `4 0 obj <</Length ${text.length}>>`,
          `stream\n${text}\nendstream endobj`,
          '5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj',
          'trailer <</Root 1 0 R>>\n%%EOF\n',
        ].join('\n'),
      );
    const { blocks } = await extract(withPages('3 0 R'), 'pdf');
    expect(blocks.map((block) => block.text)).toEqual(['Open daily.']);
    await expect(extract(withPages('2 0 R'), 'pdf')).rejects.toEqual(failsAs('corrupted'));
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

  it('spells ligatures whose font says that they are no letters', async () => {
    const document = await PDFDocument.create();
    const sheet = document.addPage([595, 842]);
    const { context } = document;
    const hex = (code: number) => code.toString(16).padStart(2, '0');
    const letters = Array.from({ length: 95 }, (_, at) => `<${hex(at + 32)}> <00${hex(at + 32)}>`).join(' ');
    const map = `begincmap 1 begincodespacerange <00> <ff> endcodespacerange 95 beginbfchar ${letters} endbfchar 2 beginbfchar <01> <0000> <02> <0000> endbfchar endcmap`;
    const font = {
      Type: 'Font',
      Subtype: 'Type1',
      BaseFont: 'Times-Roman',
      Encoding: {
        Type: 'Encoding',
        BaseEncoding: 'WinAnsiEncoding',
        Differences: [1, PDFName.of('fi'), PDFName.of('fl')],
      },
      ToUnicode: context.register(context.stream(map)),
    };
    sheet.node.set(
      PDFName.of('Resources'),
      context.obj({ Font: { F1: context.register(context.obj(font)) } }),
    );
    const drawn = String.raw`BT /F1 12 Tf 60 700 Td (The \001rst \002oor has a speci\001c pro\001le.) Tj 0 -16 Td (Classi\001ed re\002ections of the \001eld.) Tj ET`;
    sheet.node.set(PDFName.of('Contents'), context.register(context.stream(drawn)));
    const { blocks } = await extract(await document.save(), 'pdf');
    expect(blocks.map(({ text }) => text)).toEqual([
      'The first floor has a specific profile. Classified reflections of the field.',
    ]);
    // Where hardly a letter is told, none of them is a ligature.
    const untold = { text: '\0\0\0\0 \0\0', x: 0, y: 0, width: 50, size: 10, font: '', endsLine: false };
    expect(withLigatures(untold, () => undefined).text).toBe(untold.text);
  });
});
