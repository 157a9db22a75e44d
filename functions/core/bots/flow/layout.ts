import type { Flow } from '#contract/bots/flow';

/** Distances between the places of steps: a card's size and some air. */
const COLUMN = 290;
const ROW = 150;

/**
 * The flow with its steps in rows, each below all that lead to it. Of a condition's two ways the longer one goes
 * straight down, the other beside it: to the left what `yes` leads to, to the right what `no` does.
 */
export function tidied(flow: Flow): Flow {
  const rows = rowsOf(flow);
  const columns = new Map<string, number>();
  const taken = new Set<string>();
  for (const { id } of inReadingOrder(flow)) {
    const row = rows.get(id) ?? 0;
    const { column, aside } = wantedColumn(flow, id, columns, rows);
    let free = column;
    while (taken.has(`${free} ${row}`)) free += aside;
    taken.add(`${free} ${row}`);
    columns.set(id, free);
  }
  return {
    ...flow,
    steps: flow.steps.map((step) => ({
      ...step,
      place: { x: (columns.get(step.id) ?? 0) * COLUMN, y: (rows.get(step.id) ?? 0) * ROW },
    })),
  };
}

/** The longest way to each step. In a circle it would have no end, so it counts at most as many as there are. */
function rowsOf({ start, steps, edges }: Flow): Map<string, number> {
  const rows = new Map<string, number>();
  if (start !== null) rows.set(start, 0);
  for (let round = 0; round < steps.length; round += 1)
    for (const { from, to } of edges) {
      const row = rows.get(from);
      if (row !== undefined && row < steps.length && (rows.get(to) ?? -1) <= row) rows.set(to, row + 1);
    }
  // What nothing leads to stands below the rest.
  const last = Math.max(-1, ...rows.values());
  for (const { id } of steps) if (!rows.has(id)) rows.set(id, last + 1);
  return rows;
}

/** Each after the step that leads to it, the rows one by one. */
function inReadingOrder({ start, steps, edges }: Flow): readonly { readonly id: string }[] {
  const order = new Map<string, { readonly id: string }>();
  const waiting = start === null ? [] : [start];
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    if (order.has(id)) continue;
    order.set(id, { id });
    waiting.push(...edges.filter(({ from }) => from === id).map(({ to }) => to));
  }
  for (const { id } of steps) if (!order.has(id)) order.set(id, { id });
  return [...order.values()];
}

/** The column of the nearest to the middle of all that lead here, and on which side there may be room beside it. */
function wantedColumn(
  flow: Flow,
  id: string,
  columns: ReadonlyMap<string, number>,
  rows: ReadonlyMap<string, number>,
): { readonly column: number; readonly aside: 1 | -1 } {
  const ways = flow.edges.filter(({ from, to }) => to === id && columns.has(from));
  const wanted = ways.map((way) => {
    const shift = asideOf(flow, way, rows);
    return {
      column: (columns.get(way.from) ?? 0) + shift,
      aside: way.branch === 'yes' ? (-1 as const) : (1 as const),
    };
  });
  const [nearest] = wanted.sort((one, other) => Math.abs(one.column) - Math.abs(other.column));
  return nearest ?? { column: 0, aside: 1 };
}

/** A condition's shorter way steps aside; of two that are equally long, that of `no`. */
function asideOf(
  { edges }: Flow,
  { from, to, branch }: Flow['edges'][number],
  rows: ReadonlyMap<string, number>,
): number {
  if (branch === 'next') return 0;
  const other = edges.find((edge) => edge.from === from && edge.branch !== branch);
  if (!other) return 0;
  const [own, others] = [rows.get(to) ?? 0, rows.get(other.to) ?? 0];
  if (own > others || (own === others && branch === 'yes')) return 0;
  return branch === 'yes' ? -1 : 1;
}
