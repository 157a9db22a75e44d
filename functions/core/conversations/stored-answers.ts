import { UpdateItemCommand, UpdateTransaction } from 'dynamodb-toolbox';
import type { AnswerRecord } from '#contract/answers/answer-record';
import type { Citation } from '#contract/answers/citation';
import type { ErrorCode } from '#contract/base/errors';
import { MessageId } from '#contract/base/ids';
import type { Prompt } from '#contract/bots/flow';
import type { MessageKind } from '#contract/conversations/conversations';
import type { ServerEvent } from '#contract/socket';
import { type Clock, systemClock } from '#platform/clock';
import { ifHolds } from '#platform/table-writes';
import { appendMessage } from './append-message';
import { MessageEntity, type StoredConversation, type StoredMessage } from './entity';
import type { TurnChanges } from './flow-turn';
import { type ConversationRef, findMessage, toMessage } from './messages';
import type { StatusEvent } from './transitions';
import { removedFromWaitingList, removeFromWaitingList } from './waiting-messages';

/** What the bot says to a message. */
export interface BotAnswer {
  readonly text: string;
  readonly kind: MessageKind;
  readonly citations: readonly Citation[];
  /** What was asked, where the documents held no answer to it. */
  readonly unanswered?: string;
  /** Where documents were asked: how it came to be. */
  readonly record?: AnswerRecord;
  /** What it waits for then. */
  readonly prompt?: Prompt | null;
  /** What the message has made of its conversation: stored with the answer, so that it comes once. */
  readonly changes?: TurnChanges;
  /** Where it leads the conversation, as long as the bot has it. */
  readonly statusEvent?: StatusEvent;
}

/**
 * Stores the answer, unless the message has one: then gives the stored one. Null where a person took the conversation
 * over while it was written: they have the question, and the bot does not speak after their words.
 */
export async function storeAnswer(
  clock: Clock,
  ref: ConversationRef,
  asked: StoredMessage,
  { text, kind, citations, unanswered, record, prompt, changes, statusEvent }: BotAnswer,
  /** The head as it was read lately. */
  known?: StoredConversation,
): Promise<StoredMessage | null> {
  const { accountId, conversationId } = ref;
  try {
    return await appendMessage(
      ref,
      {
        author: 'bot',
        text,
        kind,
        citations: citations.map(storedCitation),
        ...(unanswered !== undefined && { unanswered }),
        ...(record && { record }),
        ...(prompt && { prompt: JSON.stringify(prompt) }),
        inReplyTo: asked.messageId,
        createdAt: clock().toISOString(),
      },
      (answeredBy, conversation) => {
        if (isPassedOn(asked, conversation)) throw new TakenOver();
        return {
          writes: [
            {
              write: MessageEntity.build(UpdateTransaction)
                .item({
                  accountId,
                  conversationId,
                  messageId: asked.messageId,
                  answeredBy,
                  ...removedFromWaitingList(),
                })
                .options({ condition: { attr: 'answeredBy', exists: false } }),
              refused: () => new AnsweredBefore(),
            },
          ],
          conversation: {
            answeredThrough: asked.messageId,
            citedDocuments: new Set(citations.map(({ documentId }) => documentId)),
            ...(changes && { changes }),
          },
          // Not where it was closed meanwhile.
          ...(statusEvent && conversation.status === 'active' && { statusEvent }),
        };
      },
      known,
    );
  } catch (error) {
    if (!(error instanceof AnsweredBefore || error instanceof TakenOver)) throw error;
    const answer = await findAnswer(ref, asked.messageId);
    if (answer) return answer;
    if (error instanceof AnsweredBefore) throw error;
    await removeFromWaitingList(asked);
    return null;
  }
}

/** With a conversation a person is given all that was said in it. Handed back, it is not the bot's to answer again. */
function isPassedOn({ messageId }: StoredMessage, { answeredThrough = '' }: StoredConversation): boolean {
  return messageId <= answeredThrough;
}

class AnsweredBefore extends Error {}
class TakenOver extends Error {}

/** The answer to a message, or undefined while it has none. */
export async function findAnswer(
  ref: ConversationRef,
  messageId: string,
): Promise<StoredMessage | undefined> {
  const asked = await findMessage(ref, messageId);
  return asked?.answeredBy === undefined ? undefined : findMessage(ref, asked.answeredBy);
}

/** The event that brings a stored answer. */
export function answerDone(answer: StoredMessage): ServerEvent {
  const message = toMessage(answer);
  return {
    type: 'answer.done',
    inReplyTo: message.inReplyTo ?? message.id,
    message,
    kind: message.kind ?? 'abstained',
    citations: message.citations,
  };
}

/**
 * Marks a message as one that gets no answer. Gives the event that settles it: the answer, when it has one
 * after all.
 */
export async function storeFailure(
  ref: ConversationRef,
  messageId: string,
  code: ErrorCode,
): Promise<ServerEvent> {
  const { accountId, conversationId } = ref;
  const isStored = await ifHolds(
    MessageEntity.build(UpdateItemCommand)
      .item({
        accountId,
        conversationId,
        messageId,
        failure: code,
        failedAt: systemClock().toISOString(),
        ...removedFromWaitingList(),
      })
      .options({
        condition: {
          and: [
            { attr: 'author', exists: true },
            { attr: 'answeredBy', exists: false },
          ],
        },
      })
      .send(),
  );
  if (!isStored) {
    const answer = await findAnswer(ref, messageId);
    if (answer) return answerDone(answer);
  }
  return answerFailed(messageId, code);
}

export function answerFailed(messageId: string, code: ErrorCode): ServerEvent {
  return { type: 'answer.failed', inReplyTo: MessageId.parse(messageId), code };
}

function storedCitation({ page, heading, ...citation }: Citation) {
  return { ...citation, ...(page !== null && { page }), ...(heading !== null && { heading }) };
}
