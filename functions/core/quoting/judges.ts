import { observe, type RatingInput, type Seen } from './rank-candidates';
import { LEARNED, type Learned, numbersOf, probabilities } from './reader';

/** A piece that was judged. */
export interface Rated extends Seen {
  /** How likely it is, among all pieces, that it holds the answer: 0 to 1. */
  readonly likelihood: number;
  /** The same of its passage, which is shown around it. */
  readonly support: number;
}

export interface Judge {
  /** The support from which on a passage answers. */
  readonly least: number;
  /** Of those that may answer; none other is likely to. */
  judge(seen: readonly Seen[], may?: (piece: Seen) => boolean): Rated[];
}

/** By what was learned from questions. Who is sure of a passage is sure of its best piece, which is shown with it. */
export function readerOf(learned: Learned): Judge {
  return {
    least: learned.least,
    judge(seen, may = mayAnswer) {
      const eligible = seen.filter(may);
      const found = probabilities(numbersOf(eligible.map(({ observed }) => observed)), learned);
      const likelihoods = new Map(eligible.map((piece, at) => [piece, found[at] ?? 0]));
      const byPassage = new Map<number, number>();
      for (const [{ number }, likelihood] of likelihoods)
        byPassage.set(number, (byPassage.get(number) ?? 0) + likelihood);
      return seen.map((piece) => ({
        ...piece,
        likelihood: likelihoods.get(piece) ?? 0,
        support: byPassage.get(piece.number) ?? 0,
      }));
    },
  };
}

/** What is told of another part, version or name than was asked for is no answer, however alike. */
export function mayAnswer({ observed }: Seen): boolean {
  return observed.isOfIdentifier;
}

export const READER: Judge = readerOf(LEARNED);

/**
 * Rates each piece of the passages by how well it answers, in the order that they stand. Where one in the question's own
 * language answers, none in another does.
 */
export function rate(input: RatingInput, { judge, least }: Judge): Rated[] {
  const seen = observe(input);
  if (seen.every(({ isReadable }) => isReadable)) return judge(seen);
  const readable = judge(seen, (piece) => piece.isReadable && mayAnswer(piece));
  return readable.some(({ support }) => support >= least) ? readable : judge(seen);
}
