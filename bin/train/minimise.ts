interface Value {
  readonly loss: number;
  readonly slope: Float64Array;
}

/** Steps that are remembered, and that are made at most. */
const REMEMBERED = 8;
const MOST_STEPS = 150;

/** A step that changes less than this share of the loss is the last. */
const ENOUGH = 1e-7;

/** Where a smooth function is least, by limited-memory BFGS from nothing on. */
export function minimise(size: number, valueAt: (at: Float64Array) => Value): Float64Array {
  let at = new Float64Array(size);
  let value = valueAt(at);
  const past: { readonly step: Float64Array; readonly turn: Float64Array }[] = [];
  for (let count = 0; count < MOST_STEPS; count++) {
    const way = descent(value.slope, past);
    const moved = along(at, way, value, past.length === 0 ? 1 / norm(way) : 1, valueAt);
    if (!moved) break;
    const step = moved.at.map((next, index) => next - (at[index] ?? 0));
    const turn = moved.value.slope.map((next, index) => next - (value.slope[index] ?? 0));
    const isDone = value.loss - moved.value.loss < ENOUGH * Math.abs(value.loss);
    ({ at, value } = moved);
    if (isDone) break;
    if (dot(step, turn) > 0) past.push({ step, turn });
    if (past.length > REMEMBERED) past.shift();
  }
  return at;
}

/** Downhill, as steep as the last steps show. */
function descent(
  slope: Float64Array,
  past: readonly { readonly step: Float64Array; readonly turn: Float64Array }[],
) {
  const way = slope.map((each) => -each);
  const shares = past.toReversed().map(({ step, turn }) => {
    const share = dot(step, way) / dot(step, turn);
    move(way, turn, -share);
    return share;
  });
  const last = past.at(-1);
  if (last) {
    const scale = dot(last.step, last.turn) / dot(last.turn, last.turn);
    for (let index = 0; index < way.length; index++) way[index] = (way[index] as number) * scale;
  }
  for (const [index, { step, turn }] of past.entries()) {
    const share = dot(turn, way) / dot(step, turn);
    move(way, step, (shares[past.length - 1 - index] ?? 0) - share);
  }
  return way;
}

/** As far as it goes down by its share, halved each time; null where it goes nowhere. */
function along(
  from: Float64Array,
  way: Float64Array,
  { loss, slope }: Value,
  first: number,
  valueAt: (at: Float64Array) => Value,
): { readonly at: Float64Array<ArrayBuffer>; readonly value: Value } | null {
  const expected = 1e-4 * dot(slope, way);
  for (let share = first; share > 1e-10; share /= 2) {
    const at = from.map((each, index) => each + share * (way[index] ?? 0));
    const value = valueAt(at);
    if (value.loss <= loss + share * expected) return { at, value };
  }
  return null;
}

function dot(one: Float64Array, other: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number);
  return sum;
}

function norm(of: Float64Array): number {
  return Math.sqrt(dot(of, of)) || 1;
}

function move(to: Float64Array, by: Float64Array, share: number): void {
  for (let index = 0; index < to.length; index++)
    to[index] = (to[index] as number) + share * (by[index] as number);
}
