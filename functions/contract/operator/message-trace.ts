import * as z from 'zod';
import { AnswerRecord } from '../answers/answer-record';
import { ErrorCode } from '../base/error-body';
import { BotId, ConversationId, MessageId } from '../base/ids';
import { ConversationStatus, MessageKind } from '../conversations/conversations';

/**
 * What happens with a message, in this order: taken, given to a function, taken up by it, passages found, first words sent,
 * text complete, answer stored, and seen by its visitor at the latest; or told to have failed.
 */
export const TRACE_STEPS = [
  'accepted',
  'queued',
  'begun',
  'retrieved',
  'first_text',
  'written',
  'stored',
  'seen',
  'failed',
] as const;

/** What became of a visitor's message, and when; not a word of what was said. */
export const MessageTrace = z.object({
  messageId: MessageId,
  /** Those of which the time is known. */
  steps: z.array(z.object({ step: z.enum(TRACE_STEPS), at: z.iso.datetime() })),
  /** `with_person`: it went to the team, so the bot owes no answer. */
  outcome: z.enum(['answered', 'failed', 'with_person', 'waiting']),
  /** What its visitor was told. */
  failure: ErrorCode.nullable(),
  /** Times that it was found to wait for too long. */
  overdue: z.number().int().nonnegative(),
  answer: z
    .object({
      messageId: MessageId,
      kind: MessageKind.nullable(),
      record: AnswerRecord.omit({ searchedFor: true, unsupported: true }).nullable(),
    })
    .nullable(),
});
export type MessageTrace = z.infer<typeof MessageTrace>;

export const ConversationTrace = z.object({
  conversationId: ConversationId,
  botId: BotId,
  status: ConversationStatus,
  /** Of the function that answers or answered last: its log lines bear it. */
  requestId: z.string().nullable(),
  /** The visitor's newest messages, the newest first; the one that was asked for alone. */
  items: z.array(MessageTrace),
});
export type ConversationTrace = z.infer<typeof ConversationTrace>;
