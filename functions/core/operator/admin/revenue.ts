import { BatchGetRequest } from 'dynamodb-toolbox';
import { Currency } from '#contract/accounts/billing';
import type { PlatformDashboard } from '#contract/operator/admin';
import { type StoredSubscription, SubscriptionEntity } from '#core/accounts/billing/entity';
import { listedAccounts } from '#core/accounts/billing/listing';
import { amountOf } from '#core/accounts/billing/prices';
import { readItems } from '#platform/table-reads';

/** Accounts that are read for it at most; of more it is told that the sum is not the whole. */
const MOST_READ = 2_000;
const PAGE = 100;

/** What a month brings of all that is paid for now, by currency: a year's price counts a twelfth, discounts come off. */
export async function readRevenue(now: Date): Promise<PlatformDashboard['revenue']> {
  const ids: string[] = [];
  let isPartial = false;
  for (const status of ['active', 'past_due'] as const)
    for (let cursor: string | null = null; ; ) {
      const page: Awaited<ReturnType<typeof listedAccounts>> = await listedAccounts(
        { status },
        { limit: PAGE, ...(cursor !== null && { cursor }) },
      );
      ids.push(...page.items.map((sortKey) => sortKey.slice(sortKey.indexOf('#') + 1)));
      cursor = page.cursor;
      if (cursor === null) break;
      if (ids.length >= MOST_READ) {
        isPartial = true;
        break;
      }
    }
  const stored = await readItems(
    ids.map((accountId) => SubscriptionEntity.build(BatchGetRequest).key({ accountId })),
    { consistent: false },
  );
  const paid = stored.filter((one) => one !== undefined).map((one) => monthlyOf(one, now));
  return {
    monthly: Currency.options.map((currency) => {
      const own = paid.filter((one) => one?.currency === currency);
      return {
        currency,
        cents: Math.round(own.reduce((sum, one) => sum + (one?.cents ?? 0), 0)),
        accounts: own.length,
      };
    }),
    isPartial,
  };
}

/** Null of what is none, or is over. */
function monthlyOf(
  {
    subscriptionId,
    status,
    plan,
    interval,
    currency,
    discountPercent = 0,
    discountEndsAt,
  }: StoredSubscription,
  now: Date,
): { readonly currency: string; readonly cents: number } | null {
  if (!subscriptionId || !plan || !interval || !currency) return null;
  if (status !== 'active' && status !== 'past_due') return null;
  const isOff = discountEndsAt === undefined || new Date(discountEndsAt) > now;
  const months = interval === 'year' ? 12 : 1;
  return {
    currency,
    cents: (amountOf({ plan, interval }) / months) * (1 - (isOff ? discountPercent : 0) / 100),
  };
}
