import type { TreeNode } from './block';
import type { Extraction, ExtractionLimits } from './extraction';
import { withFrames } from './frames';
import { withLookedHeadings } from './looked-headings';
import { cleanText } from './normalise';
import { textOfNodes } from './tree';
import { UnreadableDocument } from './unreadable';

/** A document of a word processor, of whichever format. */
export interface WordDocument {
  readonly nodes: readonly TreeNode[];
  /** Paragraphs that a style says are its title. */
  readonly titles: readonly TreeNode[];
  /** Heads and feet. */
  readonly frames: readonly TreeNode[];
  /** What its properties call it. */
  readonly names?: readonly string[];
  /** As the program that saved it counted them. */
  readonly pages?: number | null;
}

/** Headings by their styles, else by their look; heads and feet once. */
export function extractionOf(
  { nodes, titles, frames, names = [], pages = null }: WordDocument,
  { maxPages }: ExtractionLimits,
): Extraction {
  if (pages !== null && pages > maxPages) throw new UnreadableDocument('too_many_pages', `${pages} pages`);
  return {
    blocks: withFrames(frames, withLookedHeadings(nodes, titles)),
    pages,
    titles: [...names, textOfNodes(titles.slice(0, 1))].map(cleanText),
  };
}
