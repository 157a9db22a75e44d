import type { Block } from './block';
import { cleanText } from './normalise';

/** What is only the number of a page, with the words that stand around it. */
const PAGE_ONLY = /^(?:[^\p{L}\d]|\d+|page|seite|of|von|p\.|s\.)*$/iu;

/**
 * A text with what its heads and feet say besides, once and in front. `texts`: what the text says, paragraph by
 * paragraph, where its blocks say it with numbers before it.
 */
export function withFrames(
  frames: readonly string[],
  body: readonly Block[],
  texts: readonly string[] = [],
): readonly Block[] {
  const told = new Set(frames.map(cleanText));
  for (const { text, rows = [] } of body) for (const said of [text, ...rows.flat()]) told.delete(said);
  for (const text of texts) told.delete(cleanText(text));
  const lines = [...told].filter((text) => !PAGE_ONLY.test(text));
  return lines.length === 0 ? body : [{ kind: 'paragraph', text: lines.join('\n'), page: null }, ...body];
}

/** Lines that the blocks of a head or a foot say. */
export function frameLines(blocks: readonly Block[]): readonly string[] {
  return blocks.flatMap(({ text }) => text.split('\n'));
}
