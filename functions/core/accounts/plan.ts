import { $add, GetItemCommand, UpdateTransaction } from 'dynamodb-toolbox';
import type { AccountId } from '../../contract/ids';
import { PLANS, type PlanId } from '../../contract/plans';
import { ParleyError } from '../../platform/errors';
import type { ConditionalWrite } from '../../platform/table-writes';
import { AccountEntity, type StoredAccount } from './entity';

/** What a plan limits and the account counts. */
export type CountedResource = 'bots' | 'documents';

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

/** Throws when the plan's limit is reached. Spares what precedes the reservation, which decides. */
export function assertRoom(
  account: StoredAccount,
  resource: CountedResource,
  now: Date,
  /** How many are to come. */
  wanted = 1,
): void {
  const { plan, limit } = limitOf(account, resource, now);
  const count = resource === 'bots' ? account.botCount : account.documentCount;
  if (limit > 0 && (count ?? 0) + wanted > limit) throw limitExceeded(resource, plan, limit);
}

/**
 * Counts one more in the transaction that creates it, refused at the plan's limit. The condition counts, not
 * this reading: of two that take the last place at the same time one is refused.
 */
export function reserve(account: StoredAccount, resource: CountedResource, now: Date): ConditionalWrite {
  const { plan, limit } = limitOf(account, resource, now);
  const update = AccountEntity.build(UpdateTransaction).item({
    accountId: account.accountId,
    ...counted(resource, 1),
  });
  const condition = limit > 0 ? hasRoom(resource, limit) : ({ attr: 'accountId', exists: true } as const);
  return {
    write: update.options({ condition }),
    refused: () => limitExceeded(resource, plan, limit),
  };
}

/** Counts one less in the transaction that deletes it. */
export function release(accountId: AccountId, resource: CountedResource): ConditionalWrite {
  return { write: AccountEntity.build(UpdateTransaction).item({ accountId, ...counted(resource, -1) }) };
}

function limitOf(account: StoredAccount, resource: CountedResource, now: Date) {
  const plan = effectivePlan(account, now);
  return { plan, limit: PLANS[plan].limits[resource] };
}

function limitExceeded(resource: CountedResource, plan: PlanId, limit: number): ParleyError {
  return new ParleyError('plan.limit_exceeded', { details: { resource, plan, limit } });
}

function counted(resource: CountedResource, by: 1 | -1) {
  return resource === 'bots' ? { botCount: $add(by) } : { documentCount: $add(by) };
}

function hasRoom(resource: CountedResource, limit: number) {
  return resource === 'bots'
    ? ({ attr: 'botCount', lt: limit } as const)
    : ({ attr: 'documentCount', lt: limit } as const);
}
