import {
  beginText,
  cmyk,
  degrees,
  endText,
  grayscale,
  type PDFDocument,
  type PDFFont,
  PDFName,
  PDFOperator,
  type PDFPage,
  PDFString,
  PDFDocument as Pdf,
  popGraphicsState,
  pushGraphicsState,
  rectangle,
  rgb,
  StandardFonts,
  setFillingGrayscaleColor,
  setFontAndSize,
  setTextMatrix,
  setTextRenderingMode,
  showText,
  TextRenderingMode,
} from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { extract } from '#core/reading/extract';
import { addTurned, TURNS, type Turn } from './turned';

type Draw = (page: PDFPage, font: PDFFont, document: PDFDocument) => void | Promise<void>;

async function said(draw: Draw, turn: Turn = 0): Promise<string> {
  const document = await Pdf.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const page = addTurned(document, turn);
  page.drawText('The ferry sails at nine.', { x: 60, y: 760, size: 11, font });
  await draw(page, font, document);
  const { blocks } = await extract(await document.save({ useObjectStreams: false }), 'pdf');
  return blocks.map(({ text }) => text).join('\n');
}

const WHITE = rgb(1, 1, 1);
const NAVY = rgb(0.1, 0.2, 0.4);
const op = (name: string, ...args: (string | number)[]) =>
  PDFOperator.of(name as never, args.map(String) as never);

/** Text in the mode of PDF that writes without ink. */
const inkless = (
  page: PDFPage,
  font: PDFFont,
  text: string,
  y: number,
  mode = TextRenderingMode.Invisible,
) => {
  const name = page.node.newFontDictionary('Ink', font.ref);
  page.pushOperators(
    pushGraphicsState(),
    beginText(),
    setTextRenderingMode(mode),
    setFontAndSize(name, 11),
    setTextMatrix(1, 0, 0, 1, 60, y),
    showText(font.encodeText(text)),
    endText(),
    popGraphicsState(),
  );
};

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFElEQVR4nGNgYGD4z8DAwMDAwMAAAAUNAQEA7cEUAAAAAElFTkSuQmCC';

