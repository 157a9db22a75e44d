import { BatchGetRequest, Entity, item, string } from 'dynamodb-toolbox';
import type { SubscriptionStatus } from '#contract/accounts/billing';
import type { PlanId } from '#contract/accounts/plans';
import { type Page, type PageRequest, queryIndexPage, queryPage } from '#platform/pages';
import { table } from '#platform/table';
import { readItems } from '#platform/table-reads';
import { AccountEntity, type StoredAccount } from '../entity';

/** An account in the lists of subscriptions: of all, of one status (gsi1), of one plan (gsi2). */
export const SubscriptionListingEntity = new Entity({
  name: 'SubscriptionListing',
  table,
  timestamps: false,
  schema: item({
    createdAt: string().key(),
    accountId: string().key(),
    gsi1pk: string(),
    gsi1sk: string(),
    gsi2pk: string(),
    gsi2sk: string(),
  }),
  computeKey: ({ createdAt, accountId }) => subscriptionKey(createdAt, accountId),
});
export const SUBSCRIPTIONS = 'SUBSCRIPTIONS';

function subscriptionKey(createdAt: string, accountId: string) {
  return { pk: SUBSCRIPTIONS, sk: `${createdAt}#${accountId}` };
}

export interface ListedBy {
  readonly plan?: PlanId | undefined;
  readonly status?: SubscriptionStatus | undefined;
}

/** Accounts that are listed under a status. They are listed a moment after they change. */
export async function accountsOfStatus(
  status: SubscriptionStatus,
  request: Pick<PageRequest, 'cursor' | 'limit'>,
): Promise<Page<StoredAccount>> {
  const { items, cursor } = await listedAccounts({ status }, request);
  return { items: await loadListed(items), cursor };
}

/** Sort keys, `{createdAt}#{accountId}`. A filter by both reads those of the status. */
export async function listedAccounts({ plan, status }: ListedBy, request: PageRequest) {
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

/** The accounts of a list, by their sort keys. */
export async function loadListed(sortKeys: readonly string[]): Promise<readonly StoredAccount[]> {
  const requests = sortKeys.map((sortKey) =>
    AccountEntity.build(BatchGetRequest).key({ accountId: sortKey.slice(sortKey.indexOf('#') + 1) }),
  );
  return (await readItems(requests, { consistent: true })).filter((item) => item !== undefined);
}
