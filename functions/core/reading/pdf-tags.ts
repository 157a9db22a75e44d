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
