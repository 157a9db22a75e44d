import { LEAST_SUPPORT } from './least-support';
import { observe, type RatingInput, type Seen } from './rank-candidates';
import { LEARNED, type Learned, numbersOf, probabilities } from './reader';

/** A piece that was judged. */
export interface Rated extends Seen {
  /** Ranks the pieces of one question. */
  readonly likelihood: number;
  /** How sure it is that it answers: 0 to 1. */
  readonly support: number;
}

export interface Judge {
  /** The support from which on a piece answers. */
  readonly least: number;
  judge(seen: readonly Seen[]): Rated[];
}

/** By weights and thresholds that were set by hand. */
export const RULES: Judge = {
  least: LEAST_SUPPORT,
  judge: (seen) => seen.map((piece) => ({ ...piece, likelihood: piece.score, support: piece.covered })),
};

/** By what was learned from questions. Who is sure of a passage is sure of its best piece, which is shown with it. */
export function readerOf(learned: Learned): Judge {
  return {
    least: learned.least,
    judge(seen) {
      const found = probabilities(numbersOf(seen.map(({ observed }) => observed)), learned);
      const byPassage = new Map<number, number>();
      for (const [at, { number }] of seen.entries())
        byPassage.set(number, (byPassage.get(number) ?? 0) + (found[at] ?? 0));
      return seen.map((piece, at) => ({
        ...piece,
        likelihood: found[at] ?? 0,
        support: byPassage.get(piece.number) ?? 0,
      }));
    },
  };
}

export const READER: Judge = readerOf(LEARNED);

/** Rates each piece of the passages by how well it answers, in the order that they stand. */
export function rate(input: RatingInput, { judge }: Judge): Rated[] {
  return judge(observe(input));
}
