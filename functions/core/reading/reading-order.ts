/** Where something stands on a page, in any unit, from the upper left corner. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * What stands on a page in the order in which it is read: column by column where a gap parts columns, else from the top
 * down, what stands across columns before or behind them. What has no place goes first.
 */
export function inReadingOrder<T>(items: readonly T[], boxOf: (item: T) => Box | null): T[] {
  const placed: Placed<T>[] = [];
  const others: T[] = [];
  for (const item of items) {
    const box = boxOf(item);
    if (box) placed.push({ item, box });
    else others.push(item);
  }
  return [...others, ...ordered(placed).map(({ item }) => item)];
}

interface Placed<T> {
  readonly item: T;
  readonly box: Box;
}

function ordered<T>(items: readonly Placed<T>[]): readonly Placed<T>[] {
  if (items.length < 2) return items;
  for (const axis of ['x', 'y'] as const) {
    const parts = cut(items, axis);
    if (parts.length > 1) return parts.flatMap(ordered);
  }
  return items.toSorted((a, b) => a.box.y - b.box.y || a.box.x - b.box.x);
}

/** Parts between which a line can be drawn that meets none of them. */
function cut<T>(items: readonly Placed<T>[], axis: 'x' | 'y'): Placed<T>[][] {
  const size = axis === 'x' ? 'width' : 'height';
  const parts: Placed<T>[][] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const placed of items.toSorted((a, b) => a.box[axis] - b.box[axis])) {
    if (placed.box[axis] >= end) parts.push([]);
    parts.at(-1)?.push(placed);
    end = Math.max(end, placed.box[axis] + placed.box[size]);
  }
  return parts;
}
