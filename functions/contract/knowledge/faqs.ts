import * as z from 'zod';
import { Line, Lines } from '../base/text';
import { DOCUMENT_LIMITS, Document, DocumentMetadata } from './documents';

/** Characters of a question, which is its document's title, and of its answer. */
export const FAQ_LIMITS = { question: DOCUMENT_LIMITS.title, answer: 5_000 } as const;

const question = Line({ min: 1, max: FAQ_LIMITS.question }).regex(
  /[\p{L}\p{N}]/u,
  'Please enter a question in words.',
);
const answer = Lines({ min: 1, max: FAQ_LIMITS.answer });
const { category, tags } = DocumentMetadata.shape;

/** A question and its answer, typed in. They are a document of the bot, and answer as soon as they are stored. */
export const WriteFaq = z.object({
  question,
  answer,
  category: category.default(''),
  tags: tags.default([]),
});
export type WriteFaq = z.infer<typeof WriteFaq>;

/** What is left out stays as it is. */
export const ChangeFaq = z.object({ question, answer, category, tags }).partial();
export type ChangeFaq = z.infer<typeof ChangeFaq>;

/** Its title is the question. Changed words make a new version of it, with an id of its own. */
export const Faq = z.object({ document: Document, question: z.string(), answer: z.string() });
export type Faq = z.infer<typeof Faq>;
