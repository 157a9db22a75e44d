import type { PlanDiscount, PlanStanding } from '#contract/accounts/plan-standing';
import type { StoredAccount } from '../entity';
import { effectivePlan } from '../plan';
import type { StoredSubscription } from './entity';

/** What a person is told of their plan: all that is said of it, anywhere, is this. */
export function standingOf(
  account: StoredAccount,
  subscription: StoredSubscription | undefined,
  now: Date,
): PlanStanding {
  const runs = effectivePlan(account, now);
  const told = (state: PlanStanding['state'], plan: PlanStanding['plan'], at?: string): PlanStanding => ({
    state,
    plan,
    at: at ?? null,
    discount: null,
  });
  const { status, plan, endsAt, trialEnd, periodEnd } = subscription ?? {};
  if (subscription && plan && status && status !== 'canceled') {
    const discount = discountOf(subscription, now);
    if (isDue(status))
      return runs === 'free' ? told('paused', plan) : told('past_due', plan, account.graceEndsAt);
    if (endsAt !== undefined)
      return isPast(endsAt, now)
        ? told('canceled', plan, endsAt)
        : { ...told('ending', plan, endsAt), discount };
    // Until Stripe has said that a trial went over into its paid time, that is known all the same.
    if (trialEnd !== undefined && !isPast(trialEnd, now))
      return { ...told('starting', plan, trialEnd), discount };
    return { ...told('active', plan, isPast(periodEnd, now) ? undefined : periodEnd), discount };
  }
  if (subscription?.plan && subscription.endedAt && subscription.endedBecause)
    return told(subscription.endedBecause, subscription.plan, subscription.endedAt);
  const { subscriptionStatus, trialEndsAt } = account;
  if (subscriptionStatus === 'trialing' && account.plan !== 'free')
    return told(runs === 'free' ? 'trial_over' : 'trial', account.plan, trialEndsAt);
  return told(runs === 'free' ? 'free' : 'given', runs);
}

function isDue(status: NonNullable<StoredSubscription['status']>): boolean {
  return status === 'past_due' || status === 'unpaid' || status === 'incomplete';
}

function discountOf(
  { discountPercent: percent, discountEndsAt: until, isEarlyAdopter }: StoredSubscription,
  now: Date,
): PlanDiscount | null {
  if (percent === undefined || isPast(until, now)) return null;
  return { percent, until: until ?? null, earlyAdopter: isEarlyAdopter ?? false };
}

function isPast(at: string | undefined, now: Date): boolean {
  return at !== undefined && new Date(at) <= now;
}
