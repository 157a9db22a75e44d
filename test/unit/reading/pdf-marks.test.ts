import { degrees, PDFDocument, type PDFFont, PDFName, type PDFPage, PDFString, StandardFonts } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { linesOfPage } from '#core/reading/pdf-lines';
import type { PdfText } from '#core/reading/pdf-text';
import { isReadable } from '#core/reading/readable';
import { addTurned, TURNS, turnedBox } from './turned';

type Draw = (page: PDFPage, font: PDFFont, document: PDFDocument) => void;

async function drawn(...draw: Draw[]) {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const each of draw) each(document.addPage([595, 842]), font, document);
  return extract(await document.save({ useObjectStreams: false }), 'pdf');
}
const said = async (...draw: Draw[]) => (await drawn(...draw)).blocks.map(({ text }) => text);

describe('of a PDF', () => {
  it.each([0.3, 0.45])(
    'words that a line goes through are left out, at %f of their height',
    async (height) => {
      const text = 'The course costs 149 euros 119 euros.';
      const struck = (page: PDFPage, font: PDFFont) => {
        page.drawText(text, { x: 60, y: 700, size: 11, font });
        const at = (part: string) => 60 + font.widthOfTextAtSize(part, 11);
        const y = 700 + 11 * height;
        page.drawLine({
          start: { x: at('The course costs '), y },
          end: { x: at('The course costs 149 euros'), y },
        });
      };
      expect(await said(struck)).toEqual(['The course costs 119 euros.']);
    },
  );

  it('an underlined word is read, and so are words beside a line of a table', async () => {
    const lined = (page: PDFPage, font: PDFFont) => {
      page.drawText('Open daily from nine.', { x: 60, y: 700, size: 11, font });
      page.drawLine({
        start: { x: 60, y: 698 },
        end: { x: 60 + font.widthOfTextAtSize('Open', 11), y: 698 },
      });
      page.drawLine({ start: { x: 40, y: 704 }, end: { x: 540, y: 704 } });
    };
    expect(await said(lined)).toEqual(['Open daily from nine.']);
  });

  it('links keep their addresses, before the mark that ends the sentence', async () => {
    const linked = (page: PDFPage, font: PDFFont, { context }: PDFDocument) => {
      page.drawText('Book your seat here.', { x: 60, y: 700, size: 11, font });
      const [from, to] = ['Book your seat ', 'Book your seat here'].map(
        (part) => 60 + font.widthOfTextAtSize(part, 11),
      );
      const annotation = context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [from, 697, to, 710],
        A: { Type: 'Action', S: 'URI', URI: PDFString.of('https://book.example.org/seat') },
      } as never);
      page.node.set(PDFName.of('Annots'), context.obj([context.register(annotation)]));
    };
    expect(await said(linked)).toEqual(['Book your seat here (https://book.example.org/seat).']);
  });

  it('fields of a form hold what was filled in, and boxes whether they are ticked', async () => {
    const form = (page: PDFPage, font: PDFFont, document: PDFDocument) => {
      page.drawText('Guests:', { x: 60, y: 700, size: 11, font });
      page.drawText('Breakfast', { x: 90, y: 670, size: 11, font });
      page.drawText('Dinner', { x: 90, y: 650, size: 11, font });
      const fields = document.getForm();
      const guests = fields.createTextField('guests');
      guests.setText('180');
      guests.addToPage(page, { x: 200, y: 696, width: 100, height: 16 });
      for (const [name, y] of [
        ['breakfast', 668],
        ['dinner', 648],
      ] as const) {
        const box = fields.createCheckBox(name);
        box.addToPage(page, { x: 70, y, width: 12, height: 12 });
        if (name === 'breakfast') box.check();
      }
    };
    const text = (await said(form)).join('\n');
    expect(text).toContain('Guests: 180');
    expect(text).toMatch(/☑ Breakfast\s☐ Dinner/);
  });

  it.each([90, 180, 270])('a page turned by %i degrees is read line by line', async (turn) => {
    const turned = (page: PDFPage, font: PDFFont) => {
      const places: Readonly<Record<number, readonly [number, number][]>> = {
        90: [
          [100, 60],
          [130, 60],
          [160, 60],
        ],
        180: [
          [500, 100],
          [500, 130],
          [500, 160],
        ],
        270: [
          [500, 780],
          [470, 780],
          [440, 780],
        ],
      };
      const lines = ['The crane lifts 40 tons.', 'One day costs 780 euros.', 'Cancel two days before.'];
      for (const [at, text] of lines.entries()) {
        const [x = 0, y = 0] = places[turn]?.[at] ?? [];
        page.drawText(text, { x, y, size: 12, font, rotate: degrees(turn) });
      }
    };
    expect((await said(turned)).join('\n').replace(/\s+/g, ' ')).toBe(
      'The crane lifts 40 tons. One day costs 780 euros. Cancel two days before.',
    );
  });

  it.each(TURNS)('a page turned by %i degrees has its links, marks, fields and tables', async (turn) => {
    const document = await PDFDocument.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    const page = addTurned(document, turn);
    const { context } = document;
    page.drawText('Book here, it costs 149 euros 119 euros.', { x: 60, y: 700, size: 11, font });
    const at = (part: string) => 60 + font.widthOfTextAtSize(part, 11);
    const struck = { y: 703.5, from: at('Book here, it costs '), to: at('Book here, it costs 149 euros') };
    page.drawLine({ start: { x: struck.from, y: struck.y }, end: { x: struck.to, y: struck.y } });
    const link = context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: turnedBox([at('Book '), 697, at('Book here'), 710], turn),
      A: { Type: 'Action', S: 'URI', URI: PDFString.of('https://book.example.org/seat') },
    } as never);
    page.node.set(PDFName.of('Annots'), context.obj([context.register(link)]));
    page.drawText('Guests:', { x: 60, y: 660, size: 11, font });
    const guests = document.getForm().createTextField('guests');
    guests.setText('180');
    const [x, y, right, high] = turnedBox([200, 656, 300, 672], turn);
    guests.addToPage(page, { x, y, width: right - x, height: high - y });
    for (const [row, cells] of [
      ['Hall', 'Fee'],
      ['North', '40 euros'],
      ['South', '30 euros'],
    ].entries()) {
      for (const [column, text] of cells.entries()) {
        const [left, low] = [60 + column * 90, 600 - row * 20];
        page.drawText(text, { x: left + 4, y: low + 6, size: 11, font });
        page.drawRectangle({ x: left, y: low, width: 90, height: 20, borderWidth: 1 });
      }
    }
    const { blocks } = await extract(await document.save({ useObjectStreams: false }), 'pdf');
    expect(blocks.map(({ text }) => text)).toEqual([
      'Book here (https://book.example.org/seat), it costs 119 euros.',
      'Guests: 180',
      'Hall | Fee\nNorth | 40 euros\nSouth | 30 euros',
    ]);
  });

  it('a raised mark is no digit of the figure before it', async () => {
    const raised = (page: PDFPage, font: PDFFont) => {
      page.drawText('A parcel costs 4.90', { x: 60, y: 700, size: 11, font });
      const x = 60 + font.widthOfTextAtSize('A parcel costs 4.90', 11);
      page.drawText('1', { x, y: 704.5, size: 6.5, font });
      page.drawText(' euros.', { x: x + 4, y: 700, size: 11, font });
    };
    expect(await said(raised)).toEqual(['A parcel costs 4.90¹ euros.']);
  });

  it('pages that show something and have no text are told of, and blank ones not', async () => {
    const { notices } = await drawn(
      (page, font) => page.drawText('The mooring costs 30 euros.', { x: 60, y: 700, size: 11, font }),
      (page) => page.drawRectangle({ x: 60, y: 60, width: 400, height: 500 }),
      () => {},
    );
    expect(notices).toEqual([{ kind: 'pages_without_text', count: 1, pages: [2] }]);
  });
});

