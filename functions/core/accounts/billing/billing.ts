import type { Billing, PendingChange, Subscription } from '#contract/accounts/billing';
import type { PlanStanding } from '#contract/accounts/plan-standing';
import { UserId } from '#contract/base/ids';
import type { Actor } from '#platform/actor';
import { addSeconds, type Clock } from '#platform/clock';
import { logger } from '#platform/logger';
import { payments } from '#platform/payments';
import { isInAlpha } from '../alpha';
import type { StoredAccount } from '../entity';
import { effectivePlan, loadAccount } from '../plan';
import { findSubscription } from './customer';
import type { StoredSubscription } from './entity';
import { standingOf } from './plan-standing';
import { pricesOf } from './prices';
import { graceUntil } from './sync';

const FALLBACK_DAYS = 30;

/** What the account has and could have. Where its subscription can not be read, the free plan for thirty days. */
export async function getBilling(clock: Clock, { accountId }: Pick<Actor, 'accountId'>): Promise<Billing> {
  const [account, prices, subscription] = await Promise.all([
    loadAccount(accountId),
    pricesIfAny(),
    findSubscription(accountId).catch((error: unknown) => {
      logger.error('A subscription could not be read.', {
        accountId,
        error: error instanceof Error ? error : String(error),
      });
      return null;
    }),
  ]);
  const now = clock();
  const shown = subscription ? toSubscription(account, subscription) : null;
  const standing: PlanStanding =
    subscription === null
      ? { state: 'free', plan: 'free', at: null, discount: null }
      : standingOf(account, subscription, now);
  return {
    plan: subscription === null ? 'free' : effectivePlan(account, now),
    standing,
    periodEnd:
      shown?.current_period_end ??
      (standing.state === 'trial' ? standing.at : null) ??
      addSeconds(now, FALLBACK_DAYS * 86_400).toISOString(),
    subscription: shown,
    pendingChange: subscription ? pendingOf(subscription, now) : null,
    currency: subscription?.currency ?? null,
    prices: [...prices],
    trialDaysLeft: subscription?.subscriptionId === undefined ? trialDaysLeft(account, now) : 0,
    earlyAdopter: isInAlpha(account) && subscription?.subscriptionId === undefined,
  };
}

function pendingOf(
  { pendingPlan: plan, pendingInterval: interval, pendingUntil: until, pendingUrl: url }: StoredSubscription,
  now: Date,
): PendingChange | null {
  if (!plan || !interval || !until || new Date(until) <= now) return null;
  return { plan, interval, until, url: url ?? null };
}

/** Whole days of the trial that an account began with. A checkout gives them on top, so that nobody loses by paying early. */
export function trialDaysLeft({ trialEndsAt, subscriptionStatus }: StoredAccount, now: Date): number {
  if (subscriptionStatus !== 'trialing' || trialEndsAt === undefined) return 0;
  return Math.max(0, Math.ceil((Date.parse(trialEndsAt) - now.getTime()) / 86_400_000));
}

function toSubscription(account: StoredAccount, stored: StoredSubscription): Subscription | null {
  const { subscriptionId, plan, interval, currency, status, periodStart, periodEnd, startedAt } = stored;
  if (!subscriptionId || !plan || !interval || !currency || !status || !periodStart || !periodEnd)
    return null;
  if (status === 'canceled') return null;
  return {
    id: subscriptionId,
    user_id: UserId.parse(account.ownerId),
    plan_id: plan,
    stripe_subscription_id: subscriptionId,
    status,
    current_period_start: periodStart,
    current_period_end: periodEnd,
    created_at: startedAt ?? stored.createdAt,
    updated_at: stored.updatedAt,
    interval,
    currency,
    ends_at: stored.endsAt ?? null,
    trial_end: stored.trialEnd ?? null,
    grace_until: graceUntil({ status, pastDueSince: stored.pastDueSince })?.toISOString() ?? null,
  };
}

/** None where the stage sells nothing, or Stripe does not answer: what the account has is shown all the same. */
async function pricesIfAny() {
  try {
    return await pricesOf(await payments());
  } catch (error) {
    logger.warn('There are no prices.', { error: error instanceof Error ? error : String(error) });
    return [];
  }
}
