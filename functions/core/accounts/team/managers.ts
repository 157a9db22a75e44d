import { BatchGetRequest } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import { readItems } from '#platform/table-reads';
import { ProfileEntity, type StoredMembership, type StoredProfile } from '../entity';
import { membershipsOf } from '../memberships';

/** Somebody who may act for an account, with their role in it. */
export interface ActiveMember {
  readonly profile: StoredProfile;
  readonly role: StoredMembership['role'];
}

/** All that may act for an account: without suspended and banned ones. */
export async function activeMembers(accountId: AccountId): Promise<readonly ActiveMember[]> {
  const members = (await membershipsOf(accountId)).filter(({ status }) => status !== 'suspended');
  const requests = members.map(({ userId }) => ProfileEntity.build(BatchGetRequest).key({ userId }));
  const profiles = await readItems(requests, { consistent: false });
  return members.flatMap(({ role }, index) => {
    const profile = profiles[index];
    return profile && !profile.bannedAt ? [{ profile, role }] : [];
  });
}

/** Owner and admins: those that manage the account's bots. */
export async function managersOf(accountId: AccountId): Promise<readonly StoredProfile[]> {
  return (await activeMembers(accountId))
    .filter(({ role }) => role === 'owner' || role === 'admin')
    .map(({ profile }) => profile);
}