describe.each(TURNS)('on a page turned by %i degrees text that nobody sees is not content', (turn) => {
  it.each<[string, Draw]>([
    [
      'white on the paper',
      (page, font) => page.drawText('Secret offer 5 euros', { x: 60, y: 700, size: 11, font, color: WHITE }),
    ],
    [
      'without any ink in CMYK',
      (page, font) =>
        page.drawText('Secret offer 5 euros', { x: 60, y: 700, size: 7, font, color: cmyk(0, 0, 0, 0) }),
    ],
    [
      'in the colour of the box behind it',
      (page, font) => {
        page.drawRectangle({ x: 50, y: 680, width: 400, height: 50, color: NAVY });
        page.drawText('Secret offer 5 euros', { x: 60, y: 700, size: 11, font, color: NAVY });
      },
    ],
    [
      'white on a white box over a dark one',
      (page, font) => {
        page.drawRectangle({ x: 40, y: 600, width: 500, height: 200, color: NAVY });
        page.drawText('Bicycles travel free.', { x: 60, y: 760, size: 11, font, color: WHITE });
        page.drawRectangle({ x: 50, y: 680, width: 400, height: 50, color: grayscale(1) });
        page.drawText('Secret offer 5 euros', { x: 60, y: 700, size: 11, font, color: WHITE });
      },
    ],
    ['in the mode that writes without ink', (page, font) => inkless(page, font, 'Secret offer 5 euros', 700)],
    [
      'above the edge of the page',
      (page, font) => page.drawText('Secret offer 5 euros', { x: 60, y: 900, size: 11, font }),
    ],
    [
      'beside the page',
      (page, font) => page.drawText('Secret offer 5 euros', { x: -300, y: 700, size: 11, font }),
    ],
    [
      'outside of what is shown just then',
      (page, font) => {
        page.pushOperators(pushGraphicsState(), rectangle(50, 100, 400, 60), op('W'), op('n'));
        page.drawText('Bicycles travel free.', { x: 60, y: 120, size: 11, font });
        page.drawText('Secret offer 5 euros', { x: 60, y: 700, size: 11, font });
        page.pushOperators(popGraphicsState());
      },
    ],
    [
      'all transparent',
      (page, font) => page.drawText('Secret offer 5 euros', { x: 60, y: 700, size: 11, font, opacity: 0 }),
    ],
    [
      'in a layer that is not shown',
      (page, font, { context, catalog }) => {
        const layers = ['Prices', 'Drafts'].map((Name) =>
          context.register(context.obj({ Type: 'OCG', Name: PDFString.of(Name) } as never)),
        );
        const usual = { ON: layers.slice(0, 1), OFF: layers.slice(1) };
        catalog.set(PDFName.of('OCProperties'), context.obj({ OCGs: layers, D: usual } as never));
        const names = context.obj({ Shown: layers[0], Off: layers[1] } as never);
        page.node.Resources()?.set(PDFName.of('Properties'), names);
        page.pushOperators(op('BDC', '/OC', '/Shown'));
        page.drawText('Bicycles travel free.', { x: 60, y: 730, size: 11, font });
        page.pushOperators(op('EMC'), op('BDC', '/OC', '/Off'));
        page.drawText('Secret offer 5 euros', { x: 60, y: 700, size: 11, font });
        page.pushOperators(op('EMC'));
      },
    ],
    [
      'without ink on a coloured box',
      (page, font) => {
        page.drawRectangle({ x: 50, y: 680, width: 400, height: 50, color: NAVY });
        inkless(page, font, 'Secret offer 5 euros', 700);
      },
    ],
  ])('%s', async (_, draw) => {
    const text = await said(draw, turn);
    expect(text).toContain('sails at nine.');
    expect(text).not.toMatch(/Secret|offer|euros/);
  });

  it('part of a line', async () => {
    const text = await said((page, font) => {
      const seen = 'Dogs travel free';
      page.drawText(seen, { x: 60, y: 700, size: 11, font });
      const x = 60 + font.widthOfTextAtSize(`${seen} `, 11);
      page.drawText('cats cost 40 euros', { x, y: 700, size: 11, font, color: WHITE });
    }, turn);
    expect(text).toContain('Dogs travel free');
    expect(text).not.toMatch(/cats|40/);
  });
});

it('text along the margin is judged as that of the page is', async () => {
  const text = await said((page, font) => {
    page.drawText('Bicycles cost twelve euros, and dogs travel free.', { x: 60, y: 740, size: 11, font });
    const upwards = { x: 30, size: 11, font, rotate: degrees(90) };
    page.drawText('Printed in Lund', { ...upwards, y: 400 });
    page.drawText('Secret offer 5 euros', { ...upwards, y: 600, color: WHITE });
  });
  expect(text).toContain('Printed in Lund');
  expect(text).not.toMatch(/Secret|offer/);
});

