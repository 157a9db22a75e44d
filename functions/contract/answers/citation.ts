import * as z from 'zod';
import { DocumentId } from '../base/ids';

/** `[n]` in an answer's text refers to the citation with this number. */
export const Citation = z.object({
  number: z.number().int().positive(),
  documentId: DocumentId,
  title: z.string(),
  page: z.number().int().positive().nullable(),
  heading: z.string().nullable(),
  /** The words of the passage that the answer stands on, at most 300 characters. */
  quote: z.string(),
});
export type Citation = z.infer<typeof Citation>;

/**
 * How an answer came to be: `generated` by the model from passages, `quoted` when the model failed and the
 * best passages are shown instead, `abstained` when no passage supports an answer.
 */
export const AnswerKind = z.enum(['generated', 'quoted', 'abstained']);
export type AnswerKind = z.infer<typeof AnswerKind>;
