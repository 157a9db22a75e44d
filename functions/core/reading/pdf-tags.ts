import type { Line } from './pdf-lines';

/** A heading that a tagged file says is one: which of its page, and its level from 1 on. */
export interface HeadingTag {
  readonly id: string;
  readonly level: number;
}

/** An element of a page's structure, or content of it, as pdf.js hands it over. */
interface StructureNode {
  readonly role?: string;
  readonly type?: string;
  readonly id?: string;
  readonly children?: readonly StructureNode[];
}

/** The headings of a page by the ids of their content. Headings without a level (`H`) say too little. */
export function headingTags(tree: StructureNode | null): ReadonlyMap<string, HeadingTag> {
  const tags = new Map<string, HeadingTag>();
  let headings = 0;
  const visit = (node: StructureNode, heading: HeadingTag | null): void => {
    const level = /^H([1-6])$/.exec(node.role ?? '')?.[1];
    const own = level ? { id: String(headings++), level: Number(level) } : heading;
    if (own && node.type === 'content' && node.id !== undefined) tags.set(node.id, own);
    for (const child of node.children ?? []) visit(child, own);
  };
  if (tree) visit(tree, null);
  return tags;
}

/** Where more of the text is tagged as headings, the tags say how it looks and not what it is. */
const MOST_TAGGED = 1 / 2;

/** Lines that the file tags as headings with their levels, as a bookmark gives them, but where most lines are. */
export function withTags<T>(
  pages: readonly (readonly (Line | T)[])[],
  isLine: (item: Line | T) => item is Line,
): readonly (readonly (Line | T)[])[] {
  const lines = pages.flat().filter(isLine);
  const lengthOf = (some: readonly Line[]) => some.reduce((sum, { text }) => sum + text.length, 0);
  const tagged = lines.filter(({ tag }) => tag);
  if (tagged.length === 0 || lengthOf(tagged) > lengthOf(lines) * MOST_TAGGED) return pages;
  return pages.map((page) =>
    page.map((item) => (isLine(item) && item.tag ? { ...item, level: item.tag.level } : item)),
  );
}
