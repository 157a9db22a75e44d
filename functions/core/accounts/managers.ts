import { BatchGetRequest, QueryCommand } from 'dynamodb-toolbox';
import type { AccountId } from '../../contract/ids';
import { table } from '../../platform/table';
import { readItems } from '../../platform/table-reads';
import { accountPartition, MembershipEntity, ProfileEntity, type StoredProfile } from './entity';

/** Who decides over the account's bots and may answer. */
export async function managersOf(accountId: AccountId): Promise<readonly StoredProfile[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: accountPartition(accountId), range: { beginsWith: 'MEMBER#' } })
    .entities(MembershipEntity)
    .options({ limit: 100 })
    .send();
  const managers = Items.filter(({ role }) => role === 'owner' || role === 'admin');
  const requests = managers.map(({ userId }) => ProfileEntity.build(BatchGetRequest).key({ userId }));
  const profiles = await readItems(requests, { consistent: false });
  return profiles.filter((profile) => profile !== undefined).filter(({ bannedAt }) => !bannedAt);
}
