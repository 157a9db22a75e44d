import { FEATURES, LEAST, MOST, type Observed, QUESTION_FEATURES, TOLD_FEATURES } from './features';
import learned from './reader.json';

/** What each feature counts, by its name, as `PIECE_NAMES` and `NONE_NAMES` have it. */
export interface Weights {
  readonly piece: Readonly<Record<string, number>>;
  readonly none: Readonly<Record<string, number>>;
}

/** What `npm run train` has learned. */
export interface Learned extends Weights {
  /** The probability from which on an answer is given that no model writes. */
  readonly least: number;
}

/** Numbers of the pieces of one question, and of that none of them answers. */
export interface Numbers {
  readonly pieces: readonly (readonly number[])[];
  readonly none: readonly number[];
}

/** How many there are to choose from: among many one is alike by chance. */
const TOGETHER: readonly { readonly id: string; of(observed: readonly Observed[]): number }[] = [
  { id: 'pieces', of: (observed) => Math.log1p(observed.length) },
  { id: 'passages', of: (observed) => new Set(observed.map(({ rank }) => rank)).size },
];

export const PIECE_NAMES: readonly string[] = [...FEATURES, ...TOLD_FEATURES].map(({ id }) => id);
export const NONE_NAMES: readonly string[] = [
  'always',
  ...QUESTION_FEATURES.map(({ id }) => id),
  ...TOGETHER.map(({ id }) => id),
  ...MOST.map((id) => `most ${id}`),
  ...LEAST.map((id) => `least ${id}`),
];

const places = (ids: readonly string[]) => ids.map((id) => PIECE_NAMES.indexOf(id));
const [MOST_AT, LEAST_AT] = [places(MOST), places(LEAST)];

export function numbersOf(observed: readonly Observed[]): Numbers {
  const told = observed.map((piece) => TOLD_FEATURES.map(({ compute }) => compute(piece)));
  const most = TOLD_FEATURES.map((_, at) => Math.max(0, ...told.map((row) => row[at] ?? 0)));
  const pieces = observed.map((piece, row) => [
    ...FEATURES.map(({ compute }) => compute(piece)),
    ...most.map((best, at) => (told[row]?.[at] ?? 0) - best),
  ]);
  const extreme = (at: number, of: (...all: number[]) => number) =>
    of(...pieces.map((piece) => piece[at] ?? 0));
  const [first] = observed;
  if (!first) return { pieces, none: NONE_NAMES.map(() => 0) };
  return {
    pieces,
    none: [
      1,
      ...QUESTION_FEATURES.map(({ compute }) => compute(first)),
      ...TOGETHER.map(({ of }) => of(observed)),
      ...MOST_AT.map((at) => extreme(at, Math.max)),
      ...LEAST_AT.map((at) => extreme(at, Math.min)),
    ],
  };
}

/** By piece: the probability that it holds the answer, against the other pieces and against that none does. */
export function probabilities({ pieces, none }: Numbers, { piece, none: never }: Weights): number[] {
  const sum = (
    numbers: readonly number[],
    names: readonly string[],
    counts: Readonly<Record<string, number>>,
  ) => numbers.reduce((total, number, at) => total + number * (counts[names[at] ?? ''] ?? 0), 0);
  const scores = pieces.map((numbers) => sum(numbers, PIECE_NAMES, piece));
  const otherwise = sum(none, NONE_NAMES, never);
  const most = Math.max(otherwise, ...scores);
  const odds = scores.map((score) => Math.exp(score - most));
  const all = odds.reduce((total, each) => total + each, Math.exp(otherwise - most));
  return odds.map((each) => each / all);
}

/** By all kinds of business. */
export const LEARNED: Learned = learned;
