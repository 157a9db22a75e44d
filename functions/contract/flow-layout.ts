import type { Flow } from './flow';

/** Distances between the places of steps: a card's size and some air. */
const COLUMN = 300;
const ROW = 190;

/** The flow with its steps in rows, each below all that lead to it, and the ways of a condition side by side. */
export function tidied(flow: Flow): Flow {
  const rows = rowsOf(flow);
  const taken = new Map<number, number>();
  const columns = new Map<string, number>();
  for (const { id } of inReadingOrder(flow)) {
    const row = rows.get(id) ?? 0;
    const wanted = wantedColumn(flow, id, columns);
    const column = Math.max(wanted, taken.get(row) ?? 0);
    columns.set(id, column);
    taken.set(row, column + 1);
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

/** First what `yes` leads to. */
function inReadingOrder({ start, steps, edges }: Flow): readonly { readonly id: string }[] {
  const order = new Map<string, { readonly id: string }>();
  const waiting = start === null ? [] : [start];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (order.has(id)) continue;
    order.set(id, { id });
    const ways = edges
      .filter(({ from }) => from === id)
      .sort((one, other) => rank(one.branch) - rank(other.branch));
    waiting.push(...ways.map(({ to }) => to).reverse());
  }
  for (const { id } of steps) if (!order.has(id)) order.set(id, { id });
  return [...order.values()];
}

function rank(branch: 'next' | 'yes' | 'no'): number {
  return branch === 'no' ? 1 : 0;
}

/** Below the step that leads here; the `no` of a condition one column on. */
function wantedColumn({ edges }: Flow, id: string, columns: ReadonlyMap<string, number>): number {
  const above = edges.filter(({ from, to }) => to === id && columns.has(from));
  const wanted = above.map(({ from, branch }) => (columns.get(from) ?? 0) + rank(branch));
  return wanted.length === 0 ? 0 : Math.min(...wanted);
}
