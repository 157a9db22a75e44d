import type { Group, TextNode, TreeNode } from './block';
import { isHeadingLike } from './heading-like';
import { type Box, inReadingOrder } from './reading-order';
import { lineText } from './tree';

export interface PlacedBox {
  readonly node: Group;
  /** Null for one whose place nobody tells. */
  readonly box: Box | null;
}

/** Boxes of a page in the order in which they are read; one of a short line heads what stands below it at the same edge. */
export function nodesOfBoxes(boxes: readonly PlacedBox[]): TreeNode[] {
  const ordered = inReadingOrder(boxes, ({ box }) => box);
  return ordered.map((placed, at) => {
    const [caption, ...others] = linesOf(placed.node);
    const next = ordered[at + 1];
    if (!caption || others.length > 0 || !isCaption(caption) || !next || !standsOn(placed, next))
      return placed.node;
    const [first, ...more] = linesOf(next.node);
    return first && (more.length > 0 || !isCaption(first))
      ? { role: 'heading', level: BELOW_TITLE, content: caption.content }
      : placed.node;
  });
}

const BELOW_TITLE = 2;

function linesOf(node: TreeNode): TextNode[] {
  if (node.isHidden || node.role === 'table') return [];
  if (node.role === 'group') return node.content.flatMap(linesOf);
  return lineText(node.content).trim() === '' ? [] : [node];
}

function isCaption({ role, content }: TextNode): boolean {
  return role === 'paragraph' && isHeadingLike(lineText(content).trim());
}

/** No more room parts what belongs together than twice its height; edges that are the same differ by a tenth. */
const [MOST_ROOM, EDGE] = [2, 0.1];

function standsOn({ box: above }: PlacedBox, { box: below }: PlacedBox): boolean {
  if (!above || !below) return false;
  const room = below.y - (above.y + above.height);
  const isNear = room >= -above.height / 2 && room <= above.height * MOST_ROOM;
  return isNear && Math.abs(above.x - below.x) <= EDGE * Math.max(above.width, below.width);
}
