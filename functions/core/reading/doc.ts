import { readDoc } from './doc-reader';
import type { Extraction, ExtractionLimits } from './extraction';
import { withFrames } from './frames';
import { withLookedHeadings } from './looked-headings';
import { openOle } from './ole';
import { pageCountOf } from './ole-summary';
import { textOfNodes } from './tree';
import { UnreadableDocument } from './unreadable';

/**
 * Word documents of before 2007: headings by their styles, else by their look, lists with their numbers, tables, notes
 * where they are called, heads and feet once.
 */
export async function extractDoc(bytes: Uint8Array, limits: ExtractionLimits): Promise<Extraction> {
  const container = openOle(bytes);
  const pages = pageCountOf(container);
  if (pages !== null && pages > limits.maxPages) {
    throw new UnreadableDocument('too_many_pages', `${pages} pages`);
  }
  const { nodes, titles, frames } = readDoc(container, limits);
  const title = textOfNodes(titles.slice(0, 1));
  return { blocks: withFrames(frames, withLookedHeadings(nodes, titles)), pages, titles: [title] };
}
