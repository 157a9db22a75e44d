import type { AnswerRecord } from '#contract/answers/answer-record';
import { ErrorCode } from '#contract/base/error-body';
import { type AccountId, BotId, ConversationId, MessageId } from '#contract/base/ids';
import type { ConversationTrace, MessageTrace } from '#contract/operator/message-trace';
import { parseMessageId, type StoredMessage } from '#core/conversations/entity';
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
      .map((message) => traceOf(message, answers.get(message.messageId)))
      .reverse(),
  };
}

function traceOf(message: StoredMessage, answer: StoredMessage | undefined): MessageTrace {
  return {
    messageId: MessageId.parse(message.messageId),
    acceptedAt: message.createdAt,
    outcome: outcomeOf(message),
    failure: message.failure === undefined ? null : ErrorCode.parse(message.failure),
    overdue: message.overdue ?? 0,
    answer: answer
      ? {
          messageId: MessageId.parse(answer.messageId),
          storedAt: answer.createdAt,
          kind: answer.kind ?? null,
          record: answer.record ? withoutWords(answer.record) : null,
        }
      : null,
  };
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
