import { deflateSync } from 'node:zlib';

type Point = readonly [x: number, y: number];

/** A picture that is drawn point by point, on white, and written as a PNG of its own colours. */
export class Picture {
  readonly #pixels: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.#pixels = new Uint8Array(width * height * 3).fill(255);
  }

  /** A line through points, with soft edges and round ends; a single point is a dot. */
  line(points: readonly Point[], colour: string, thickness: number): void {
    // How much of each pixel is covered, of the whole line at once: where its parts meet nothing is drawn twice.
    const covered = new Map<number, number>();
    const [only] = points;
    const parts = points.slice(1).map((to, at): [Point, Point] => [points[at] ?? to, to]);
    if (parts.length === 0 && only) parts.push([only, only]);
    for (const [from, to] of parts) this.#cover(covered, from, to, thickness / 2);
    const paint = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    for (const [pixel, share] of covered)
      for (const [at, value] of paint.entries()) {
        const place = pixel * 3 + at;
        this.#pixels[place] = Math.round((this.#pixels[place] ?? 255) * (1 - share) + value * share);
      }
  }

  #cover(covered: Map<number, number>, [fromX, fromY]: Point, [toX, toY]: Point, radius: number): void {
    const [alongX, alongY] = [toX - fromX, toY - fromY];
    const squared = alongX ** 2 + alongY ** 2;
    const reach = radius + 1;
    const first = (one: number, other: number) => Math.max(0, Math.floor(Math.min(one, other) - reach));
    const last = (one: number, other: number, size: number) =>
      Math.min(size - 1, Math.ceil(Math.max(one, other) + reach));
    for (let y = first(fromY, toY); y <= last(fromY, toY, this.height); y += 1)
      for (let x = first(fromX, toX); x <= last(fromX, toX, this.width); x += 1) {
        const place =
          squared === 0
            ? 0
            : Math.min(1, Math.max(0, ((x - fromX) * alongX + (y - fromY) * alongY) / squared));
        const distance = Math.hypot(x - fromX - place * alongX, y - fromY - place * alongY);
        const share = Math.min(1, Math.max(0, radius + 0.5 - distance));
        const pixel = y * this.width + x;
        if (share > (covered.get(pixel) ?? 0)) covered.set(pixel, share);
      }
  }

  png(): Uint8Array {
    const rows = Buffer.alloc((this.width * 3 + 1) * this.height);
    for (let y = 0; y < this.height; y += 1)
      rows.set(
        this.#pixels.subarray(y * this.width * 3, (y + 1) * this.width * 3),
        y * (this.width * 3 + 1) + 1,
      );
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.width, 0);
    head.writeUInt32BE(this.height, 4);
    // Eight bits a colour, red, green and blue.
    head.set([8, 2, 0, 0, 0], 8);
    return Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk('IHDR', head),
      chunk('IDAT', deflateSync(rows)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  out.set(body, 4);
  out.writeUInt32BE(checksum(body), body.length + 4);
  return out;
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** CRC-32, as the format wants it. */
function checksum(data: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of data) sum = (CHECKSUMS[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}
