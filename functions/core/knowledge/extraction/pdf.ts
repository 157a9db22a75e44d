import type { Block } from '../index/passage';
import type { Extraction, ExtractionLimits } from './extraction';
import { openPdf, type PdfDocument } from './pdf-engine';
import { type RuledTable, readPage } from './pdf-grids';
import type { Line } from './pdf-lines';
import { blocksOfLines, linesOf } from './pdf-structure';
import { UnreadableDocument } from './unreadable';

/** A complete file names its cross-reference table at the end; programs may append some kilobytes behind it. */
const TRAILER_WINDOW = 64 * 1024;

/** PDF: lines from glyph positions, then paragraphs and headings, page by page; running heads left out. */
export async function extractPdf(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  assertComplete(bytes);
  const document = await openPdf(bytes);
  try {
    if (document.numPages > limits.maxPages) {
      throw new UnreadableDocument('too_many_pages', `${document.numPages} pages`);
    }
    const pages = await readPages(document, limits);
    return { blocks: blocksOfLines(pages) satisfies readonly Block[], pages: document.numPages };
  } finally {
    await document.close();
  }
}

/** pdf.js repairs a file that was cut off and reads half of it without a word: the owner would miss the rest. */
function assertComplete(bytes: Uint8Array): void {
  const tail = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).subarray(-TRAILER_WINDOW);
  if (!tail.includes('startxref'))
    throw new UnreadableDocument('corrupted', 'no trailer: the file is cut off');
}

async function readPages(document: PdfDocument, limits: ExtractionLimits): Promise<(Line | RuledTable)[][]> {
  const pages: (Line | RuledTable)[][] = [];
  let characters = 0;
  for (let number = 1; number <= document.numPages; number++) {
    const items = readPage(await document.readPage(number));
    for (const line of linesOf(items)) characters += line.text.length;
    if (characters > limits.maxCharacters) {
      throw new UnreadableDocument('too_much_text', `more than ${limits.maxCharacters} characters`);
    }
    pages.push(items);
  }
  return pages;
}
