import * as z from 'zod';
import { DocumentId } from './ids';
import { Language } from './profile';
import { Line } from './text';

/** Characters that a question to try may have: as many as a visitor's message. */
export const MAX_TRIED_QUESTION = 1000;

export const TryRetrieval = z.object({ question: Line({ min: 1, max: MAX_TRIED_QUESTION }) });
export type TryRetrieval = z.infer<typeof TryRetrieval>;

/**
 * What an answer would do with what was found: go to the model, or why not. `small_talk` is a greeting or thanks,
 * which no document is asked for; `too_little` means that no passage speaks of enough of what was asked.
 */
export const RetrievalVerdict = z.enum([
  'answers',
  'small_talk',
  'no_knowledge',
  'nothing_found',
  'too_little',
]);
export type RetrievalVerdict = z.infer<typeof RetrievalVerdict>;

export const FoundPassage = z.object({
  documentId: DocumentId,
  title: z.string(),
  page: z.number().int().nullable(),
  heading: z.string().nullable(),
  text: z.string(),
  /** Ranks the passages of one question; those of two don't compare. */
  score: z.number(),
  /** What each field adds to the score where words alone decide; `dense`: the cosine, null without vectors. */
  fields: z.object({
    words: z.number(),
    grams: z.number(),
    pairs: z.number(),
    dense: z.number().nullable(),
  }),
  /** How much of what was asked the passage speaks of, 0 to 1. */
  coverage: z.number(),
});
export type FoundPassage = z.infer<typeof FoundPassage>;

export const RetrievalTrial = z.object({
  verdict: RetrievalVerdict,
  /** The coverage below which no answer is tried. */
  leastCoverage: z.number(),
  /** What the question was taken for. */
  language: Language,
  passages: z.array(FoundPassage),
});
export type RetrievalTrial = z.infer<typeof RetrievalTrial>;
