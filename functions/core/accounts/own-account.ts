import { PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { AccountId } from '#contract/base/ids';
import type { Clock } from '#platform/clock';
import { newId } from '#platform/ids';
import { transact } from '#platform/table-writes';
import {
  AccountEntity,
  MembershipEntity,
  membershipIndex,
  ProfileEntity,
  type StoredProfile,
} from './entity';

/** A person's own account: made with their profile, or later where that one was transferred and they have left it. */
export function homeOf({ userId, homeAccountId }: StoredProfile): AccountId {
  return AccountId.parse(homeAccountId ?? userId);
}

/**
 * Makes an account for a person who has none to act for: theirs was transferred, and they have left it. It is on the free
 * plan, since the trial was the first account's. Of two calls at once one makes it; the other's changes nothing.
 */
export async function makeOwnAccount(
  clock: Clock,
  profile: StoredProfile,
  /** Names of other accounts that they know. */
  taken: readonly string[] = [],
): Promise<void> {
  const { userId, homeAccountId } = profile;
  const at = clock().toISOString();
  const accountId = newId(clock());
  try {
    await transact(
      {
        write: ProfileEntity.build(UpdateTransaction)
          .item({ userId, homeAccountId: accountId })
          .options({
            condition:
              homeAccountId === undefined
                ? {
                    and: [
                      { attr: 'userId', exists: true },
                      { attr: 'homeAccountId', exists: false },
                    ],
                  }
                : { attr: 'homeAccountId', eq: homeAccountId },
          }),
        refused: () => new MadeMeanwhile(),
      },
      {
        write: AccountEntity.build(PutTransaction).item({
          accountId,
          ownerId: userId,
          name: nameOf(profile, taken),
          plan: 'free',
          subscriptionStatus: 'active',
          memberCount: 1,
          liveBotCount: 0,
          createdAt: at,
          updatedAt: at,
        }),
      },
      {
        write: MembershipEntity.build(PutTransaction).item({
          accountId,
          userId,
          role: 'owner',
          createdAt: at,
          ...membershipIndex(userId, accountId),
        }),
      },
    );
  } catch (error) {
    if (!(error instanceof MadeMeanwhile)) throw error;
  }
}

/** What no other account of theirs is called. */
function nameOf({ companyName, fullName }: StoredProfile, taken: readonly string[]): string {
  const names = [...(companyName === undefined ? [] : [companyName]), fullName];
  const free = names.find((name) => !taken.includes(name));
  if (free !== undefined) return free;
  let count = 2;
  while (taken.includes(`${fullName} (${count})`)) count += 1;
  return `${fullName} (${count})`;
}

class MadeMeanwhile extends Error {}
