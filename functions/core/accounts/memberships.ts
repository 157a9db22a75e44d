import type { AccountId } from '#contract/base/ids';
import { listAll } from '#platform/table-reads';
import { accountPartition, MembershipEntity, type StoredMembership } from './entity';

/**
 * All memberships of an account, suspended ones too, page after page. `MOST_MEMBERS` of the contract bounds how many there
 * can be.
 */
export async function membershipsOf(accountId: AccountId): Promise<readonly StoredMembership[]> {
  return listAll(MembershipEntity, accountPartition(accountId), 'MEMBER#');
}
