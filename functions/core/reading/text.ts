import { readText } from './decode';
import type { Extraction } from './extraction';
import { plainBlocks } from './plain-headings';
import { paragraphsOf } from './plain-lines';

/** Plain text, whose headings and lines only their shape shows; a form feed begins a page. */
export async function extractText(bytes: Uint8Array): Promise<Extraction> {
  const text = readText(bytes);
  const pages = text.split('\f');
  const blocks = plainBlocks(pages.map(paragraphsOf));
  return { blocks: blocks.filter((block) => block.text), pages: pages.length > 1 ? pages.length : null };
}
