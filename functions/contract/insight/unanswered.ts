import * as z from 'zod';
import { Language } from '../accounts/profile';
import { ConversationId, DocumentId, MessageId, UnansweredId } from '../base/ids';
import { Faq } from '../knowledge/faqs';

/** `answered` and `dismissed` have left the list; one that was answered and is asked again comes back. */
export const UnansweredState = z.enum(['open', 'answered', 'dismissed']);
export type UnansweredState = z.infer<typeof UnansweredState>;

/** One visitor's question, and where they asked it. */
export const AskedQuestion = z.object({
  question: z.string(),
  conversationId: ConversationId,
  messageId: MessageId,
  askedAt: z.iso.datetime(),
});
export type AskedQuestion = z.infer<typeof AskedQuestion>;

/** Examples that a group keeps: the newest. */
export const MAX_EXAMPLES = 5;

/** Questions alike that the bot answered with its fallback message. */
export const Unanswered = z.object({
  id: UnansweredId,
  /** The first of them, in its visitor's words. */
  question: z.string(),
  language: Language,
  /** How often it was asked. */
  count: z.number().int().positive(),
  firstAskedAt: z.iso.datetime(),
  lastAskedAt: z.iso.datetime(),
  /** The newest first. */
  examples: z.array(AskedQuestion),
  state: UnansweredState,
  /** The pair that was written for it. */
  documentId: DocumentId.nullable(),
  /** Since when it is asked again although it was answered. */
  reopenedAt: z.iso.datetime().nullable(),
});
export type Unanswered = z.infer<typeof Unanswered>;

export const UnansweredQuery = z.object({ state: UnansweredState.default('open') });
export type UnansweredQuery = z.infer<typeof UnansweredQuery>;

/** Those asked most often first; a bot keeps a few hundred. */
export const UnansweredList = z.object({ items: z.array(Unanswered) });
export type UnansweredList = z.infer<typeof UnansweredList>;

/** `resolve`: it is answered otherwise, such as by a document. `reopen` takes either back. */
export const UnansweredAction = z.enum(['dismiss', 'resolve', 'reopen']);
export type UnansweredAction = z.infer<typeof UnansweredAction>;

export const ActOnUnanswered = z.object({ action: UnansweredAction });
export type ActOnUnanswered = z.infer<typeof ActOnUnanswered>;

/** The pair that was written, and the open questions that ask the same and are answered by it; null: there were none. */
export const WrittenFaq = Faq.extend({ unanswered: Unanswered.nullable() });
export type WrittenFaq = z.infer<typeof WrittenFaq>;

/** The pair that was written, and the questions that it answers. */
export const AnsweredQuestions = z.object({ faq: Faq, unanswered: Unanswered });
export type AnsweredQuestions = z.infer<typeof AnsweredQuestions>;
