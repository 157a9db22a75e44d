import type { Block, TreeNode } from './block';
import { cleanText } from './normalise';
import { lineText, toBlocks } from './tree';

/** What is only the number of a page, with the words that stand around it. */
const PAGE_ONLY = /^(?:[^\p{L}\d]|\d+|page|seite|of|von|p\.|s\.)*$/iu;

/** A text with what its heads and feet say besides, once and in front. */
export function withFrames(frames: readonly TreeNode[], body: readonly TreeNode[]): readonly Block[] {
  const blocks = toBlocks(body);
  const told = new Set(toBlocks(frames).flatMap(({ text }) => text.split('\n')));
  for (const { text, rows = [] } of blocks) for (const said of [text, ...rows.flat()]) told.delete(said);
  // What is said with a number before it.
  for (const text of textsIn(body)) told.delete(cleanText(text));
  const lines = [...told].filter((text) => !PAGE_ONLY.test(text));
  return lines.length === 0 ? blocks : [{ kind: 'paragraph', text: lines.join('\n'), page: null }, ...blocks];
}

/** What paragraphs say, those of tables and of tables of contents too. */
export function textsIn(nodes: readonly TreeNode[]): string[] {
  return nodes.flatMap((node) => {
    if (node.role === 'group') return textsIn(node.content);
    if (node.role === 'table')
      return node.rows.flatMap(({ cells }) => cells.flatMap(({ content }) => textsIn(content)));
    return [lineText(node.content)];
  });
}
