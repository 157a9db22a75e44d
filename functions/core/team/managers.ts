import { BatchGetRequest, QueryCommand } from 'dynamodb-toolbox';
import type { AccountId } from '../../contract/ids';
import { table } from '../../platform/table';
import { readItems } from '../../platform/table-reads';
import { accountPartition, MembershipEntity, ProfileEntity, type StoredProfile } from '../accounts/entity';

/** Members of an account that are read at once. */
const MOST_MEMBERS = 100;

/** Owner and admins of an account: who decides over its bots and may answer. Without those who are banned. */
export async function managersOf(accountId: AccountId): Promise<readonly StoredProfile[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: accountPartition(accountId), range: { beginsWith: 'MEMBER#' } })
    .entities(MembershipEntity)
    .options({ limit: MOST_MEMBERS })
    .send();
  const managers = Items.filter(({ role }) => role === 'owner' || role === 'admin');
  const requests = managers.map(({ userId }) => ProfileEntity.build(BatchGetRequest).key({ userId }));
  const profiles = await readItems(requests, { consistent: false });
  return profiles.filter((profile) => profile !== undefined).filter(({ bannedAt }) => !bannedAt);
}
