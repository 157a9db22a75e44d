import { BatchGetRequest } from 'dynamodb-toolbox';
import { AccountId, UserId } from '#contract/base/ids';
import type { AdminSubscription, AdminSubscriptionPage } from '#contract/operator/admin';
import { type StoredSubscription, SubscriptionEntity } from '#core/accounts/billing/entity';
import { type ListedBy, listedAccounts, loadListed } from '#core/accounts/billing/listing';
import { standingOf } from '#core/accounts/billing/plan-standing';
import { ProfileEntity, type StoredAccount, type StoredProfile } from '#core/accounts/entity';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import type { PageRequest } from '#platform/pages';
import { readItems } from '#platform/table-reads';

/** Pages of the index that one page reads at most, where both plan and status are asked for. */
const PAGES_READ = 10;

/** Subscriptions of all accounts, the newest first. A page may be short, and has a cursor while there is more. */
export async function listSubscriptions(
  clock: Clock,
  { plan, status, limit, cursor: start }: Pick<PageRequest, 'cursor' | 'limit'> & ListedBy,
): Promise<AdminSubscriptionPage> {
  const found: AdminSubscription[] = [];
  let cursor = start ?? null;
  for (let read = 0; read < PAGES_READ; read++) {
    const request = { limit: limit - found.length, newestFirst: true, ...(cursor !== null && { cursor }) };
    const page = await listedAccounts({ plan, status }, request);
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

async function load(now: Date, sortKeys: readonly string[]): Promise<readonly AdminSubscription[]> {
  const accounts = await loadListed(sortKeys);
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
  return {
    accountId: AccountId.parse(account.accountId),
    accountName: account.name,
    owner: owner ? { id: UserId.parse(owner.userId), email: owner.email, name: owner.fullName } : null,
    plan: account.plan,
    status: account.subscriptionStatus,
    standing: standingOf(account, stored, now),
    createdAt: account.createdAt,
  };
}
