import { QueryCommand } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import { table } from '#platform/table';
import { accountPartition, MembershipEntity, type StoredMembership } from './entity';

/**
 * All memberships of an account, suspended ones too, page after page. `MOST_MEMBERS` of the contract bounds how many there
 * can be.
 */
export async function membershipsOf(accountId: AccountId): Promise<readonly StoredMembership[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: accountPartition(accountId), range: { beginsWith: 'MEMBER#' } })
    .entities(MembershipEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  return Items;
}
