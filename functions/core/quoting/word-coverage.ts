import type { AskedWord } from './asked-words';
import type { AnalysedPassage, AnalysedPiece, Mentions } from './passage-analysis';

export type Words = readonly AskedWord[];

/**
 * What a word of the question counts that not the sentence has but what stands before or after it, its heading or
 * its passage: a text names its subject once, and then goes on about it. A heading counts the more, the more of it
 * was asked for.
 */
const CONTEXT = {
  before: 0.6,
  fading: 0.7,
  after: 0.25,
  heading: 0.5,
  wholeHeading: 0.85,
  passage: 0.2,
  throughout: 0.6,
} as const;

/** How much of each word stands in a passage's heading, in each of its pieces, and in that or around it. */
export interface Coverage {
  readonly inHeading: readonly number[];
  readonly found: readonly (readonly number[])[];
  readonly whole: readonly (readonly number[])[];
}

/** @param shared what all passages' headings say */
export function coverageOf(
  words: Words,
  { pieces, heading, title }: Pick<AnalysedPassage, 'pieces' | 'heading' | 'title'>,
  shared: ReadonlySet<string>,
): Coverage {
  const inHeading = headingPresence(words, heading, title, shared);
  const found = pieces.map((piece) => presences(words, piece));
  const around = contextOf(pieces, found, inHeading);
  const whole = found.map((here, place) =>
    here.map((share, word) => Math.max(share, around[place]?.[word] ?? 0)),
  );
  return { inHeading, found, whole };
}

/** How much of each word stands in a text. */
function presences(words: Words, { terms, beside, left, asked }: Mentions): number[] {
  return words.map(({ match }) =>
    Math.max(match(terms), BESIDE * match(beside), ASKED * match(asked), LEFT_OUT * match(left)),
  );
}

/** What the text asks itself, it answers by what follows. */
const ASKED = 0.95;

/** What a row only names by its column, it tells less of. */
const BESIDE = 0.7;

/** Hours that leave Sunday out tell of it less than those that name it. */
const LEFT_OUT = 0.7;

/** Share of the words that is present, by what each weighs. */
export function share(
  words: Words,
  match: readonly number[],
  weightOf: (word: Words[number]) => number,
): number {
  let [covered, all] = [0, 0];
  for (const [index, word] of words.entries()) {
    const weight = weightOf(word);
    all += weight;
    covered += weight * (match[index] ?? 0);
  }
  return all > 0 ? covered / all : 0;
}

/** How much of each word stands in the heading. */
function headingPresence(
  words: Words,
  heading: ReadonlySet<string>,
  title: ReadonlySet<string>,
  shared: ReadonlySet<string>,
): number[] {
  const own = new Set([...heading].filter((term) => !shared.has(term)));
  const named = [...title].filter((term) =>
    words.some(({ match, asks }) => !asks && match(new Set([term])) > 0),
  );
  const whole = title.size === 0 ? 0 : named.length / title.size;
  const counts = CONTEXT.heading + (CONTEXT.wholeHeading - CONTEXT.heading) * whole ** 2;
  return words.map(({ match }) =>
    Math.max(CONTEXT.heading * match(own), counts * match(new Set(named.filter((term) => own.has(term))))),
  );
}

/** What the headings of all passages say, such as the document's title, tells none from another. */
export function sharedBy(headings: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const [first, ...others] = headings;
  const shared = new Set([...(first ?? [])].filter((term) => others.every((heading) => heading.has(term))));
  return headings.some(({ size }) => size > shared.size) ? shared : new Set();
}

/** By piece and word of the question: what it counts that the word stands around the piece. */
function contextOf(
  pieces: readonly AnalysedPiece[],
  inPieces: readonly (readonly number[])[],
  inHeading: readonly number[],
): number[][] {
  // What a passage goes on about is meant in all of it.
  const inPassage = inHeading.map((_, word) => {
    const found = inPieces.map((piece) => piece[word] ?? 0);
    const throughout = found.reduce((sum, here) => sum + here, 0) / Math.max(1, found.length);
    return Math.max(0, ...found) * CONTEXT.passage + CONTEXT.throughout * throughout ** 2;
  });
  const here = (place: number, other: number, word: number) =>
    pieces[place]?.piece.paragraph === pieces[other]?.piece.paragraph ? (inPieces[other]?.[word] ?? 0) : 0;
  return pieces.map((_, place) => {
    return inHeading.map((heading, word) => {
      let before = 0;
      // The nearer, the more it is still meant.
      for (let back = 1; back <= place; back++) {
        before = Math.max(before, CONTEXT.fading ** (back - 1) * here(place, place - back, word));
      }
      return Math.max(
        CONTEXT.before * before,
        CONTEXT.after * here(place, place + 1, word),
        heading,
        inPassage[word] ?? 0,
      );
    });
  });
}
