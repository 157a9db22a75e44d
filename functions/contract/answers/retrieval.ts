import * as z from 'zod';
import { Language } from '../accounts/profile';
import { DocumentId } from '../base/ids';
import { Line } from '../base/text';
import { AnswerRecord } from './answer-record';
import { Citation } from './citation';

/** Characters that a question to try may have: as many as a visitor's message. */
export const MAX_TRIED_QUESTION = 1000;

export const TryRetrieval = z.object({ question: Line({ min: 1, max: MAX_TRIED_QUESTION }) });
export type TryRetrieval = z.infer<typeof TryRetrieval>;

/**
 * What became of a question. It was answered by the model (`answers`) or, since the model failed, with quotes
 * (`quotes`); or it is a greeting or thanks (`small_talk`), or asks for a person (`person`), which is no question to the
 * documents. Else the visitor got the fallback message: `not_named`, no passage has the number, version or name that
 * was asked for, so that the model was not; `declined`, the model found no answer in the passages, or one that they
 * don't hold; `model_failed`, and no sentence may stand as a quote.
 */
export const RetrievalVerdict = z.enum([
  'answers',
  'quotes',
  'small_talk',
  'person',
  'no_knowledge',
  'nothing_found',
  'not_named',
  'declined',
  'model_failed',
]);
export type RetrievalVerdict = z.infer<typeof RetrievalVerdict>;

/** Whether the visitor read something of the documents. */
export function isAnswered(verdict: RetrievalVerdict): boolean {
  return verdict === 'answers' || verdict === 'quotes';
}

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
  /** The number under which the reply cites it; null where it stands on others. */
  citationNumber: z.number().int().positive().nullable(),
});
export type FoundPassage = z.infer<typeof FoundPassage>;

export const RetrievalTrial = z.object({
  verdict: RetrievalVerdict,
  /** What a visitor reads, and what it cites: as the bot is now, deployed or not. */
  reply: z.object({ text: z.string(), citations: z.array(Citation) }),
  /** How it came to be, with what the model took for it. */
  record: AnswerRecord,
  /** What the company wants of the bot: the answer was written under it. */
  instructions: z.string(),
  /** What the question was taken for. */
  language: Language,
  passages: z.array(FoundPassage),
});
export type RetrievalTrial = z.infer<typeof RetrievalTrial>;

/** Characters that somebody may search for in the texts of documents. */
export const MAX_SEARCHED = 200;

export const SearchPassages = z.object({ words: Line({ min: 1, max: MAX_SEARCHED }) });
export type SearchPassages = z.infer<typeof SearchPassages>;

/** A text and which parts of it were searched for: each from its first character to before its last. */
export const MarkedText = z.object({
  text: z.string(),
  marks: z.array(z.object({ start: z.number().int().nonnegative(), end: z.number().int().positive() })),
});
export type MarkedText = z.infer<typeof MarkedText>;

export const PassageExcerpt = z.object({
  page: z.number().int().nullable(),
  heading: MarkedText.nullable(),
  excerpt: MarkedText,
});
export type PassageExcerpt = z.infer<typeof PassageExcerpt>;

/** Documents in whose text all that was searched stands, the best first, each with its best passages. */
export const PassageSearch = z.object({
  documents: z.array(z.object({ documentId: DocumentId, passages: z.array(PassageExcerpt).min(1) })),
  /** Whether there are more documents than are given. */
  hasMore: z.boolean(),
  /** False where there was nothing to look for: words that stand everywhere, or signs. */
  hasWords: z.boolean(),
});
export type PassageSearch = z.infer<typeof PassageSearch>;