it('Chinese letters are known by the maps of their fonts, which the file only names', async () => {
  const chinese = (page: PDFPage, _: PDFFont, { context }: PDFDocument) => {
    const info = { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('GB1'), Supplement: 2 };
    const descriptor = context.obj({
      Type: 'FontDescriptor',
      FontName: 'STSong-Light',
      Flags: 4,
      FontBBox: [0, -200, 1000, 900],
      ItalicAngle: 0,
      Ascent: 900,
      Descent: -200,
      CapHeight: 700,
      StemV: 80,
    } as never);
    const glyphs = context.obj({
      Type: 'Font',
      Subtype: 'CIDFontType0',
      BaseFont: 'STSong-Light',
      CIDSystemInfo: info,
      FontDescriptor: context.register(descriptor),
      DW: 1000,
    } as never);
    const font = context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: 'STSong-Light',
      Encoding: 'UniGB-UCS2-H',
      DescendantFonts: [context.register(glyphs)],
    } as never);
    page.node.setFontDictionary(PDFName.of('F9'), context.register(font));
    const content = context.stream('BT /F9 12 Tf 60 700 Td <6BCF59294E0A53484E5D70B95F0095E8> Tj ET');
    page.node.addContentStream(context.register(content));
  };
  expect(await said(chinese)).toEqual(['每天上午九点开门']);
});

it('a line from the right is read from there, with its numbers and the mark at its end', () => {
  const run = (text: string, x: number, width: number): PdfText => ({
    text,
    x,
    y: 700,
    width,
    size: 9,
    font: 'f',
    endsLine: false,
  });
  const texts = [
    run('.17', 60, 14),
    run(' ', 74, 4),
    run('שעה', 78, 20),
    run(' ', 98, 4),
    run('9', 102, 6),
    run(' ', 108, 4),
    run('פתוח', 112, 30),
  ];
  const [line] = linesOfPage({ number: 1, height: 842, texts, drawing: null, isBlank: false });
  expect(line?.text).toBe('פתוח 9 שעה 17.');
});

describe('letters of a text', () => {
  it.each([
    ['The ferry to the island leaves at noon and costs eleven euros.', true],
    ['7KH\u0003IHUU\\\u0003WR\u0003WKH\u0003LVODQG\u0003OHDYHV\u0003DW\u0003QRRQ', false],
    [
      '\ue001\ue002\ue003\ue004\ue005\ue006\ue007 \ue005\ue006\ue007 \ue001\ue002\ue003\ue004 \ue005\ue006\ue007',
      false,
    ],
    ['TX-310-A 12,00 € TX-310-B 15,00 € TX-400 99,00 € LED, USB, HDMI', true],
    ['每天上午九点开门，下午六点关门。星期一休息。请在前台登记后进入。', true],
  ])('%s', (text, expected) => {
    expect(isReadable(text)).toBe(expected);
  });
});
