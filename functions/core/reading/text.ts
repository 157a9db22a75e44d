import { decodeText } from './decode';
import type { Extraction } from './extraction';
import { plainBlocks } from './plain-headings';
import { paragraphsOf } from './plain-lines';
import { UnreadableDocument } from './unreadable';

/** Plain text, whose headings and lines only their shape shows; a form feed begins a page. */
export async function extractText(bytes: Uint8Array): Promise<Extraction> {
  const text = decodeText(bytes);
  if (text === null) throw new UnreadableDocument('type_mismatch', 'not text');
  const pages = text.split('\f');
  const blocks = plainBlocks(pages.map(paragraphsOf));
  return { blocks: blocks.filter((block) => block.text), pages: pages.length > 1 ? pages.length : null };
}
