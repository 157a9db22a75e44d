import type { Block } from '../index/passage';
import { decodeText } from './decode';
import type { Extraction } from './extraction';
import { cleanText } from './normalise';
import { UnreadableDocument } from './unreadable';

/** Plain text: paragraphs stand between empty lines; a form feed begins a page. */
export async function extractText(bytes: Uint8Array): Promise<Extraction> {
  const text = decodeText(bytes);
  if (text === null) throw new UnreadableDocument('type_mismatch', 'not text');
  const pages = text.split('\f');
  const paged = pages.length > 1;
  const blocks: Block[] = [];
  for (const [i, page] of pages.entries()) {
    for (const paragraph of page.split(/\n[^\S\n]*\n/)) {
      const cleaned = cleanText(paragraph);
      if (cleaned) blocks.push({ kind: 'paragraph', text: cleaned, page: paged ? i + 1 : null });
    }
  }
  return { blocks, pages: paged ? pages.length : null };
}
