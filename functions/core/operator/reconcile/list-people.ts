import { BatchGetRequest } from 'dynamodb-toolbox';
import { SubscriptionListingEntity } from '#core/accounts/billing/listing';
import { AccountEntity, ProfileEntity } from '#core/accounts/entity';
import { addSeconds, type Clock } from '#platform/clock';
import { readItems } from '#platform/table-reads';
import { listSubscription, listUser } from '../admin/directory';
import { UserListingEntity } from '../admin/entity';
import type { Found } from '../admin/reconcile-run';

const consistent = { consistent: true };
/** The lists follow some seconds later. */
const LISTED_SECONDS = 86_400;

/**
 * Lists who has signed up and is not in the lists of the administration, and their own account: by these all that follows
 * finds them. The user pool alone knows everybody without them.
 */
export async function listPeople(clock: Clock, userIds: readonly string[]): Promise<Found> {
  const before = addSeconds(clock(), -LISTED_SECONDS).toISOString();
  const isOld = <T extends { createdAt: string }>(item: T | undefined): item is T =>
    item !== undefined && item.createdAt < before;
  const profiles = (
    await readItems(
      userIds.map((userId) => ProfileEntity.build(BatchGetRequest).key({ userId })),
      consistent,
    )
  ).filter(isOld);
  const own = new Set([...userIds, ...profiles.flatMap(({ homeAccountId = [] }) => homeAccountId)]);
  const accounts = (
    await readItems(
      [...own].map((accountId) => AccountEntity.build(BatchGetRequest).key({ accountId })),
      consistent,
    )
  ).filter(isOld);
  const [users, subscriptions] = await Promise.all([
    readItems(
      profiles.map(({ createdAt, userId }) =>
        UserListingEntity.build(BatchGetRequest).key({ createdAt, userId }),
      ),
      consistent,
    ),
    readItems(
      accounts.map(({ createdAt, accountId }) =>
        SubscriptionListingEntity.build(BatchGetRequest).key({ createdAt, accountId }),
      ),
      consistent,
    ),
  ]);
  const unlisted = profiles.filter((_, i) => users[i] === undefined);
  for (const profile of unlisted) await listUser(null, profile);
  const missing = accounts.filter((_, i) => subscriptions[i] === undefined);
  for (const account of missing) await listSubscription(null, account);
  return { listingsRestored: unlisted.length + missing.length };
}
