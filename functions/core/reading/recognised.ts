import type { Block } from './block';
import type { PdfPage } from './pdf-engine';
import { readPage } from './pdf-grids';
import { blocksOfLines } from './pdf-structure';
import type { PdfText } from './pdf-text';

/** A line of text that was recognised in a picture, with its place as shares of the picture's width and height. */
export interface RecognisedLine {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Finds the text in pictures; null where one can't be read, which no repeating heals. */
export interface TextRecogniser {
  recognise(
    picture: Uint8Array,
    options: { readonly accountId: string },
  ): Promise<readonly RecognisedLine[] | null>;
}

export interface RecognisedPicture {
  /** Its height as a share of its width. */
  readonly ratio: number;
  readonly lines: readonly RecognisedLine[];
}

export interface RecognisedPage {
  readonly number: number;
  readonly pictures: readonly RecognisedPicture[];
}

/** The width of a page, in points. */
const WIDTH = 595;
/** Of a line's height what its letters have. */
const LETTERS = 1;
/** Heights vary with the letters that lines hold; only much larger ones are a heading's. */
const LARGER = 1.45;

/**
 * The blocks of a document with the text of its pictures where these stand: paragraphs, headings and columns by the
 * places of their lines, as those of a page with text.
 */
export function withRecognised(blocks: readonly Block[], pages: readonly RecognisedPage[]): Block[] {
  const added = pages.map(({ number, pictures }) => ({
    number,
    blocks: pictures.flatMap((picture) => blocksOfLines([readPage(pageOf(number, picture))])),
  }));
  const result: Block[] = [];
  for (const block of blocks) {
    while (added[0] && block.page !== null && added[0].number < block.page)
      result.push(...(added.shift()?.blocks ?? []));
    result.push(block);
  }
  return [...result, ...added.flatMap((page) => page.blocks)];
}

/** A picture as a page of text. */
function pageOf(number: number, { ratio, lines }: RecognisedPicture): PdfPage {
  const height = WIDTH * ratio;
  const sizes = lines.map((line) => line.height * height * LETTERS).sort((a, b) => a - b);
  const usual = sizes[Math.floor(sizes.length / 2)] ?? 10;
  const texts = inRows(lines).map(({ text, left, top, width, ...line }): PdfText => {
    const size = line.height * height * LETTERS;
    return {
      text,
      x: left * WIDTH,
      y: height * (1 - top - line.height),
      width: width * WIDTH,
      size: size > usual * LARGER ? size : usual,
      font: '',
      endsLine: false,
    };
  });
  return { number, height, texts, drawing: null, isBlank: false };
}

/** From the top to the bottom, and those that stand beside one another, as cells do, from the left on one height. */
function inRows(lines: readonly RecognisedLine[]): RecognisedLine[] {
  const rows: RecognisedLine[][] = [];
  for (const line of lines.toSorted((a, b) => a.top - b.top)) {
    const row = rows.at(-1);
    const [first] = row ?? [];
    const isBeside =
      first && Math.abs(middleOf(first) - middleOf(line)) < Math.min(first.height, line.height) / 2;
    if (row && isBeside) row.push(line);
    else rows.push([line]);
  }
  return rows.flatMap((row) => {
    const [{ top, height } = { top: 0, height: 0 }] = row;
    return row.toSorted((a, b) => a.left - b.left).map((line) => ({ ...line, top, height }));
  });
}

function middleOf({ top, height }: RecognisedLine): number {
  return top + height / 2;
}
