import { $remove, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { AccountId, BotId, ConversationId } from '#contract/base/ids';
import { messageIdOf } from '#contract/base/message-ids';
import { countConversation } from '#core/accounts/limits/conversations';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { transact } from '#platform/table-writes';
import {
  accountLists,
  botLists,
  ConversationCompanionEntity,
  ConversationEntity,
  MessageEntity,
  type StoredConversation,
} from './entity';
import { goesAt } from './keeping';
import { loadConversation } from './messages';
import { visitorOriginOf } from './visitor-origin';

/**
 * Starts an empty conversation, at the visitor's first message, request for a person, or rating. It is then counted in
 * the plan, or refused with `plan.conversations_exceeded`; it appears in all lists, and webhooks are told. Where those
 * at their address have had their share of the month, it is not counted, and no model answers in it. The widget opens a
 * conversation while the visitor still types; one that stays empty expires.
 */
export async function activateConversation(
  clock: Clock,
  conversation: StoredConversation,
): Promise<StoredConversation> {
  if (!conversation.empty) return conversation;
  const accountId = AccountId.parse(conversation.accountId);
  const conversationId = ConversationId.parse(conversation.conversationId);
  const now = clock();
  try {
    const botId = BotId.parse(conversation.botId);
    const asker = await visitorOriginOf(conversation);
    await countConversation({ accountId, botId, asker }, now, ({ isOverShare }) =>
      start({ ...conversation, ...(isOverShare && { isOverShare }) }, now),
    );
  } catch (error) {
    // A concurrent message of the same visitor may have started the conversation, and taken the last place of the plan.
    const current =
      error instanceof ParleyError ? await loadConversation({ accountId, conversationId }) : null;
    if (!current || current.empty) throw error;
    return current;
  }
  return loadConversation({ accountId, conversationId });
}

async function start(conversation: StoredConversation, now: Date): Promise<void> {
  const { accountId, conversationId, status, lastSequence, isOverShare } = conversation;
  const listed = { ...conversation, startedAt: now.toISOString() };
  await transact(
    {
      write: ConversationEntity.build(UpdateTransaction)
        .item({
          accountId,
          conversationId,
          empty: $remove(),
          expiresAt: $remove(),
          startedAt: listed.startedAt,
          ...(isOverShare && { isOverShare }),
          ...botLists(listed),
        })
        .options({
          condition: {
            and: [
              { attr: 'empty', eq: true },
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
        ...goesAt(conversation, listed.startedAt),
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
                expiresAt: goesAt(conversation, listed.startedAt).expiresAt ?? $remove(),
              })
              .options({ condition: { attr: 'text', exists: true } }),
            refused: () => new ParleyError('server.unavailable'),
          },
        ]
      : []),
  );
}
