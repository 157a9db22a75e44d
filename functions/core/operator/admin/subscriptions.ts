import { BatchGetRequest } from 'dynamodb-toolbox';
import { AccountId, UserId } from '#contract/base/ids';
import type { AdminSubscription, AdminSubscriptionPage } from '#contract/operator/admin';
import { type StoredSubscription, SubscriptionEntity } from '#core/accounts/billing/entity';
import { type ListedBy, listedAccounts, loadListed } from '#core/accounts/billing/listing';
import { standingOf } from '#core/accounts/billing/plan-standing';
import { ProfileEntity, type StoredAccount, type StoredProfile } from '#core/accounts/entity';
import { homeOf } from '#core/accounts/own-account';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { type PageRequest, queryPage } from '#platform/pages';
import { readItems } from '#platform/table-reads';
import { USER_WORDS, UserWordEntity } from './entity';
import { wordOf } from './user-words';

/** Pages of the index that one page reads at most, where both plan and status are asked for. */
const PAGES_READ = 10;

/** Subscriptions of all accounts, the newest first. A page may be short, and has a cursor while there is more. */
export async function listSubscriptions(
  clock: Clock,
  {
    plan,
    status,
    search = '',
    limit,
    cursor: start,
  }: Pick<PageRequest, 'cursor' | 'limit'> & ListedBy & { readonly search?: string | undefined },
): Promise<AdminSubscriptionPage> {
  const fits = (each: AdminSubscription) =>
    (plan === undefined || each.plan === plan) && (status === undefined || each.status === status);
  const words = wordOf(search);
  if (words !== '') return searched(clock(), words, fits, { limit, ...(start && { cursor: start }) });
  const found: AdminSubscription[] = [];
  let cursor = start ?? null;
  for (let read = 0; read < PAGES_READ; read++) {
    const request = { limit: limit - found.length, newestFirst: true, ...(cursor !== null && { cursor }) };
    const page = await listedAccounts({ plan, status }, request);
    const subscriptions = await load(clock(), page.items);
    found.push(...subscriptions.filter(fits));
    cursor = page.cursor;
    if (cursor === null || found.length >= limit) break;
  }
  return { items: found, cursor };
}

/** Those of owners who have a word that begins so. */
async function searched(
  now: Date,
  words: string,
  fits: (each: AdminSubscription) => boolean,
  request: Pick<PageRequest, 'cursor' | 'limit'>,
): Promise<AdminSubscriptionPage> {
  const page = await queryPage(UserWordEntity, { partition: USER_WORDS, prefix: words }, request);
  // One owner may have several words that begin so.
  const owners = [...new Set(page.items.map(({ userId }) => userId))];
  const profiles = await readItems(
    owners.map((userId) => ProfileEntity.build(BatchGetRequest).key({ userId })),
    { consistent: false },
  );
  const accounts = profiles.filter((profile) => profile !== undefined).map(homeOf);
  const found = await load(
    now,
    accounts.map((accountId) => `#${accountId}`),
  );
  return { items: found.filter(fits), cursor: page.cursor };
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
