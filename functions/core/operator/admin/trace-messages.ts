import type { AnswerRecord } from '#contract/answers/answer-record';
import { ErrorCode } from '#contract/base/error-body';
import { type AccountId, BotId, ConversationId, MessageId } from '#contract/base/ids';
import { type ConversationTrace, type MessageTrace, TRACE_STEPS } from '#contract/operator/message-trace';
import { parseMessageId, type StoredConversation, type StoredMessage } from '#core/conversations/entity';
import { loadWithMessages } from '#core/conversations/messages';
import { ParleyError } from '#platform/errors';

/** Messages of a conversation that are read for it: the newest. */
const NEWEST = 100;

/**
 * Why a visitor's message was not answered, or how it was: by the id of a message or of its conversation. Throws
 * `conversation.not_found`.
 */
export async function traceMessages(accountId: AccountId, id: string): Promise<ConversationTrace> {
  const asked = parseMessageId(id);
  const conversationId = asked?.conversationId ?? ConversationId.safeParse(id).data;
  if (conversationId === undefined) throw new ParleyError('conversation.not_found');
  const { conversation, recent } = await loadWithMessages({ accountId, conversationId }, NEWEST);
  const answers = new Map(
    recent.flatMap((message) => (message.author === 'bot' ? [[message.inReplyTo, message] as const] : [])),
  );
  return {
    conversationId,
    botId: BotId.parse(conversation.botId),
    status: conversation.status,
    requestId: conversation.turn?.owner ?? null,
    items: recent
      .filter(({ author, messageId }) => author === 'visitor' && (!asked || messageId === id))
      .map((message) => traceOf(conversation, message, answers.get(message.messageId)))
      .reverse(),
  };
}

function traceOf(
  conversation: StoredConversation,
  message: StoredMessage,
  answer: StoredMessage | undefined,
): MessageTrace {
  return {
    messageId: MessageId.parse(message.messageId),
    steps: stepsOf(conversation, message, answer),
    outcome: outcomeOf(message),
    failure: message.failure === undefined ? null : ErrorCode.parse(message.failure),
    overdue: message.overdue ?? 0,
    answer: answer
      ? {
          messageId: MessageId.parse(answer.messageId),
          kind: answer.kind ?? null,
          record: answer.record ? withoutWords(answer.record) : null,
        }
      : null,
  };
}

function stepsOf(
  { readThrough = '', readAt }: StoredConversation,
  { createdAt, failedAt }: StoredMessage,
  answer: StoredMessage | undefined,
): MessageTrace['steps'] {
  const { queuedMs, begunMs, retrievedMs, firstTextMs, doneMs } = answer?.record ?? {};
  const accepted = Date.parse(createdAt);
  const begun = after(accepted, begunMs);
  const times: Readonly<Record<(typeof TRACE_STEPS)[number], number | undefined>> = {
    accepted,
    queued: after(accepted, queuedMs),
    begun,
    retrieved: after(begun, retrievedMs),
    first_text: after(begun, firstTextMs),
    written: after(begun, doneMs),
    stored: answer && Date.parse(answer.createdAt),
    seen: answer && answer.messageId <= readThrough ? after(0, readAt) : undefined,
    failed: failedAt === undefined ? undefined : Date.parse(failedAt),
  };
  return TRACE_STEPS.flatMap((step) => {
    const time = times[step];
    return time === undefined ? [] : [{ step, at: new Date(time).toISOString() }];
  });
}

function after(time: number | undefined, ms: number | null | undefined): number | undefined {
  return time === undefined || ms == null ? undefined : time + ms;
}

/** With what was searched is what the visitor said. */
function withoutWords({ searchedFor: _, unsupported: __, ...record }: AnswerRecord) {
  return record;
}

function outcomeOf({ answeredBy, failure, toPerson }: StoredMessage): MessageTrace['outcome'] {
  if (answeredBy !== undefined) return 'answered';
  if (failure !== undefined) return 'failed';
  return toPerson ? 'with_person' : 'waiting';
}
