import { setTimeout as sleep } from 'node:timers/promises';
import { PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import type { ConditionalWrite } from '../../platform/table-writes';
import { transact } from '../../platform/table-writes';
import {
  ConversationEntity,
  MessageEntity,
  messageIdOf,
  type StoredConversation,
  type StoredMessage,
} from './entity';
import { type ConversationRef, loadConversation } from './messages';

const MAX_ATTEMPTS = 10;

export type NewMessage = Omit<StoredMessage, 'accountId' | 'conversationId' | 'messageId'>;

/** What else a message changes, in its own transaction. */
export interface Alongside {
  /** Decide first: the error of one that fails is thrown. */
  readonly writes: readonly ConditionalWrite[];
  /** Changes of the conversation itself. */
  readonly conversation?: {
    readonly answeredThrough?: string;
    readonly citedDocuments?: ReadonlySet<string>;
  };
}

/**
 * Adds a message as the next of its conversation. Its number is taken in the transaction that stores it, so
 * that a message which can be read has none before it that can't yet: asking for what comes after one misses
 * nothing. Who finds the number taken tries the next. `known` saves reading the conversation again.
 */
export async function appendMessage(
  ref: ConversationRef,
  message: NewMessage,
  alongside: (messageId: string) => Alongside,
  known?: StoredConversation,
): Promise<StoredMessage> {
  const { accountId, conversationId } = ref;
  for (let attempt = 1; ; attempt += 1) {
    const { lastSequence, citedDocuments } = (attempt === 1 && known) || (await loadConversation(ref));
    const messageId = messageIdOf(conversationId, lastSequence + 1);
    const stored: StoredMessage = { accountId, conversationId, messageId, ...message };
    const { writes, conversation } = alongside(messageId);
    try {
      await transact(
        ...writes,
        {
          write: ConversationEntity.build(UpdateTransaction)
            .item({
              accountId,
              conversationId,
              lastSequence: lastSequence + 1,
              lastMessageAt: message.createdAt,
              ...(conversation?.answeredThrough && { answeredThrough: conversation.answeredThrough }),
              ...(conversation?.citedDocuments?.size && {
                citedDocuments: new Set([...(citedDocuments ?? []), ...conversation.citedDocuments]),
              }),
            })
            .options({ condition: { attr: 'lastSequence', eq: lastSequence } }),
          refused: () => new NumberTaken(),
        },
        { write: MessageEntity.build(PutTransaction).item(stored) },
      );
      return stored;
    } catch (error) {
      if (!(error instanceof NumberTaken) || attempt === MAX_ATTEMPTS) throw error;
      await sleep(Math.random() * 10 * attempt);
    }
  }
}

class NumberTaken extends Error {}
