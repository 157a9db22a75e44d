import type { Cell, Inline, Row, TreeNode } from './block';

/** How a row of a table is set. */
export interface RowLook {
  /** Whether all that it says is, in more than one cell. */
  readonly isBold: boolean;
  /** The colour behind all its cells, null where they differ or have none. */
  readonly ground: string | null;
}

/** Whether a row is set as those below it are not: on a colour, as every other row of a striped table is, or bold. */
export function isSetOff(first: RowLook, others: readonly RowLook[]): boolean {
  if (others.length === 0) return false;
  const isOnOwnGround =
    first.ground !== null && !others.slice(0, 2).some(({ ground }) => ground === first.ground);
  return isOnOwnGround || (first.isBold && !others.some(({ isBold }) => isBold));
}

export function lookOfRow({ cells }: Row): RowLook {
  const [ground] = cells.map((cell) => cell.ground);
  const said = cells.map(lookOfCell).filter((look) => look !== null);
  return {
    isBold: said.length > 1 && said.every(({ isBold }) => isBold),
    ground: ground !== undefined && cells.every((cell) => cell.ground === ground) ? ground : null,
  };
}

function lookOfCell({ content }: Cell): LettersLook | null {
  return lookOfLetters(linesIn(content));
}

function linesIn(nodes: readonly TreeNode[]): Inline[] {
  return nodes.flatMap((node) =>
    node.isHidden || node.role === 'table'
      ? []
      : node.role === 'group'
        ? linesIn(node.content)
        : node.content,
  );
}

export interface LettersLook {
  /** Whether all of them are. */
  readonly isBold: boolean;
  /** Of the smallest, in points; 0 where nothing tells. */
  readonly size: number;
}

/** How letters look that are seen; null where there are none. */
export function lookOfLetters(content: readonly Inline[]): LettersLook | null {
  const looks: LettersLook[] = [];
  const visit = (parts: readonly Inline[], look: LettersLook) => {
    for (const part of parts) {
      if (typeof part === 'string') {
        if (/[\p{L}\p{N}]/u.test(part)) looks.push(look);
      } else if (!part.isHidden && !part.isStruck && !part.isNote)
        visit(part.content, { isBold: part.isBold ?? look.isBold, size: part.size ?? look.size });
    }
  };
  visit(content, { isBold: false, size: 0 });
  if (looks.length === 0) return null;
  const sizes = looks.map(({ size }) => size).filter((size) => size > 0);
  return {
    isBold: looks.every(({ isBold }) => isBold),
    size: sizes.reduce((a, b) => Math.min(a, b), sizes[0] ?? 0),
  };
}
