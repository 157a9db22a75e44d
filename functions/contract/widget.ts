import * as z from 'zod';
import { MAX_MESSAGE_LENGTH, Message } from './conversations';
import { ClientMessageId, ConversationId } from './ids';
import { Language } from './profile';
import { Lines } from './text';

/** Begins or, with a valid `token`, resumes a conversation. */
export const OpenSession = z.object({
  token: z.string().max(2_000).optional(),
  language: Language.optional(),
  /** Address of the page the visitor is on, without query or fragment. */
  page: z.string().max(2_000).optional(),
});
export type OpenSession = z.infer<typeof OpenSession>;

/** `token` speaks for this conversation over HTTP; `ticket` opens one socket within 60 seconds. */
export const SessionGrant = z.object({
  token: z.string(),
  ticket: z.string(),
  socketUrl: z.string(),
  conversationId: ConversationId,
  expiresAt: z.iso.datetime(),
  /** Whether people are there by the bot's business hours; the bot answers either way. */
  open: z.boolean(),
  /** When they are there next; null while they are, or where that is not known. */
  opensAt: z.iso.datetime().nullable(),
  /** Messages so far, oldest first: empty for a new conversation. */
  messages: z.array(Message),
});
export type SessionGrant = z.infer<typeof SessionGrant>;

/** Where sockets are blocked: answered within 25 seconds. */
export const SendMessage = z.object({
  id: ClientMessageId,
  text: Lines({ min: 1, max: MAX_MESSAGE_LENGTH }),
});
export type SendMessage = z.infer<typeof SendMessage>;

/** The visitor's message as stored, and the answer, or null when it is still being written (poll `?after=`). */
export const SentMessage = z.object({ message: Message, answer: Message.nullable() });
export type SentMessage = z.infer<typeof SentMessage>;

export const MessageList = z.object({ items: z.array(Message) });
export type MessageList = z.infer<typeof MessageList>;
