import { readFile } from 'node:fs/promises';
import { deflateSync, inflateSync } from 'node:zlib';
import { concatTransformationMatrix, drawObject, PDFDocument, PDFName } from 'pdf-lib';
import { describe, expect, it } from 'vitest';
import { picturesOfPage } from '#core/reading/pdf-pictures';
import { pngOf } from '#core/reading/png';
import { withRecognised } from '#core/reading/recognised';

const scan = () => readFile(new URL('../../fixtures/documents/scan.pdf', import.meta.url));

/** Its shades, row by row. */
function shadesOf(png: Uint8Array, width: number): number[][] {
  const at = Buffer.from(png).indexOf('IDAT');
  const size = Buffer.from(png).readUInt32BE(at - 4);
  const rows = inflateSync(png.subarray(at + 4, at + 4 + size));
  return Array.from({ length: rows.length / (width + 1) }, (_, y) => [
    ...rows.subarray(y * (width + 1) + 1, (y + 1) * (width + 1)),
  ]);
}

describe('pictures on pages of a PDF', () => {
  it('are none on a page of text, and stand upright on others, however their page turns them', async () => {
    const bytes = await scan();
    expect(await picturesOfPage(bytes, 1)).toEqual([]);
    for (const page of [2, 3]) {
      const [picture] = await picturesOfPage(bytes, page);
      expect([picture?.width, picture?.height]).toEqual([1240, 840]);
      // The heading stands in the upper third, and nothing below the middle but paper.
      const rows = shadesOf(picture?.png ?? new Uint8Array(), 1240);
      const dark = (from: number, to: number) =>
        rows
          .slice(from, to)
          .flat()
          .filter((shade) => shade < 90).length;
      expect(dark(90, 200)).toBeGreaterThan(3_000);
      expect(dark(700, 840)).toBe(0);
    }
  });

  it('are not asked for that are too small for text', async () => {
    const document = await PDFDocument.create();
    const { png } = pngOf({ width: 40, height: 40, data: new Uint8Array(1600), depth: 8 }, 0);
    document.addPage().drawImage(await document.embedPng(png), { x: 9, y: 9, width: 40, height: 40 });
    expect(await picturesOfPage(await document.save(), 1)).toEqual([]);
  });

  it('are left out where they would unpack to more pixels than there is room for', async () => {
    const document = await PDFDocument.create();
    const side = 60_000;
    // Of 3,600 million pixels, as it says of itself.
    const rows = deflateSync(Buffer.alloc(1_000_000));
    const stream = document.context.stream(rows, {
      ...{ Type: 'XObject', Subtype: 'Image', Width: side, Height: side, ColorSpace: 'DeviceGray' },
      ...{ BitsPerComponent: 1, Filter: 'FlateDecode' },
    });
    const page = document.addPage();
    page.node.setXObject(PDFName.of('Bomb'), document.context.register(stream));
    page.pushOperators(concatTransformationMatrix(500, 0, 0, 500, 0, 0), drawObject('Bomb'));
    expect(await picturesOfPage(await document.save(), 1)).toEqual([]);
  });
});

describe('a picture as PNG', () => {
  it('is grey, from black and white, colours and what is clear', () => {
    const bits = pngOf({ width: 2, height: 2, data: new Uint8Array([0b10000000, 0b01000000]), depth: 1 }, 0);
    expect(shadesOf(bits.png, 2)).toEqual([
      [255, 0],
      [0, 255],
    ]);
    const clear = pngOf({ width: 1, height: 1, data: new Uint8Array([0, 0, 0, 0]), depth: 32 }, 0);
    expect(shadesOf(clear.png, 1)).toEqual([[255]]);
  });

  it('is turned to the right', () => {
    const pixels = { width: 3, height: 2, data: new Uint8Array([1, 2, 3, 4, 5, 6]), depth: 8 } as const;
    const turned = [0, 1, 2, 3].map((turns) => {
      const { png, width } = pngOf(pixels, turns as 0 | 1 | 2 | 3);
      return shadesOf(png, width)
        .map((row) => row.join(''))
        .join('/');
    });
    expect(turned).toEqual(['123/456', '41/52/63', '654/321', '36/25/14']);
  });

  it('is no larger than text recognition takes', () => {
    const { width, height, png } = pngOf(
      { width: 11_000, height: 2, data: new Uint8Array(22_000).fill(200), depth: 8 },
      0,
    );
    expect([width, height]).toEqual([2750, 1]);
    expect(png.length).toBeLessThan(10_000);
  });
});

describe('text that was recognised', () => {
  const line = (text: string, top: number, more = {}) => ({
    ...{ text, top, left: 0.1, width: 0.5, height: 0.02 },
    ...more,
  });

  it('stands between the pages around it, as headings, paragraphs and columns', () => {
    const lines = [
      line('Prices', 0.05, { height: 0.04 }),
      line('Kayaks are hired out from April to', 0.15),
      line('October, by the hour.', 0.175),
      line('Rowing boat', 0.3, { width: 0.15 }),
      line('12 €', 0.301, { left: 0.6, width: 0.05 }),
    ];
    const blocks = withRecognised(
      [
        { kind: 'paragraph', text: 'first', page: 1 },
        { kind: 'paragraph', text: 'last', page: 3 },
      ],
      [{ number: 2, pictures: [{ ratio: 1.4, lines }] }],
    );
    expect(blocks.map(({ kind, text, page }) => [page, kind, text.replace(/\s+/g, ' ')])).toEqual([
      [1, 'paragraph', 'first'],
      [2, 'heading', 'Prices'],
      [2, 'paragraph', 'Kayaks are hired out from April to October, by the hour.'],
      [2, 'paragraph', 'Rowing boat 12 €'],
      [3, 'paragraph', 'last'],
    ]);
  });
});
