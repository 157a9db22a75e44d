import { readText } from './decode';
import type { Extraction } from './extraction';
import { readWebPage } from './web-page';

/** A page of a website, as its synchronisation stored it: in UTF-8, whatever it came in. Or what a program wrote for Word. */
export async function extractHtml(bytes: Uint8Array): Promise<Extraction> {
  const { blocks, language, title } = readWebPage(readText(bytes));
  return { blocks, pages: null, language, titles: title === null ? [] : [title] };
}
