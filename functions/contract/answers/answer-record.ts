import * as z from 'zod';

const Milliseconds = z.number().int().nonnegative();

/** How an answer of the bot came to be. The team sees it, visitors do not. */
export const AnswerRecord = z.object({
  /** The model that was asked; null where none was. */
  model: z.string().nullable(),
  /**
   * Why quotes stand in for the model's answer. `over_limit`: the plan's day, `over_share`: what one address may take of
   * it, `stopped`: all models of the stage.
   */
  modelFailure: z
    .enum(['throttled', 'unavailable', 'refused', 'timed_out', 'over_limit', 'over_share', 'stopped'])
    .nullable(),
  /** Tokens that the model says it took, those of rewriting the question included. */
  inputTokens: z.number().int().nonnegative().nullable(),
  outputTokens: z.number().int().nonnegative().nullable(),
  /** Dollars, by the price list; null where the model isn't in it. */
  costUsd: z.number().nonnegative().nullable(),
  /** Since the message was accepted: when a function was asked to answer it, where one was, and when it began. */
  queuedMs: Milliseconds.optional(),
  begunMs: Milliseconds.optional(),
  /** Since answering began: when passages were found, when the first words came, and the end. */
  retrievedMs: Milliseconds.nullable(),
  firstTextMs: Milliseconds.nullable(),
  doneMs: Milliseconds,
  /** Where the question leans on what was said before: with what was searched. */
  searchedFor: z.string().nullable(),
  /** Sentences of the text that no passage supports: from the first character to before the last. */
  unsupported: z.array(z.object({ start: z.number().int().nonnegative(), end: z.number().int().positive() })),
});
export type AnswerRecord = z.infer<typeof AnswerRecord>;
