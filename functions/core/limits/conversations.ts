import { GetItemCommand } from 'dynamodb-toolbox';
import type { AccountId, BotId } from '#contract/ids';
import { LIMITS } from '#contract/limits';
import { ParleyError } from '#platform/errors';
import { loadAccount } from '../accounts/plan';
import { botMonthUse } from './bot-month';
import { MonthlyUsageEntity, monthlyUse, monthOf } from './monthly-usage';
import { limitOf } from './places';
import { addUsage, refundUsage, reserveUsage } from './usage-counter';

const { counter, reached } = LIMITS.conversations;

/**
 * Stores a conversation and counts it in this calendar month, of the account and of its bot, or throws `plan.conversations_exceeded` where the plan
 * allows no more. Counting is a write of its own and not part of what `store` does: visitors that come at the same
 * moment would collide in a transaction, while single writes to one item line up.
 */
export async function countConversation(
  { accountId, botId }: { readonly accountId: AccountId; readonly botId: BotId },
  now: Date,
  store: () => Promise<void>,
): Promise<void> {
  const limit = await allowed(accountId, now);
  const use = monthlyUse(accountId, now);
  if (!(await reserveUsage(use, { [counter]: 1 }, { [counter]: limit }))) throw new ParleyError(reached);
  try {
    await store();
  } catch (error) {
    await refundUsage(use, { [counter]: 1 });
    throw error;
  }
  await addUsage(botMonthUse(accountId, botId, now), { conversations: 1 }, {});
}

/** Throws `plan.conversations_exceeded` where the plan has no place left in this calendar month. */
export async function assertConversationLeft(accountId: AccountId, now: Date): Promise<void> {
  const [limit, { Item }] = await Promise.all([
    allowed(accountId, now),
    MonthlyUsageEntity.build(GetItemCommand)
      .key({ accountId, month: monthOf(now) })
      .send(),
  ]);
  if (limit > 0 && (Item?.conversations ?? 0) >= limit) throw new ParleyError(reached);
}

async function allowed(accountId: AccountId, now: Date): Promise<number> {
  return limitOf(await loadAccount(accountId), 'conversations', now).limit;
}