describe.each(TURNS)('on a page turned by %i degrees text that may be seen stays', (turn) => {
  const white = (page: PDFPage, font: PDFFont) =>
    page.drawText('Bicycles cost 12 euros', { x: 60, y: 700, size: 11, font, color: WHITE });

  it.each<[string, Draw]>([
    [
      'white on a coloured box',
      (page, font) => {
        page.drawRectangle({ x: 50, y: 680, width: 400, height: 50, color: NAVY });
        white(page, font);
      },
    ],
    [
      'white on a picture',
      async (page, font, document) => {
        const image = await document.embedPng(Buffer.from(PIXEL, 'base64')).catch(() => null);
        if (!image) throw new Error('the picture of this test is broken');
        page.drawImage(image, { x: 0, y: 650, width: 595, height: 100 });
        white(page, font);
      },
    ],
    [
      'white on a thick stroke',
      (page, font) => {
        page.drawLine({ start: { x: 50, y: 704 }, end: { x: 500, y: 704 }, thickness: 24, color: NAVY });
        white(page, font);
      },
    ],
    [
      'white on a round shape',
      (page, font) => {
        page.drawEllipse({ x: 150, y: 704, xScale: 200, yScale: 40, color: NAVY });
        white(page, font);
      },
    ],
    [
      'white on a shape with slanted edges',
      (page, font) => {
        page.drawSvgPath('M 0 0 L 400 0 L 440 60 L 40 60 Z', { x: 30, y: 730, color: NAVY });
        white(page, font);
      },
    ],
    [
      'white on half a coloured box, of which the other half is white',
      (page, font) => {
        page.drawRectangle({ x: 50, y: 680, width: 400, height: 50, color: NAVY });
        page.drawRectangle({ x: 120, y: 680, width: 400, height: 50, color: WHITE, opacity: 0.3 });
        white(page, font);
      },
    ],
    [
      'white on a dark box, of which a white one is cut off before it',
      (page, font) => {
        page.drawRectangle({ x: 50, y: 680, width: 400, height: 50, color: NAVY });
        page.pushOperators(
          pushGraphicsState(),
          rectangle(300, 600, 50, 50),
          op('W'),
          op('n'),
          setFillingGrayscaleColor(1),
          rectangle(0, 0, 595, 842),
          op('f'),
          popGraphicsState(),
        );
        white(page, font);
      },
    ],
    [
      'white on a box that another program keeps as a form',
      async (page, font, document) => {
        const other = await Pdf.create();
        other.addPage([400, 50]).drawRectangle({ x: 0, y: 0, width: 400, height: 50, color: NAVY });
        const [form] = await document.embedPdf(await other.save());
        if (form) page.drawPage(form, { x: 50, y: 680 });
        white(page, font);
      },
    ],
    [
      'white on a shading',
      (page, font, { context }) => {
        const fade = context.obj({ FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0.5], C1: [0, 0, 0], N: 1 });
        const shading = context.obj({
          ShadingType: 2,
          ColorSpace: 'DeviceRGB',
          Coords: [50, 680, 450, 680],
          Function: fade,
          Extend: [true, true],
        });
        const resources = page.node.Resources();
        resources?.set(PDFName.of('Shading'), context.obj({ Fade: shading }));
        page.pushOperators(
          pushGraphicsState(),
          rectangle(50, 680, 400, 50),
          op('W'),
          op('n'),
          op('sh', '/Fade'),
          popGraphicsState(),
        );
        white(page, font);
      },
    ],
    [
      'with an outline around white letters',
      (page, font) => inkless(page, font, 'Bicycles cost 12 euros', 700, TextRenderingMode.FillAndOutline),
    ],
    [
      'without ink over a picture, as text recognition writes it',
      async (page, font, document) => {
        const image = await document.embedPng(Buffer.from(PIXEL, 'base64'));
        inkless(page, font, 'Bicycles cost 12 euros', 700);
        page.drawImage(image, { x: 0, y: 650, width: 595, height: 100 });
      },
    ],
    [
      'without ink over letters that are drawn',
      (page, font) => {
        page.drawSvgPath('M 0 0 C 20 40 60 40 80 0 L 300 -4 L 300 -10 Z', { x: 60, y: 702 });
        inkless(page, font, 'Bicycles cost 12 euros', 700);
      },
    ],
    [
      'cut off at half its height',
      (page, font) => {
        page.pushOperators(pushGraphicsState(), rectangle(50, 600, 400, 104), op('W'), op('n'));
        page.drawText('Bicycles cost 12 euros', { x: 60, y: 700, size: 11, font });
        page.pushOperators(popGraphicsState());
      },
    ],
    [
      'white before a word in black',
      (page, font) => {
        white(page, font);
        page.drawText('Bicycles cost 12 euros', { x: 60, y: 700, size: 11, font });
      },
    ],
  ])('%s', async (_, draw) => {
    expect(await said(draw, turn)).toContain('Bicycles cost 12 euros');
  });

  it('all of a page, since a page of nothing but unseen text is one that was not understood', async () => {
    const document = await Pdf.create();
    const font = await document.embedFont(StandardFonts.Helvetica);
    white(document.addPage([595, 842]), font);
    const { blocks } = await extract(await document.save(), 'pdf');
    expect(blocks.map(({ text }) => text)).toEqual(['Bicycles cost 12 euros']);
  });
});
