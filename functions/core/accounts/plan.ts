import { GetItemCommand } from 'dynamodb-toolbox';
import type { AccountId } from '../../contract/ids';
import type { PlanId } from '../../contract/plans';
import { ParleyError } from '../../platform/errors';
import { AccountEntity, type StoredAccount } from './entity';

/** The plan that holds now: a trial that has ended without a subscription is the free plan. */
export function effectivePlan(account: StoredAccount, now: Date): PlanId {
  const ended =
    account.subscriptionStatus === 'trialing' &&
    account.trialEndsAt !== undefined &&
    new Date(account.trialEndsAt) <= now;
  return ended ? 'free' : account.plan;
}

export async function loadAccount(accountId: AccountId): Promise<StoredAccount> {
  const { Item } = await AccountEntity.build(GetItemCommand)
    .key({ accountId })
    .options({ consistent: true })
    .send();
  if (!Item) throw new ParleyError('profile.not_found');
  return Item;
}
