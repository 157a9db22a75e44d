import { besideBundle, loadPdfJs, openingOf } from './pdf-engine';
import { IDENTITY, type Matrix, times } from './pdf-matrix';
import type { Operators, Ops } from './pdf-operators';
import { type Picture, type Pixels, pngOf, type QuarterTurns } from './png';

/** Pixels of one picture: a page of A4 at 600 dots an inch has 35 million. */
const MOST_PIXELS = 40_000_000;
/** Of a page the largest are looked at: one that is scanned is one picture, or a few strips. */
const MOST_PICTURES = 4;
/** Narrower or lower is no text that a person could read: a line, a logo. */
const LEAST_SIDE = 60;

/** What is drawn on a page: the picture, and how far the page turns it. */
interface Drawn {
  readonly pixels: Pixels;
  readonly turns: QuarterTurns;
}

/** The pictures on a page, each as a PNG that stands upright, in the order in which they are drawn. */
export async function picturesOfPage(bytes: Uint8Array, number: number): Promise<readonly Picture[]> {
  const pdfjs = await loadPdfJs();
  const task = pdfjs.getDocument({
    ...openingOf(pdfjs, bytes),
    // What decodes the pictures of scanners and of JPEG 2000.
    useWasm: true,
    wasmUrl: besideBundle('wasm'),
    maxImageSize: MOST_PIXELS,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
  });
  try {
    const document = await task.promise;
    const page = await document.getPage(number);
    const operators = await page.getOperatorList();
    const get = (name: string) =>
      new Promise<unknown>((resolve) => {
        const objects = name.startsWith('g_') ? page.commonObjs : page.objs;
        objects.get(name, resolve);
      });
    const drawn = await drawnOn(operators, pdfjs.OPS, page.rotate, get);
    const largest = drawn.toSorted((a, b) => areaOf(b) - areaOf(a)).slice(0, MOST_PICTURES);
    return drawn.filter((each) => largest.includes(each)).map(({ pixels, turns }) => pngOf(pixels, turns));
  } finally {
    await task.destroy();
  }
}

function areaOf({ pixels: { width, height } }: Drawn): number {
  return width * height;
}

/** Follows the operators of a page as far as they say which pictures are drawn, and how turned. */
async function drawnOn(
  { fnArray, argsArray }: Operators,
  ops: Ops,
  rotate: number,
  get: (name: string) => Promise<unknown>,
): Promise<readonly Drawn[]> {
  const drawn: Drawn[] = [];
  const saved: Matrix[] = [];
  const seen = new Set<string>();
  let matrix = IDENTITY;
  for (const [at, operator] of fnArray.entries()) {
    const [first] = (argsArray[at] ?? []) as readonly unknown[];
    if (operator === ops.save || operator === ops.paintFormXObjectBegin) saved.push(matrix);
    if (operator === ops.restore || operator === ops.paintFormXObjectEnd) matrix = saved.pop() ?? matrix;
    if (operator === ops.transform) matrix = times(matrix, argsArray[at] as unknown as Matrix);
    if (operator === ops.paintFormXObjectBegin && Array.isArray(first))
      matrix = times(matrix, first as unknown as Matrix);
    if (!PAINTS.some((name) => ops[name] === operator)) continue;
    const named = nameOf(first);
    if (named !== null && seen.has(named)) continue;
    if (named !== null) seen.add(named);
    const pixels = asPixels(named === null ? first : await get(named), first);
    if (!pixels || Math.min(pixels.width, pixels.height) < LEAST_SIDE) continue;
    drawn.push({ pixels, turns: turnsOf(matrix, rotate) });
  }
  return drawn;
}

const PAINTS = ['paintImageXObject', 'paintInlineImageXObject', 'paintImageMaskXObject'] as const;

/** Of a picture that is kept apart from the operators. */
function nameOf(argument: unknown): string | null {
  if (typeof argument === 'string') return argument;
  const data = (argument as { readonly data?: unknown } | null)?.data;
  return typeof data === 'string' ? data : null;
}

function asPixels(found: unknown, asked: unknown): Pixels | null {
  const image = { ...(asked as object), ...(found as object) } as Partial<Pixels>;
  const { width = 0, height = 0, data } = image;
  if (!(data instanceof Uint8Array || data instanceof Uint8ClampedArray)) return null;
  if (width * height === 0 || width * height > MOST_PIXELS) return null;
  const bits = data.length * 8;
  const kind = ([32, 24, 8] as const).find((depth) => bits >= width * height * depth) ?? 1;
  return bits >= Math.ceil(width / 8) * 8 * height * kind ? { width, height, data, depth: kind } : null;
}

/** How often a picture is turned to the right, by where its upper edge points. Those that are askew are not. */
function turnsOf([a, b, c, d]: Matrix, rotate: number): QuarterTurns {
  const isAcross = Math.abs(b) + Math.abs(c) > Math.abs(a) + Math.abs(d);
  const own = isAcross ? (b < 0 ? 1 : 3) : a < 0 && d < 0 ? 2 : 0;
  return ((((own + rotate / 90) % 4) + 4) % 4) as QuarterTurns;
}
