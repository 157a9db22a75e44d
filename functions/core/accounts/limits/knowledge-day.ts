import { $add, Entity, GetItemCommand, item, number, string, UpdateTransaction } from 'dynamodb-toolbox';
import { LIMITS } from '#contract/accounts/limits';
import type { AccountId } from '#contract/base/ids';
import { type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { table } from '#platform/table';
import type { ConditionalWrite } from '#platform/table-writes';
import type { StoredAccount } from '../entity';
import { loadAccount } from '../plan';
import { dayOf } from './bot-usage';
import { limitOf } from './quotas';
import { addUsage, type UsageCounter } from './usage-counter';

const DAY = 86_400;

/** What an account has uploaded and embedded on a day. Deleting documents gives nothing of it back. */
export const KnowledgeDayEntity = new Entity({
  name: 'KnowledgeDay',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    /** `2026-11-23`, by UTC. */
    day: string().key(),
    uploads: number().optional(),
    tokens: number().optional(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, day }) => ({ pk: `ACCOUNT#${accountId}`, sk: `KNOWLEDGE_DAY#${day}` }),
});

/** Counts an upload in the transaction that announces its document; refused with `document.too_many_today`. */
export function uploadCounted(account: StoredAccount, now: Date): ConditionalWrite {
  const { limit } = limitOf(account, 'documentUploads', now);
  const { counter, reached } = LIMITS.documentUploads;
  return {
    write: KnowledgeDayEntity.build(UpdateTransaction)
      .item({
        accountId: account.accountId,
        day: dayOf(now),
        [counter]: $add(1),
        expiresAt: epochSeconds(now) + 2 * DAY,
      })
      .options(
        limit > 0
          ? {
              condition: {
                or: [
                  { attr: counter, exists: false },
                  { attr: counter, lt: limit },
                ],
              },
            }
          : {},
      ),
    refused: () =>
      new ParleyError(reached, { details: { limit }, retryAfterSeconds: DAY - (epochSeconds(now) % DAY) }),
  };
}

/** Whether the account may have documents embedded today. */
export async function mayEmbed(clock: Clock, accountId: AccountId): Promise<boolean> {
  const now = clock();
  const [account, { Item }] = await Promise.all([
    loadAccount(accountId),
    KnowledgeDayEntity.build(GetItemCommand)
      .key({ accountId, day: dayOf(now) })
      .options({ consistent: true })
      .send(),
  ]);
  const { limit } = limitOf(account, 'embeddedTokens', now);
  return limit <= 0 || (Item?.tokens ?? 0) < limit;
}

/** Counts tokens of a document that is embedded. One that began may go beyond the limit: it would never fit otherwise. */
export async function countEmbedded(clock: Clock, accountId: AccountId, tokens: number): Promise<void> {
  await addUsage(knowledgeUse(accountId, clock()), { [LIMITS.embeddedTokens.counter]: tokens }, {});
}

function knowledgeUse(accountId: AccountId, now: Date): UsageCounter {
  const day = dayOf(now);
  return {
    key: { pk: `ACCOUNT#${accountId}`, sk: `KNOWLEDGE_DAY#${day}` },
    attributes: { entity: 'KnowledgeDay', accountId, day, expiresAt: epochSeconds(now) + 2 * DAY },
  };
}
