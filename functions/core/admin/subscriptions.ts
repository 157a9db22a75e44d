import { BatchGetRequest } from 'dynamodb-toolbox';
import type { AdminSubscription, AdminSubscriptionPage } from '#contract/admin';
import type { SubscriptionStatus } from '#contract/billing';
import { AccountId, UserId } from '#contract/ids';
import type { PlanId } from '#contract/plans';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { type Page, type PageRequest, queryIndexPage, queryPage } from '#platform/pages';
import { readItems } from '#platform/table-reads';
import { AccountEntity, ProfileEntity, type StoredAccount, type StoredProfile } from '../accounts/entity';
import { effectivePlan } from '../accounts/plan';
import { type StoredSubscription, SubscriptionEntity } from '../billing/entity';
import { SUBSCRIPTIONS, SubscriptionListingEntity, subscriptionKey } from './entity';

/** Pages of the index that one page reads at most, where both plan and status are asked for. */
const PAGES_READ = 10;

interface Filter {
  readonly plan?: PlanId | undefined;
  readonly status?: SubscriptionStatus | undefined;
}

/** Subscriptions of all accounts, the newest first. A page may be short, and has a cursor while there is more. */
export async function listSubscriptions(
  clock: Clock,
  { plan, status, limit, cursor: start }: Pick<PageRequest, 'cursor' | 'limit'> & Filter,
): Promise<AdminSubscriptionPage> {
  const found: AdminSubscription[] = [];
  let cursor = start ?? null;
  for (let read = 0; read < PAGES_READ; read++) {
    const request = { limit: limit - found.length, newestFirst: true, ...(cursor !== null && { cursor }) };
    const page = await keysOf({ plan, status }, request);
    const subscriptions = await load(clock(), page.items);
    found.push(
      ...subscriptions.filter(
        (each) =>
          (plan === undefined || each.plan === plan) && (status === undefined || each.status === status),
      ),
    );
    cursor = page.cursor;
    if (cursor === null || found.length >= limit) break;
  }
  return { items: found, cursor };
}

/** Accounts that are listed under a status. They are listed a moment after they change. */
export async function accountsOfStatus(
  status: SubscriptionStatus,
  request: Pick<PageRequest, 'cursor' | 'limit'>,
): Promise<Page<StoredAccount>> {
  const { items, cursor } = await keysOf({ status }, request);
  return { items: await loadAccounts(items), cursor };
}

/** Sort keys, `{createdAt}#{accountId}`. A filter by both reads those of the status. */
async function keysOf({ plan, status }: Filter, request: PageRequest) {
  const keyOf = (sortKey: string) => {
    const createdAt = sortKey.slice(0, sortKey.indexOf('#'));
    return subscriptionKey(createdAt, sortKey.slice(createdAt.length + 1));
  };
  if (status !== undefined)
    return queryIndexPage({ index: 'gsi1', partition: `${SUBSCRIPTIONS}#STATUS#${status}` }, request, keyOf);
  if (plan !== undefined)
    return queryIndexPage({ index: 'gsi2', partition: `${SUBSCRIPTIONS}#PLAN#${plan}` }, request, keyOf);
  const page = await queryPage(SubscriptionListingEntity, { partition: SUBSCRIPTIONS, prefix: '' }, request);
  return {
    items: page.items.map(({ createdAt, accountId }) => `${createdAt}#${accountId}`),
    cursor: page.cursor,
  };
}

async function load(now: Date, sortKeys: readonly string[]): Promise<readonly AdminSubscription[]> {
  const accounts = await loadAccounts(sortKeys);
  const owners = await readItems(
    accounts.map(({ ownerId }) => ProfileEntity.build(BatchGetRequest).key({ userId: ownerId })),
    { consistent: false },
  );
  const paid = await readItems(
    accounts.map(({ accountId }) => SubscriptionEntity.build(BatchGetRequest).key({ accountId })),
    { consistent: true },
  );
  return accounts.map((account, place) => toSubscription(now, account, owners[place], paid[place]));
}

async function loadAccounts(sortKeys: readonly string[]): Promise<readonly StoredAccount[]> {
  const requests = sortKeys.map((sortKey) =>
    AccountEntity.build(BatchGetRequest).key({ accountId: sortKey.slice(sortKey.indexOf('#') + 1) }),
  );
  return (await readItems(requests, { consistent: true })).filter((item) => item !== undefined);
}

/** One of the list, as it is now. Throws `admin.account_not_found`. */
export async function loadAdminSubscription(clock: Clock, accountId: AccountId): Promise<AdminSubscription> {
  const [found] = await load(clock(), [`#${accountId}`]);
  if (!found) throw new ParleyError('admin.account_not_found');
  return found;
}

function toSubscription(
  now: Date,
  account: StoredAccount,
  owner: StoredProfile | undefined,
  stored: StoredSubscription | undefined,
): AdminSubscription {
  const isPaid = stored?.subscriptionId !== undefined && stored.status !== 'canceled';
  return {
    accountId: AccountId.parse(account.accountId),
    accountName: account.name,
    owner: owner ? { id: UserId.parse(owner.userId), email: owner.email, name: owner.fullName } : null,
    plan: account.plan,
    status: account.subscriptionStatus,
    effectivePlan: effectivePlan(account, now),
    paid:
      isPaid && stored.periodEnd
        ? { periodEnd: stored.periodEnd, cancelAtPeriodEnd: stored.cancelAtPeriodEnd ?? false }
        : null,
    trialEndsAt: account.trialEndsAt ?? null,
    createdAt: account.createdAt,
  };
}
