import { scorePostings } from './postings';
import { GRAMS, PAIRS, type Query, type Term, WORDS } from './query';
import { LANGUAGES, type Segment, type SegmentMeta } from './segment';

/**
 * BM25's constants and the weights of its three fields. Passages are short and of like length, so that the
 * length counts little (b) and a repeated word soon says nothing new (k1). Recall@1 on the development sets,
 * English and German: words alone 83.2 and 58.2, with 4-grams 84.9 and 60.9, with pairs as well 86.2 and 61.9. The
 * weights stand in the middle of a plateau: from 0.3 to 0.5 and 0.4 to 0.8 all is within 0.6 points. More for
 * pairs goes on gaining a little there, since the authors of those questions saw the passage;
 * visitors do not. k1 from 0.7 to 1.2 and b from 0.3 to 0.75 change less than 0.8.
 */
const K1 = 0.9;
const B = 0.4;
export const WEIGHTS = { words: 1, grams: 0.4, pairs: 0.5 } as const;

/** What each field gives to each passage of a segment. */
export interface Scores {
  readonly words: Float32Array;
  readonly grams: Float32Array;
  readonly pairs: Float32Array;
}

/** Statistics of all segments that are searched, as if they were one. */
export interface Statistics {
  readonly meta: SegmentMeta;
  /** Changes when the averages do. */
  readonly key: string;
}

export function statisticsOf(segments: readonly Segment[]): Statistics {
  const add = (pick: (meta: SegmentMeta) => readonly number[]) =>
    LANGUAGES.map((_, tag) => segments.reduce((sum, { meta }) => sum + (pick(meta)[tag] ?? 0), 0));
  const meta: SegmentMeta = {
    passages: add(({ passages }) => passages),
    words: add(({ words }) => words),
    pairs: add(({ pairs }) => pairs),
    grams: segments.reduce((sum, { meta }) => sum + meta.grams, 0),
    vectors: null,
  };
  return { meta, key: JSON.stringify(meta) };
}

/** Scores of one segment. They are valid until the next call: the arrays are one set for all searches. */
export function scoreSegment(segment: Segment, index: number, query: Query, statistics: Statistics): Scores {
  const scores = cleared(segment.passageCount);
  const norms = normsOf(segment, statistics);
  const add = (terms: readonly Term[], field: typeof WORDS, norm: Float32Array, score: Float32Array) => {
    const [slots, postings] = field(segment);
    for (const { places, idf } of terms) {
      const slot = slots[places[index] ?? -1];
      if (slot !== undefined) scorePostings(slot, postings, idf * (K1 + 1), norm, score);
    }
  };
  for (const words of query.words) add(words, WORDS, norms.words, scores.words);
  add(query.grams, GRAMS, norms.grams, scores.grams);
  add(query.pairs, PAIRS, norms.pairs, scores.pairs);
  return scores;
}

export function totalOf(scores: Scores, passage: number): number {
  return (
    WEIGHTS.words * (scores.words[passage] as number) +
    WEIGHTS.grams * (scores.grams[passage] as number) +
    WEIGHTS.pairs * (scores.pairs[passage] as number)
  );
}

/** Allocating these anew for each question would cost more than scoring most of them. */
let scratch = emptyScores(0);

function cleared(size: number): Scores {
  if (scratch.words.length < size) scratch = emptyScores(size);
  else for (const scores of [scratch.words, scratch.grams, scratch.pairs]) scores.fill(0, 0, size);
  return scratch;
}

function emptyScores(size: number): Scores {
  return { words: new Float32Array(size), grams: new Float32Array(size), pairs: new Float32Array(size) };
}

/** BM25's share of the length, k1 × (1 - b + b × length / average), per passage; kept while averages stay. */
const normsBySegment = new WeakMap<Segment, { readonly key: string; readonly norms: Scores }>();

function normsOf(segment: Segment, { meta, key }: Statistics): Scores {
  const known = normsBySegment.get(segment);
  if (known?.key === key) return known.norms;
  const norms = known?.norms ?? emptyScores(segment.passageCount);
  const norm = (length: number, average: number) => K1 * (1 - B + (B * length) / (average || 1));
  const averageGrams = meta.grams / meta.passages.reduce((sum, count) => sum + count, 0);
  for (let i = 0; i < segment.documentCount; i++) {
    const { language, first, end } = segment.document(i);
    const tag = LANGUAGES.indexOf(language);
    const passages = meta.passages[tag] || 1;
    const averageWords = (meta.words[tag] ?? 0) / passages;
    const averagePairs = (meta.pairs[tag] ?? 0) / passages;
    for (let passage = first; passage < end; passage++) {
      const length = segment.wordLengths[passage] ?? 0;
      norms.words[passage] = norm(length, averageWords);
      norms.pairs[passage] = norm(Math.max(0, length - 1), averagePairs);
      norms.grams[passage] = norm(segment.gramLengths[passage] ?? 0, averageGrams);
    }
  }
  normsBySegment.set(segment, { key, norms });
  return norms;
}
