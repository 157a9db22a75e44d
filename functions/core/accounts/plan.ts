import { GetItemCommand } from 'dynamodb-toolbox';
import type { PlanId } from '#contract/accounts/plans';
import type { AccountId } from '#contract/base/ids';
import { ParleyError } from '#platform/errors';
import { AccountEntity, type StoredAccount } from './entity';
import { currentSettings } from './platform-settings/settings';

/**
 * The plan that holds now: after a trial without a subscription, and after the days of grace of a failed payment, the free
 * one. The trial of a subscription goes over into its paid time; Stripe says so a moment later.
 */
export function effectivePlan(account: StoredAccount, now: Date): PlanId {
  const { subscriptionStatus, trialEndsAt, graceEndsAt, isSubscribed, plan } = account;
  const end = { trialing: isSubscribed ? undefined : trialEndsAt, past_due: graceEndsAt } as Readonly<
    Record<string, string | undefined>
  >;
  const endsAt = end[subscriptionStatus];
  return endsAt !== undefined && new Date(endsAt) <= now ? 'free' : plan;
}

/** Whether it pays for the plan that it has: a trial does not, nor does the free plan. */
export function isPaying(account: StoredAccount, now: Date): boolean {
  const { subscriptionStatus } = account;
  const hasPaid = subscriptionStatus === 'active' || subscriptionStatus === 'past_due';
  return hasPaid && effectivePlan(account, now) !== 'free';
}

/** Nothing is begun for an account whose deletion was asked for: that is undone first. */
export function assertKept({ deletesAt }: Pick<StoredAccount, 'deletesAt'>): void {
  if (deletesAt !== undefined) throw new ParleyError('account.deleting');
}

/** The account as it is now. What its plan allows is known from then on, as administrators have set it. */
export async function loadAccount(accountId: AccountId): Promise<StoredAccount> {
  const [{ Item }] = await Promise.all([
    AccountEntity.build(GetItemCommand).key({ accountId }).options({ consistent: true }).send(),
    currentSettings(),
  ]);
  if (!Item) throw new ParleyError('profile.not_found');
  return Item;
}
