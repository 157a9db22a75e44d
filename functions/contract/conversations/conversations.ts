import * as z from 'zod';
import { AnswerKind, Citation } from '../answers/citation';
import { ClientMessageId, ConversationId, MessageId } from '../base/ids';
import { Prompt } from '../bots/flow';
import { Attachment } from './attachments';
import { CONVERSATION_STATUSES } from './conversation-status';

/**
 * Of a bot's message also: `guided` is a step of its flow, `escalated` says that a person takes over, `ended` that the
 * bot is gone and the conversation with it.
 */
export const MessageKind = z.enum([...AnswerKind.options, 'guided', 'escalated', 'ended']);
export type MessageKind = z.infer<typeof MessageKind>;

export const Thumb = z.enum(['up', 'down']);
export type Thumb = z.infer<typeof Thumb>;

export const Message = z.object({
  id: MessageId,
  conversationId: ConversationId,
  author: z.enum(['visitor', 'bot', 'agent']),
  /** Of an agent's message: who wrote it. */
  authorName: z.string().nullable(),
  text: z.string(),
  createdAt: z.iso.datetime(),
  clientMessageId: ClientMessageId.nullable(),
  /** Of a bot's message: the visitor's message that it answers. */
  inReplyTo: MessageId.nullable(),
  kind: MessageKind.nullable(),
  citations: z.array(Citation),
  /** Of a bot's message: what the visitor is to give next. The last one's counts. */
  prompt: Prompt.nullable(),
  attachment: Attachment.nullable(),
  /** What the visitor thinks of a bot's answer. */
  thumb: Thumb.nullable(),
});
export type Message = z.infer<typeof Message>;

export const ConversationStatus = z
  .enum(CONVERSATION_STATUSES)
  // By the names that pages and exports have for them: a test holds them together.
  .describe(
    'active: With the bot. escalated: Waiting, for a person. pending: Answered, by a person. resolved: Resolved, by the team. ended: Ended, by its visitor or since there is no bot any more; Abandoned where its visitor left it.',
  );
export type ConversationStatus = z.infer<typeof ConversationStatus>;

/** Why a conversation ended that neither its visitor nor the team had ended. `abandoned`: its visitor left without a word, and may still come back to it. */
export const EndReason = z.enum(['bot_deleted', 'bot_unpublished', 'abandoned']);
export type EndReason = z.infer<typeof EndReason>;

/** Where a conversation stands, as its visitor may know it. */
export const ConversationState = z.object({
  /** Grows with each change: of two that come out of order the one with the higher revision holds. */
  revision: z.number().int().nonnegative(),
  status: ConversationStatus,
  /** While a person answers instead of the bot: their name, where one has taken the conversation. */
  agentName: z.string().nullable(),
  /** The visitor's last message that has come to someone who answers, and the last that they have read. */
  deliveredThrough: MessageId.nullable(),
  readThrough: MessageId.nullable(),
  /** Whether an e-mail address is known that an answer reaches the visitor by when they have left. */
  reachable: z.boolean(),
  /** Stars that the visitor has given, 1 to 5. */
  stars: z.number().int().min(1).max(5).nullable(),
});
export type ConversationState = z.infer<typeof ConversationState>;
