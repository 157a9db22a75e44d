import type { Block } from './block';
import { contentsLines, type PlacedLine } from './table-of-contents';

/** Blocks without tables of contents and indexes, of documents that say nothing of where a line stands. */
export function withoutContents(blocks: readonly Block[]): readonly Block[] {
  const lines: (PlacedLine & { readonly block: number })[] = blocks.flatMap(({ kind, text, page }, block) =>
    kind === 'table'
      ? [{ text: '', page, block }]
      : text.split('\n').map((line) => ({ text: line, page, block })),
  );
  const taken = contentsLines(lines, null);
  if (taken.size === 0) return blocks;
  const left = new Map<number, string[]>();
  for (const [at, { text, block }] of lines.entries())
    if (!taken.has(at)) left.set(block, [...(left.get(block) ?? []), text]);
  return blocks.flatMap((block, at): Block[] => {
    const rest = left.get(at);
    if (!rest) return [];
    return block.kind === 'table' ? [block] : [{ ...block, text: rest.join('\n') }];
  });
}
