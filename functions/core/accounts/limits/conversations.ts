import { GetItemCommand } from 'dynamodb-toolbox';
import { LIMITS, shareOfAddress } from '#contract/accounts/limits';
import type { AccountId, BotId } from '#contract/base/ids';
import { ParleyError } from '#platform/errors';
import { loadAccount } from '../plan';
import { askerMonthUse } from './asker-usage';
import { botMonthUse } from './bot-month';
import { MonthlyUsageEntity, monthlyUse, monthOf } from './monthly-usage';
import { giveBack, type NetworkedAsker, reserveShares } from './network-shares';
import { limitOf } from './quotas';
import { limitWithin } from './rate-limit';
import { addUsage, reserveUsage } from './usage-counter';

const { counter, reached } = LIMITS.conversations;
const ONE = { [counter]: 1 };

/** Seconds in which one asker may begin as many conversations over their share as are in it. */
const HOUR = 3_600;

export interface BeginningConversation {
  readonly accountId: AccountId;
  readonly botId: BotId;
  /** Who begins it (`conversations/visitor-origin.ts`); undefined where nobody's share is to be bounded. */
  readonly asker?: NetworkedAsker | undefined;
}

/**
 * Stores a conversation and counts it in this calendar month, of the account and of its bot, or throws
 * `plan.conversations_exceeded` where the plan allows no more. Counting is a write of its own and not part of what
 * `store` does: visitors that come at the same moment would collide in a transaction, while single writes to one item
 * line up.
 *
 * Whoever has had their share of the month takes nothing more of it: their conversation is stored as one that no model answers,
 * and not counted. Of these too there is a bound, or one address would fill the inbox.
 */
export async function countConversation(
  { accountId, botId, asker }: BeginningConversation,
  now: Date,
  store: (kind: { readonly isOverShare: boolean }) => Promise<void>,
): Promise<void> {
  const limit = await allowed(accountId, now);
  const hers = asker
    ? await reserveShares(asker, { [counter]: limit }, (id) => askerMonthUse(accountId, id, now))
    : [];
  if (asker && !hers) {
    await assertConversationLeft(accountId, now);
    const subject = `CONVERSATIONS_OVER_SHARE#${accountId}#${asker.id}`;
    await limitWithin(() => now, subject, { seconds: HOUR, times: shareOfAddress(limit) });
    return store({ isOverShare: true });
  }
  const taken = [...(hers ?? [])];
  try {
    const use = monthlyUse(accountId, now);
    if (!(await reserveUsage(use, ONE, { [counter]: limit }))) throw new ParleyError(reached);
    taken.push({ use, amounts: ONE });
    await store({ isOverShare: false });
  } catch (error) {
    await giveBack(taken);
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
