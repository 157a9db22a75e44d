import { $add, GetItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import type { AccountId } from '../../contract/ids';
import { PLANS } from '../../contract/plans';
import { ParleyError } from '../../platform/errors';
import { conditionally, isConditionFailure } from '../../platform/table-writes';
import { effectivePlan, loadAccount } from '../accounts/plan';
import { MonthlyUsageEntity, monthOf } from './monthly-usage';

/**
 * Stores a conversation and counts it in this calendar month, or throws `plan.conversations_exceeded` where the plan
 * allows no more. Counting is a write of its own and not part of what `store` does: visitors who come at the same
 * moment would collide in a transaction, while single writes to one item line up.
 */
export async function countConversation(
  accountId: AccountId,
  now: Date,
  store: () => Promise<void>,
): Promise<void> {
  const limit = await limitOf(accountId, now);
  const key = { accountId, month: monthOf(now) };
  const more = MonthlyUsageEntity.build(UpdateItemCommand).item({ ...key, conversations: $add(1) });
  await conditionally(
    (limit > 0
      ? more.options({ condition: { or: [NONE_YET, { attr: 'conversations', lt: limit }] } })
      : more
    ).send(),
    () => new ParleyError('plan.conversations_exceeded'),
  );
  try {
    await store();
  } catch (error) {
    await takeBack(key);
    throw error;
  }
}

/** Throws `plan.conversations_exceeded` where the plan has no place left in this calendar month. */
export async function assertConversationLeft(accountId: AccountId, now: Date): Promise<void> {
  const [limit, { Item }] = await Promise.all([
    limitOf(accountId, now),
    MonthlyUsageEntity.build(GetItemCommand)
      .key({ accountId, month: monthOf(now) })
      .send(),
  ]);
  if (limit > 0 && (Item?.conversations ?? 0) >= limit) throw new ParleyError('plan.conversations_exceeded');
}

async function limitOf(accountId: AccountId, now: Date): Promise<number> {
  return PLANS[effectivePlan(await loadAccount(accountId), now)].limits.conversations;
}

async function takeBack(key: { readonly accountId: AccountId; readonly month: string }): Promise<void> {
  try {
    await MonthlyUsageEntity.build(UpdateItemCommand)
      .item({ ...key, conversations: $add(-1) })
      .options({ condition: { attr: 'conversations', gt: 0 } })
      .send();
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
  }
}

const NONE_YET = { attr: 'conversations', exists: false } as const;
