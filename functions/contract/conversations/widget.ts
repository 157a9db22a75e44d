import * as z from 'zod';
import { Language } from '../accounts/profile';
import { AttachmentId, ClientMessageId, ConversationId } from '../base/ids';
import { Email, Line, Lines, List, Text } from '../base/text';
import { MAX_OPTIONS } from '../bots/flow';
import { MAX_MESSAGE_LENGTH } from './bounds';
import { ConversationState, Message, Thumb } from './conversations';
import { Variables } from './variables';

/**
 * A visitor that the website vouches for: `hash` is the HMAC-SHA256 of `userId` under
 * the bot's identity secret, in hex. Without it, what a page says about its visitor is hearsay.
 */
export const Identity = z.object({
  userId: Line({ min: 1, max: 200 }),
  hash: Text(64).regex(/^[0-9a-f]{64}$/),
  name: Line({ max: 120 }).optional(),
  email: Email().optional(),
});
export type Identity = z.infer<typeof Identity>;

/** Begins or, with a valid `token`, resumes a conversation; that of a verified user for this user only. */
export const OpenSession = z.object({
  token: Text(2_000).optional(),
  /** This browser's conversation before: the team sees the same visitor's number in a new one. It opens nothing. */
  previous: ConversationId.optional(),
  language: Language.optional(),
  /** Address of the page the visitor is on, without query or fragment. */
  page: Text(2_000).optional(),
  /** One that does not verify is left out; the conversation begins all the same. */
  identity: Identity.optional(),
  variables: Variables.optional(),
  /** Only goes on with the token's conversation: where that has ended none begins, and it is `conversation.ended`. */
  resume: z.boolean().optional(),
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
  /** Whether the bot takes nothing at the moment: what was said can be read. */
  paused: z.boolean(),
  state: ConversationState,
  /** Messages so far, oldest first: empty for a new conversation. */
  messages: z.array(Message),
});
export type SessionGrant = z.infer<typeof SessionGrant>;

/** How a visitor answers a prompt otherwise than in words. */
export const PromptReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('choices'), choices: List(z.array(Text(80)).max(MAX_OPTIONS), MAX_OPTIONS) }),
  z.object({ kind: z.literal('skip') }),
  z.object({ kind: z.literal('continue') }),
]);
export type PromptReply = z.infer<typeof PromptReply>;

/** Over HTTP, where sockets are blocked, it is answered within 25 seconds. */
export const SendMessage = z.object({
  id: ClientMessageId,
  /** Also of a choice, a skip or a file: what stands for it in the conversation. */
  text: Lines({ min: 1, max: MAX_MESSAGE_LENGTH }),
  reply: PromptReply.optional(),
  /** A file that was uploaded before. */
  attachment: AttachmentId.optional(),
  /** Address of the page the visitor is on, without query or fragment. */
  page: Text(2_000).optional(),
});
export type SendMessage = z.infer<typeof SendMessage>;

/** The visitor's message as stored, and the answer, or null when it is still being written (poll `?after=`). */
export const SentMessage = z.object({ message: Message, answer: Message.nullable() });
export type SentMessage = z.infer<typeof SentMessage>;

export const MessageList = z.object({ items: z.array(Message), state: ConversationState });
export type MessageList = z.infer<typeof MessageList>;

export const RateAnswer = z.object({
  /** Null takes it back. */
  thumb: Thumb.nullable(),
  comment: Lines({ max: 1_000 }).default(''),
});
export type RateAnswer = z.infer<typeof RateAnswer>;

/** Stars for the whole conversation; a later rating replaces the earlier one. */
export const RateConversation = z.object({
  stars: z.number().int().min(1).max(5),
  comment: Lines({ max: 1_000 }).default(''),
});
export type RateConversation = z.infer<typeof RateConversation>;

/** Asks for a person. `email`: where they can write to when the visitor has gone. */
export const AskForPerson = z.object({ email: Email().optional() });
export type AskForPerson = z.infer<typeof AskForPerson>;

export const MailTranscript = z.object({ email: Email() });
export type MailTranscript = z.infer<typeof MailTranscript>;

/**
 * What is left out stays as it was; variables are added to those there are. Another user than the one who was vouched
 * for is refused (`visitor.other_user`): theirs is a conversation of its own.
 */
export const DescribeVisitor = z.object({
  identity: Identity.optional(),
  variables: Variables.optional(),
});
export type DescribeVisitor = z.infer<typeof DescribeVisitor>;

/** Asks for the conversations of a visitor whom the website vouches for. */
export const AskHistory = z.object({ identity: Identity });
export type AskHistory = z.infer<typeof AskHistory>;

/** The newest first; `token` speaks for that conversation, as a session's does. None where the hash does not verify. */
export const VisitorHistory = z.object({
  items: z.array(
    z.object({
      conversationId: ConversationId,
      token: z.string(),
      startedAt: z.iso.datetime(),
      lastMessageAt: z.iso.datetime(),
      /** The beginning of what was said last. */
      excerpt: z.string(),
      /** Whether it goes on. */
      open: z.boolean(),
    }),
  ),
});
export type VisitorHistory = z.infer<typeof VisitorHistory>;

/** Whether the visitor is known by a hash that verified. */
export const DescribedVisitor = z.object({ identified: z.boolean() });
export type DescribedVisitor = z.infer<typeof DescribedVisitor>;
