import { NONE_NAMES, PIECE_NAMES, type Weights } from '#core/quoting/reader';
import type { Example } from './examples';
import { minimise } from './minimise';

/** What an example counts: of the same question several are made, and what visitors ask is what it is for. */
const COUNTS: Readonly<Record<Example['kind'], number>> = {
  visitor: 1,
  plain: 1,
  bared: 0.7,
  without: 0.5,
  'among two': 0.5,
  alone: 0.5,
  everyday: 2,
};

/** How dear a weight is: the larger, the nearer all stay to nothing. */
const PENALTY = 3e-3;

/**
 * Weights by which the pieces that answer a question are likeliest among all of its pieces and that none answers: a
 * logistic regression over lists. All are of numbers with one spread, so that the penalty treats them alike, and are
 * given back for the numbers as they are.
 */
export function learn(examples: readonly Example[]): Weights {
  const pieces = spreadOf(examples.flatMap((example) => example.pieces));
  const none = spreadOf(examples.map((example) => example.none));
  const lists = examples.map(({ kind, isRight, ...numbers }) => ({
    counts: COUNTS[kind],
    pieces: scaled(numbers.pieces, pieces),
    none: scaled([numbers.none], none),
    isRight,
    isAnswered: isRight.some(Boolean),
  }));
  const all = lists.reduce((sum, { counts }) => sum + counts, 0);
  const size = PIECE_NAMES.length;
  const weights = minimise(size + NONE_NAMES.length, (at) => {
    const slope = new Float64Array(at.length);
    let loss = 0;
    for (const list of lists) loss += lossOf(list, at, size, slope);
    loss /= all;
    for (const [index, weight] of at.entries()) {
      // What is always so may weigh anything.
      const penalty = index === size ? 0 : PENALTY;
      loss += penalty * weight ** 2;
      slope[index] = (slope[index] ?? 0) / all + 2 * penalty * weight;
    }
    return { loss, slope };
  });
  return unscaled(weights, pieces, none);
}

interface List {
  readonly counts: number;
  /** Rows behind each other: they are gone through some thousand times. */
  readonly pieces: Float64Array;
  readonly none: Float64Array;
  readonly isRight: readonly boolean[];
  readonly isAnswered: boolean;
}

/** How unlikely the right pieces are by these weights; adds to the slope by which it changes with each. */
function lossOf(list: List, weights: Float64Array, size: number, slope: Float64Array): number {
  const { pieces, none, isRight, isAnswered, counts } = list;
  const scores = isRight.map((_, row) => dot(pieces, row * size, size, weights, 0));
  const otherwise = dot(none, 0, none.length, weights, size);
  const most = Math.max(otherwise, ...scores);
  const odds = scores.map((score) => Math.exp(score - most));
  const never = Math.exp(otherwise - most);
  const all = odds.reduce((sum, each) => sum + each, never);
  const right = isAnswered ? odds.reduce((sum, each, at) => sum + (isRight[at] ? each : 0), 0) : never;
  for (const [row, share] of odds.entries()) {
    const wanted = isAnswered && isRight[row] ? share / right : 0;
    add(pieces, row * size, size, counts * (share / all - wanted), slope, 0);
  }
  add(none, 0, none.length, counts * (never / all - (isAnswered ? 0 : 1)), slope, size);
  return counts * (Math.log(all) - Math.log(right));
}

function dot(rows: Float64Array, from: number, size: number, weights: Float64Array, at: number): number {
  let sum = 0;
  for (let index = 0; index < size; index++)
    sum += (rows[from + index] as number) * (weights[at + index] as number);
  return sum;
}

function add(rows: Float64Array, from: number, size: number, share: number, to: Float64Array, at: number) {
  for (let index = 0; index < size; index++)
    to[at + index] = (to[at + index] as number) + share * (rows[from + index] as number);
}

interface Spread {
  readonly mean: number;
  readonly deviation: number;
}

function spreadOf(rows: readonly (readonly number[])[]): Spread[] {
  return (rows[0] ?? []).map((_, column) => {
    const mean = rows.reduce((sum, row) => sum + (row[column] ?? 0), 0) / rows.length;
    const square = rows.reduce((sum, row) => sum + ((row[column] ?? 0) - mean) ** 2, 0) / rows.length;
    // What is the same in all stays what it is.
    return square < 1e-12 ? { mean: 0, deviation: 1 } : { mean, deviation: Math.sqrt(square) };
  });
}

function scaled(rows: readonly (readonly number[])[], spread: readonly Spread[]): Float64Array {
  return Float64Array.from(
    rows.flatMap((row) =>
      row.map((number, at) => {
        const { mean, deviation } = spread[at] as Spread;
        return (number - mean) / deviation;
      }),
    ),
  );
}

function unscaled(weights: Float64Array, pieces: readonly Spread[], none: readonly Spread[]) {
  const size = pieces.length;
  const plain = [...pieces, ...none].map(({ deviation }, at) => (weights[at] ?? 0) / deviation);
  const shift = (spread: readonly Spread[], from: number) =>
    spread.reduce((sum, { mean }, at) => sum + mean * (plain[from + at] ?? 0), 0);
  plain[size] = (plain[size] ?? 0) + shift(pieces, 0) - shift(none, size);
  const named = (names: readonly string[], from: number) =>
    Object.fromEntries(names.map((name, at) => [name, Number((plain[from + at] ?? 0).toPrecision(4))]));
  return { piece: named(PIECE_NAMES, 0), none: named(NONE_NAMES, size) };
}
