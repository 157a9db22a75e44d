import { type Limits, PLANS, type PlanId } from '#contract/accounts/plans';
import type { Account } from '#contract/accounts/profile';
import type { MetLimit, Place } from './limit-reached';
import { limitsOf } from './plan-room';

/** A limit of the plan as this page knows it, before a call is made. */
export function limitOf(
  account: Pick<Account, 'plan' | 'limits' | 'usage'>,
  resource: Exclude<Place, 'reportSchedules' | 'apiKeys'>,
  wanted = 1,
): MetLimit {
  return { resource, current: account.usage[resource], limit: limitsOf(account)[resource], wanted };
}

/** The smallest plan that has more places of a kind than this one, by what each of them allows. */
export function largerPlan(
  plan: PlanId,
  resource: Place,
  limitsOfPlan: (plan: PlanId) => Limits,
): PlanId | undefined {
  const room = (id: PlanId) => {
    const limit = limitsOfPlan(id)[resource];
    return limit > 0 ? limit : Number.POSITIVE_INFINITY;
  };
  return (Object.keys(PLANS) as PlanId[])
    .filter((id) => room(id) > room(plan))
    .sort((one, other) => PLANS[one].price - PLANS[other].price)[0];
}
