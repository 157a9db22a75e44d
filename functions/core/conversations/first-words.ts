import { $remove, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { AccountId, ConversationId, messageIdOf } from '../../contract/ids';
import type { Clock } from '../../platform/clock';
import { ParleyError } from '../../platform/errors';
import { transact } from '../../platform/table-writes';
import { countConversation } from '../limits/conversations';
import {
  accountLists,
  botLists,
  ConversationCompanionEntity,
  ConversationEntity,
  MessageEntity,
  type StoredConversation,
} from './entity';
import { loadConversation } from './messages';

/**
 * The conversation of a visitor who says something in it, be it a message, that she wants a person, or stars. With the
 * first of it the conversation starts: it is counted in the plan, or refused with `plan.conversations_exceeded`, stands
 * in all lists, and webhooks are told. What a page opens ahead of that, while she still writes, is none yet, and goes
 * by itself when it stays so.
 */
export async function withFirstWords(
  clock: Clock,
  conversation: StoredConversation,
): Promise<StoredConversation> {
  if (!conversation.unsaid) return conversation;
  const accountId = AccountId.parse(conversation.accountId);
  const conversationId = ConversationId.parse(conversation.conversationId);
  const now = clock();
  try {
    await countConversation(accountId, now, () => start(conversation, now));
  } catch (error) {
    // Another message of hers may have been faster, and have taken the last place.
    const current =
      error instanceof ParleyError ? await loadConversation({ accountId, conversationId }) : null;
    if (!current || current.unsaid) throw error;
    return current;
  }
  return loadConversation({ accountId, conversationId });
}

async function start(conversation: StoredConversation, now: Date): Promise<void> {
  const { accountId, conversationId, status, lastSequence } = conversation;
  const listed = { ...conversation, startedAt: now.toISOString() };
  await transact(
    {
      write: ConversationEntity.build(UpdateTransaction)
        .item({
          accountId,
          conversationId,
          unsaid: $remove(),
          expiresAt: $remove(),
          startedAt: listed.startedAt,
          ...botLists(listed),
        })
        .options({
          condition: {
            and: [
              { attr: 'unsaid', eq: true },
              { attr: 'status', eq: status },
            ],
          },
        }),
      refused: () => new ParleyError('server.unavailable'),
    },
    {
      write: ConversationCompanionEntity.build(PutTransaction).item({
        accountId,
        conversationId,
        ...accountLists(listed),
      }),
    },
    ...(lastSequence > 0
      ? [
          {
            write: MessageEntity.build(UpdateTransaction)
              .item({
                accountId,
                conversationId,
                messageId: messageIdOf(conversationId, 1),
                expiresAt: $remove(),
              })
              .options({ condition: { attr: 'text', exists: true } }),
            refused: () => new ParleyError('server.unavailable'),
          },
        ]
      : []),
  );
}
