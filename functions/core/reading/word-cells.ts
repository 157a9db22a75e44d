import type { Cell, Row } from './block';
import { textOfNodes } from './tree';

/** How a cell of a row stands in its table, in twentieths of a point. */
export interface CellShape {
  readonly from: number;
  readonly to: number;
  readonly isJoinedAcross: boolean;
  /** Whether it is the rest of the cell above it. */
  readonly goesOn: boolean;
  readonly ground?: string | undefined;
}

export interface BorderedRow {
  readonly cells: readonly Cell[];
  /** None where the file does not tell. */
  readonly shapes: readonly CellShape[];
  readonly isHeader: boolean;
}

type OpenCell = { -readonly [Key in keyof Cell]: Cell[Key] } & { width: number; height: number };

/**
 * Rows whose cells say where their borders are, as those of the tree, whose cells say what they span. An empty cell that
 * is the rest of another is part of it.
 */
export function rowsByBorders(rows: readonly BorderedRow[]): Row[] {
  const columns = rows.reduce<readonly CellShape[]>(
    (most, { shapes }) => (shapes.length > most.length ? shapes : most),
    [],
  );
  /** By column, what may go on below. */
  let above: (OpenCell | undefined)[] = [];
  return rows.map(({ cells, shapes, isHeader }): Row => {
    const widths = widthsOf(cells.length, shapes, columns);
    const own: OpenCell[] = [];
    const below: (OpenCell | undefined)[] = [];
    let column = 0;
    for (const [at, cell] of cells.entries()) {
      const [shape, width] = [shapes[at], widths[at] ?? 1];
      const isEmpty = textOfNodes(cell.content).trim() === '';
      const [over, before] = [above[column], below[column - 1]];
      let held: OpenCell;
      if (isEmpty && shape?.goesOn && over) {
        held = over;
        if (over !== before) held.height++;
      } else if (isEmpty && shape?.isJoinedAcross && shapes[at - 1]?.isJoinedAcross && before) {
        held = before;
        held.width += width;
      } else {
        held = { ...cell, ground: shape?.ground, width, height: 1 };
        own.push(held);
      }
      below.push(...Array.from({ length: width }, () => held));
      column += width;
    }
    above = below;
    return { cells: own, isHead: isHeader };
  });
}

/** Of each cell how many columns it covers; one each where the borders are others. */
function widthsOf(
  cells: number,
  shapes: readonly CellShape[],
  columns: readonly CellShape[],
): readonly number[] {
  if (cells < 2 || shapes.length !== cells || shapes.length === columns.length) return [];
  const middles = columns.map(({ from, to }) => (from + to) / 2);
  const widths = shapes.map(
    ({ from, to }) => middles.filter((middle) => from <= middle && middle < to).length,
  );
  return widths.every((width) => width > 0) ? widths : [];
}
