import { strFromU8, unzipSync } from 'fflate';
import mammoth from 'mammoth';
import type { Extraction, ExtractionLimits } from './extraction';
import { htmlToBlocks } from './html';
import { UnreadableDocument } from './unreadable';
import { assertUnpacksWithin } from './zip';

/** Word documents: headings by their styles, lists and tables; pictures left out. */
export async function extractDocx(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  assertUnpacksWithin(bytes, limits.maxUnpackedBytes);
  let html: string;
  try {
    const result = await mammoth.convertToHtml(
      { buffer: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) },
      { convertImage: mammoth.images.imgElement(async () => ({ src: '' })), includeEmbeddedStyleMap: false },
    );
    html = result.value;
  } catch (error) {
    throw new UnreadableDocument('corrupted', error instanceof Error ? error.message : String(error));
  }
  const pages = pageCount(bytes);
  if (pages !== null && pages > limits.maxPages) {
    throw new UnreadableDocument('too_many_pages', `${pages} pages`);
  }
  // Footnotes end with an arrow that leads back to their mark.
  return { blocks: htmlToBlocks(html.replaceAll('↑', '')), pages };
}

/** Pages as the program that saved the file counted them; null where it did not. */
function pageCount(bytes: Uint8Array): number | null {
  const app = unzipSync(bytes, {
    filter: (file) => file.name === 'docProps/app.xml' && file.originalSize < 1_000_000,
  });
  const file = app['docProps/app.xml'];
  const pages = file && /<Pages>(\d{1,6})<\/Pages>/.exec(strFromU8(file))?.[1];
  return pages && Number(pages) > 0 ? Number(pages) : null;
}
