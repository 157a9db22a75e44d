import { DeleteTransaction, PutTransaction, QueryCommand, UpdateTransaction } from 'dynamodb-toolbox';
import { AccountId, UserId } from '#contract/base/ids';
import {
  AccountEntity,
  AddressEntity,
  MembershipEntity,
  membershipIndex,
  ProfileEntity,
  type StoredProfile,
} from '#core/accounts/entity';
import { loadAccount } from '#core/accounts/plan';
import { findProfile } from '#core/accounts/stored-profile';
import { environment } from '#platform/environment';
import { table } from '#platform/table';
import { scanItems } from '#platform/table-backups';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { createUser, isInPool } from '#platform/user-pool';

/** Persons with a profile whom the user pool doesn't know any more. */
export async function* peopleWithoutSignIn(userPool: string): AsyncGenerator<StoredProfile> {
  for await (const page of scanItems(environment('TABLE_NAME'))) {
    for (const { entity, userId } of page) {
      if (entity !== 'Profile' || (await isInPool(userPool, String(userId)))) continue;
      const profile = await findProfile(UserId.parse(userId));
      if (profile) yield profile;
    }
  }
}

/**
 * Gives a person a new sign-in. Cognito gives them another id: their profile, their address and their memberships move to it
 * in one transaction. Their account keeps its id. Stopped in between, a user is left over who has no profile.
 */
export async function restoreSignIn(userPool: string, profile: StoredProfile): Promise<UserId> {
  const userId = UserId.parse(await createUser(userPool, profile));
  const { Items: places = [] } = await table
    .build(QueryCommand)
    .query({ index: 'gsi1', partition: `USER#${profile.userId}`, range: { beginsWith: 'MEMBER#' } })
    .options({ limit: 30 })
    .send();
  const accounts = places.map(({ gsi1sk }) => AccountId.parse(String(gsi1sk).slice('MEMBER#'.length)));
  const writes: ConditionalWrite[] = [
    {
      write: ProfileEntity.build(PutTransaction).item({
        ...profile,
        userId,
        homeAccountId: profile.homeAccountId ?? profile.userId,
      }),
    },
    { write: ProfileEntity.build(DeleteTransaction).key({ userId: profile.userId }) },
    { write: AddressEntity.build(PutTransaction).item({ email: profile.email, userId }) },
  ];
  for (const accountId of accounts)
    writes.push(...(await membershipMoves(accountId, profile.userId, userId)));
  await transact(...writes);
  return userId;
}

async function membershipMoves(
  accountId: AccountId,
  from: string,
  to: UserId,
): Promise<readonly ConditionalWrite[]> {
  const { Items: [membership] = [] } = await table
    .build(QueryCommand)
    .query({ partition: `ACCOUNT#${accountId}`, range: { beginsWith: `MEMBER#${from}` } })
    .entities(MembershipEntity)
    .options({ consistent: true })
    .send();
  if (!membership) return [];
  const { ownerId } = await loadAccount(accountId);
  return [
    {
      write: MembershipEntity.build(PutTransaction).item({
        ...membership,
        userId: to,
        ...membershipIndex(to, accountId),
      }),
    },
    { write: MembershipEntity.build(DeleteTransaction).key({ accountId, userId: from }) },
    ...(ownerId === from
      ? [
          {
            write: AccountEntity.build(UpdateTransaction)
              .item({ accountId, ownerId: to })
              .options({ condition: { attr: 'ownerId', eq: from } }),
          },
        ]
      : []),
  ];
}
