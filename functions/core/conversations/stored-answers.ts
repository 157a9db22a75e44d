import { PutTransaction, UpdateItemCommand, UpdateTransaction } from 'dynamodb-toolbox';
import type { AnswerRecord } from '../../contract/answer-record';
import type { Citation, MessageKind, Prompt } from '../../contract/conversations';
import type { ErrorCode } from '../../contract/errors';
import { MessageId } from '../../contract/ids';
import type { ServerEvent } from '../../contract/socket';
import type { Clock } from '../../platform/clock';
import { type ConditionalWrite, isConditionFailure } from '../../platform/table-writes';
import type { Happening } from '../inbox/moves';
import { citedLineage } from '../knowledge/documents/versions';
import { appendMessage } from './append-message';
import {
  CitationEntity,
  citationsOf,
  MessageEntity,
  type StoredConversation,
  type StoredMessage,
} from './entity';
import type { TurnChanges } from './flow-turn';
import { type ConversationRef, findMessage, toMessage } from './messages';
import { noLongerWaiting } from './waiting-messages';

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
  readonly happening?: Happening;
}

/** Stores the answer, unless the message has one: whoever comes second gets the first one's. */
export async function storeAnswer(
  clock: Clock,
  ref: ConversationRef,
  asked: StoredMessage,
  { text, kind, citations, unanswered, record, prompt, changes, happening }: BotAnswer,
): Promise<StoredMessage> {
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
      async (answeredBy, conversation) => ({
        writes: [
          {
            write: MessageEntity.build(UpdateTransaction)
              .item({
                accountId,
                conversationId,
                messageId: asked.messageId,
                answeredBy,
                ...noLongerWaiting(),
              })
              .options({ condition: { attr: 'answeredBy', exists: false } }),
            refused: () => new AnsweredBefore(),
          },
          ...(await citationWrites(conversation, answeredBy, citations)),
        ],
        conversation: {
          answeredThrough: asked.messageId,
          citedDocuments: new Set(citations.map(({ documentId }) => documentId)),
          ...(changes && { changes }),
        },
        // A person who took over meanwhile has it already.
        ...(happening && conversation.status === 'active' && { happening }),
      }),
    );
  } catch (error) {
    if (!(error instanceof AnsweredBefore)) throw error;
    const answer = await findAnswer(ref, asked.messageId);
    if (!answer) throw error;
    return answer;
  }
}

/** What tells of a document which answers cite it. An editor's trial is in no list, and not in this one. */
async function citationWrites(
  { accountId, botId, conversationId, startedAt, isTest }: StoredConversation,
  messageId: string,
  citations: readonly Citation[],
): Promise<readonly ConditionalWrite[]> {
  if (isTest) return [];
  const bot = { accountId, botId };
  const cited = [...new Set(citations.map(({ documentId }) => documentId))];
  const lineages = await Promise.all(cited.map((documentId) => citedLineage(bot, documentId)));
  return [...new Set(lineages)].map((lineage) => ({
    write: CitationEntity.build(PutTransaction).item({
      accountId,
      conversationId,
      messageId,
      lineage,
      gsi1pk: citationsOf(bot, lineage),
      gsi1sk: `${startedAt}#${messageId}`,
    }),
  }));
}

class AnsweredBefore extends Error {}

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
  try {
    await MessageEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, messageId, failure: code, ...noLongerWaiting() })
      .options({
        condition: {
          and: [
            { attr: 'author', exists: true },
            { attr: 'answeredBy', exists: false },
          ],
        },
      })
      .send();
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
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
