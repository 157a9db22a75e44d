import type { TreeNode } from './block';
import type { Extraction, ExtractionLimits } from './extraction';
import { pageNotice } from './notices';
import { textOfNodes, toBlocks } from './tree';
import { UnreadableDocument } from './unreadable';

/** A slide of whichever program. */
export interface Slide {
  readonly titles: readonly string[];
  readonly nodes: readonly TreeNode[];
  /** What stands on other slides, too. */
  readonly repeated: readonly TreeNode[];
  readonly hasPicture: boolean;
}

/** Slides as pages under their titles; what stands on several is said where it is seen first. `read`: null for a hidden one. */
export function readSlides<Source>(
  sources: readonly Source[],
  read: (source: Source) => Slide | null,
  { maxPages }: ExtractionLimits,
): Extraction {
  if (sources.length > maxPages) throw new UnreadableDocument('too_many_pages', `${sources.length} slides`);
  const said = new Set<string>();
  const isNew = (node: TreeNode, text = textOfNodes([node])) => !said.has(text) && said.add(text);
  const pictures: number[] = [];
  const blocks = sources.flatMap((source, at) => {
    const slide = read(source);
    if (!slide) return [];
    const { titles, nodes, repeated, hasPicture } = slide;
    const headings = titles.map((title) => ({ role: 'heading' as const, level: 1, content: [title] }));
    const own = toBlocks([...headings, ...nodes, ...repeated.filter((node) => isNew(node))]);
    if (own.length === 0 && hasPicture) pictures.push(at + 1);
    return own.map((block) => ({ ...block, page: at + 1 }));
  });
  return { blocks, pages: sources.length, notices: pageNotice('pages_without_text', pictures) };
}
