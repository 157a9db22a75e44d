import { decodeText } from './decode';
import type { Extraction } from './extraction';
import { UnreadableDocument } from './unreadable';
import { readWebPage } from './web-page';

/** A page of a website, as its synchronisation stored it: in UTF-8, whatever it came in. Or what a program wrote for Word. */
export async function extractHtml(bytes: Uint8Array): Promise<Extraction> {
  const html = decodeText(bytes);
  if (html === null) throw new UnreadableDocument('type_mismatch', 'not text');
  const { blocks, language, title } = readWebPage(html);
  return { blocks, pages: null, language, titles: title === null ? [] : [title] };
}
