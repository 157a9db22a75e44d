import * as z from 'zod';
import { ClientMessageId, ConversationId, DocumentId, MessageId } from './ids';

/** Longest message of a visitor, in characters. */
export const MAX_MESSAGE_LENGTH = 4_000;

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

export const Message = z.object({
  id: MessageId,
  conversationId: ConversationId,
  author: z.enum(['visitor', 'bot', 'agent']),
  text: z.string(),
  createdAt: z.iso.datetime(),
  clientMessageId: ClientMessageId.nullable(),
  /** Of a bot's message: the visitor's message that it answers. */
  inReplyTo: MessageId.nullable(),
  kind: AnswerKind.nullable(),
  citations: z.array(Citation),
});
export type Message = z.infer<typeof Message>;

export const ConversationStatus = z.enum(['active', 'ended', 'escalated', 'resolved', 'pending']);
export type ConversationStatus = z.infer<typeof ConversationStatus>;
