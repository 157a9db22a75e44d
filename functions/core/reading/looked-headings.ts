import type { TextNode, TreeNode } from './block';
import { labelsAmong, nameOf } from './heading-labels';
import { isHeadingLike } from './heading-like';
import { lookOfLetters } from './row-look';
import { lineText } from './tree';

/** A line is set as a heading when it is this much larger than the text around it. */
const RATIO = 1.12;
/** So many lines alike, with nothing between them, are an address or a notice: none heads the others. */
const LIST = 3;
const LOWEST = 6;

/**
 * The tree with headings where lines look like them, below those that a style makes one. `titles`: what a style says is
 * the document's title heads nothing.
 */
export function withLookedHeadings(
  nodes: readonly TreeNode[],
  titles: readonly TreeNode[] = [],
): readonly TreeNode[] {
  const lines = linesOf(nodes, false);
  const lowest = lines.reduce((most, { node }) => Math.max(most, headingLevel(node)), 0);
  const looks = looksOf(lines.filter(({ node }) => node.role !== 'heading' && !titles.includes(node)));
  const found = lines.filter((_, at) => isHeading(lines, at, looks));
  const ranks = [...new Set(found.map(({ node }) => looks.get(node) ?? 0))].sort((a, b) => b - a);
  const levelOf = ({ node }: Line) =>
    headingLevel(node) || Math.min(LOWEST, lowest + ranks.indexOf(looks.get(node) ?? 0) + 1);
  const headings = lines.filter((line) => line.node.role === 'heading' || found.includes(line));
  const labels = labelsAmong(headings.map((line) => ({ text: line.text, level: levelOf(line) })));
  const levels = new Map(
    found.flatMap((line) => (labels.has(nameOf(line.text)) ? [] : [[line.node, levelOf(line)]])),
  );
  return levels.size === 0 ? nodes : marked(nodes, levels);
}

function marked(nodes: readonly TreeNode[], levels: ReadonlyMap<TextNode, number>): readonly TreeNode[] {
  return nodes.map((node): TreeNode => {
    if (node.role === 'group') return { ...node, content: marked(node.content, levels) };
    const level = node.role === 'table' ? undefined : levels.get(node);
    return level === undefined ? node : { ...(node as TextNode), role: 'heading', level };
  });
}

interface Line {
  readonly node: TextNode;
  readonly text: string;
  readonly isInTable: boolean;
}

/** Paragraphs that say something, in their order. */
function linesOf(nodes: readonly TreeNode[], isInTable: boolean): Line[] {
  return nodes.flatMap((node): Line[] => {
    if (node.isHidden) return [];
    if (node.role === 'group') return linesOf(node.content, isInTable);
    if (node.role === 'table')
      return node.rows.flatMap(({ cells }) => cells.flatMap(({ content }) => linesOf(content, true)));
    const text = lineText(node.content).trim();
    return text === '' ? [] : [{ node, text, isInTable }];
  });
}

/** A style's paragraphs of text have no level. */
function headingLevel({ role, level }: TextNode): number {
  return role === 'heading' ? (level ?? 1) : 0;
}

/**
 * How much each line is set off that may be a heading: by its size where that is larger than the text's, else by bold
 * letters, which say nothing where most of the text is bold.
 */
function looksOf(lines: readonly Line[]): ReadonlyMap<TextNode, number> {
  const sizes = new Map<number, number>();
  let [bold, all] = [0, 0];
  const seen = lines.flatMap((line) => {
    const look = line.isInTable ? null : lookOfLetters(line.node.content);
    if (!look) return [];
    const { length } = line.text;
    sizes.set(look.size, (sizes.get(look.size) ?? 0) + length);
    all += length;
    if (look.isBold) bold += length;
    return [{ ...line, ...look }];
  });
  const [body = 0] = [...sizes].sort(([, a], [, b]) => b - a).map(([size]) => size);
  return new Map(
    seen.flatMap(({ node, text, size, isBold }): [TextNode, number][] => {
      if (node.role !== 'paragraph' || !isHeadingLike(text)) return [];
      if (size >= body * RATIO && body > 0) return [[node, size * 4 + (isBold ? 1 : 0)]];
      return isBold && bold * 2 <= all ? [[node, 1]] : [];
    }),
  );
}

/** Whether it heads something: what follows is no end of the text, and no more lines that look the same. */
function isHeading(lines: readonly Line[], at: number, looks: ReadonlyMap<TextNode, number>): boolean {
  const look = looks.get(lines[at]?.node as TextNode);
  if (look === undefined) return false;
  const isAlike = (other: Line | undefined) => other !== undefined && looks.get(other.node) === look;
  let [start, end] = [at, at + 1];
  while (isAlike(lines[start - 1]) && at - start < LIST) start--;
  while (isAlike(lines[end]) && end - at <= LIST) end++;
  return end < lines.length && end - start < LIST;
}
