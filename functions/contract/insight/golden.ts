import * as z from 'zod';
import { MAX_TRIED_QUESTION, RetrievalVerdict } from '../answers/retrieval';
import { DocumentId, GoldenId } from '../base/ids';
import { Line, List } from '../base/text';

export const GOLDEN_LIMITS = { questions: 50, question: MAX_TRIED_QUESTION, words: 5, word: 80 } as const;

const fields = {
  question: Line({ min: 1, max: GOLDEN_LIMITS.question }),
  /** The document that is to be among those that the answer cites; a new version of it counts as well. */
  source: DocumentId.nullable(),
  /**
   * Words and phrases that have to stand in the answer, whatever their case, or in a passage that it cites. Figures
   * in them have to stand in the answer itself.
   */
  words: List(
    z.array(Line({ min: 1, max: GOLDEN_LIMITS.word })).max(GOLDEN_LIMITS.words),
    GOLDEN_LIMITS.words,
  ),
};

/** Something is to be expected of it. */
export const WriteGolden = z
  .object({ ...fields, source: fields.source.default(null), words: fields.words.default([]) })
  .refine(({ source, words }) => source !== null || words.length > 0, {
    path: ['source'],
    message: 'Please choose a document or enter words.',
  });
export type WriteGolden = z.infer<typeof WriteGolden>;

/** A question that the bot is to be able to answer. */
export const GoldenQuestion = z.object({
  ...fields,
  id: GoldenId,
  /** Title of the expected document; null where there is none, or it was deleted. */
  sourceTitle: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type GoldenQuestion = z.infer<typeof GoldenQuestion>;

/**
 * What a question came to. It passes where a visitor gets an answer that cites the expected source and has all
 * words, itself or in what it cites; with the fallback message it never does. Where the model failed, what a
 * visitor gets in its stead says nothing of the documents: that is not judged.
 */
export const GoldenResult = z.object({
  id: GoldenId,
  /** Null: not judged. */
  passed: z.boolean().nullable(),
  verdict: RetrievalVerdict,
  /** Place of the expected document's first cited passage among those found; null: none is cited, or expected. */
  rank: z.number().int().positive().nullable(),
  /** Of the expected words, those that the answer lacks. */
  missing: z.array(z.string()),
});
export type GoldenResult = z.infer<typeof GoldenResult>;

export const GoldenRun = z.object({
  ranAt: z.iso.datetime(),
  results: z.array(GoldenResult),
  /** What the model took for it, in dollars; null where that isn't known. */
  costUsd: z.number().nonnegative().nullable(),
});
export type GoldenRun = z.infer<typeof GoldenRun>;

/** A bot's test questions and what they came to. */
export const GoldenSet = z.object({
  questions: z.array(GoldenQuestion),
  /** Whether a deployment is refused while questions fail that passed at the last one. */
  refusesRegressions: z.boolean(),
  /** The newest run; null: there was none. */
  latest: GoldenRun.nullable(),
  /** What it is compared with: the run of the last deployment, else the one before. */
  before: GoldenRun.nullable(),
  /** Whether knowledge and questions are still as the newest run saw them. */
  isCurrent: z.boolean(),
});
export type GoldenSet = z.infer<typeof GoldenSet>;

export const UpdateGoldenSet = z.object({ refusesRegressions: z.boolean() });
export type UpdateGoldenSet = z.infer<typeof UpdateGoldenSet>;

/** Questions that passed before and fail now. */
export function regressions(
  before: Pick<GoldenRun, 'results'> | null,
  latest: Pick<GoldenRun, 'results'> | null,
): GoldenId[] {
  const passed = new Set(before?.results.filter((result) => result.passed).map(({ id }) => id));
  return (latest?.results ?? [])
    .filter((result) => result.passed === false && passed.has(result.id))
    .map(({ id }) => id);
}

/** Whether all that was asked was judged. A run with gaps decides no deployment. */
export function isComplete({ results }: Pick<GoldenRun, 'results'>): boolean {
  return results.every(({ passed }) => passed !== null);
}

/** `details` of `golden.regressed`. */
export const Regressed = z.object({ questions: z.array(z.string()) });
export type Regressed = z.infer<typeof Regressed>;
