import { boolean, Entity, type FormattedItem, item, number, PutItemCommand, string } from 'dynamodb-toolbox';
import { accountPartition } from '#core/accounts/entity';
import { systemClock } from '#platform/clock';
import { table } from '#platform/table';
import type { StoredConversation } from './entity';

/**
 * That a conversation is to be erased or is being: from before its first item goes until nothing that was made of it is
 * left. The daily comparison finishes what is still here a day later, whichever change of the table was lost. No word of
 * the conversation is in it.
 */
export const ErasureEntity = new Entity({
  name: 'Erasure',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    conversationId: string().key(),
    botId: string(),
    startedAt: string(),
    unanswered: number().optional(),
    isTest: boolean().optional(),
    empty: boolean().optional(),
    /** Since when. */
    at: string(),
  }),
  computeKey: ({ accountId, conversationId }) => ({
    pk: accountPartition(accountId),
    sk: `${ERASURES}${conversationId}`,
  }),
});
export type StoredErasure = FormattedItem<typeof ErasureEntity>;
export const ERASURES = 'ERASURE#';

/** What of a conversation names the places in which something may be left of it. */
export type Erased = Omit<StoredErasure, 'at'>;

/** Promises that all of a conversation is erased, unless it is brought back: before the first write that takes any away. */
export async function promiseErasure(conversation: StoredConversation): Promise<void> {
  const { accountId, conversationId, botId, startedAt, unanswered, isTest, empty } = conversation;
  await ErasureEntity.build(PutItemCommand)
    .item({
      accountId,
      conversationId,
      botId,
      startedAt,
      // By the real clock, as tombstones are.
      at: systemClock().toISOString(),
      ...(unanswered !== undefined && { unanswered }),
      ...(isTest && { isTest }),
      ...(empty && { empty }),
    })
    .send();
}
