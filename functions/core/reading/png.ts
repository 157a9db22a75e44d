import { crc32, deflateSync } from 'node:zlib';

/** A picture as it was decoded. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array | Uint8ClampedArray;
  /** Bits of a pixel: black and white by rows of whole bytes, grey, red green blue, or these with how opaque it is. */
  readonly depth: 1 | 8 | 24 | 32;
}

/** To the right. */
export type QuarterTurns = 0 | 1 | 2 | 3;

export interface Picture {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** The longest side that text recognition needs: a page of A4 at 300 dots an inch. */
const LONGEST_SIDE = 3_600;
/** What Textract takes. */
const MOST_BYTES = 10 * 1024 * 1024;

/** A picture in shades of grey, turned, and no larger than text recognition needs. */
export function pngOf(pixels: Pixels, turns: QuarterTurns): Picture {
  for (let step = Math.ceil(Math.max(pixels.width, pixels.height) / LONGEST_SIDE); ; step++) {
    const picture = encoded(turned(reduced(pixels, step), turns));
    if (picture.png.length <= MOST_BYTES) return picture;
  }
}

interface Grey {
  readonly width: number;
  readonly height: number;
  readonly shades: Uint8Array;
}

/** Each square of `step` pixels as one, in its middle shade. */
function reduced(pixels: Pixels, step: number): Grey {
  const [width, height] = [Math.ceil(pixels.width / step), Math.ceil(pixels.height / step)];
  const shades = new Uint8Array(width * height);
  const shadeAt = shadesOf(pixels);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [sum, count] = [0, 0];
      for (let row = y * step; row < Math.min((y + 1) * step, pixels.height); row++) {
        for (let column = x * step; column < Math.min((x + 1) * step, pixels.width); column++) {
          sum += shadeAt(column, row);
          count++;
        }
      }
      shades[y * width + x] = Math.round(sum / count);
    }
  }
  return { width, height, shades };
}

function shadesOf({ width, data, depth }: Pixels): (x: number, y: number) => number {
  if (depth === 1) {
    const bytes = Math.ceil(width / 8);
    return (x, y) => ((data[y * bytes + (x >> 3)] ?? 0) & (128 >> (x & 7)) ? 255 : 0);
  }
  if (depth === 8) return (x, y) => data[y * width + x] ?? 0;
  const size = depth / 8;
  return (x, y) => {
    const at = (y * width + x) * size;
    const [red = 0, green = 0, blue = 0, opaque = 255] = [
      data[at],
      data[at + 1],
      data[at + 2],
      size === 4 ? data[at + 3] : 255,
    ];
    // What is clear shows the paper.
    return ((0.299 * red + 0.587 * green + 0.114 * blue) * opaque + 255 * (255 - opaque)) / 255;
  };
}

function turned({ width, height, shades }: Grey, turns: QuarterTurns): Grey {
  if (turns === 0) return { width, height, shades };
  const isAcross = turns !== 2;
  const [wide, high] = isAcross ? [height, width] : [width, height];
  const result = new Uint8Array(shades.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [column, row] =
        turns === 1
          ? [height - 1 - y, x]
          : turns === 2
            ? [width - 1 - x, height - 1 - y]
            : [y, width - 1 - x];
      result[row * wide + column] = shades[y * width + x] ?? 0;
    }
  }
  return { width: wide, height: high, shades: result };
}

function encoded({ width, height, shades }: Grey): Picture {
  const rows = Buffer.alloc((width + 1) * height);
  // Each row begins with how it is filtered: not at all.
  for (let y = 0; y < height; y++) rows.set(shades.subarray(y * width, (y + 1) * width), y * (width + 1) + 1);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of grey.
  head[8] = 8;
  const png = Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows, { level: 6 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return { png: new Uint8Array(png), width, height };
}

function chunk(type: string, data: Buffer): Buffer {
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
