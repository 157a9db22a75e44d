import { ConditionCheck } from 'dynamodb-toolbox';
import type { AccountId, UserId } from '#contract/base/ids';
import { ParleyError } from '#platform/errors';
import { readItem } from '#platform/table-reads';
import type { ConditionalWrite } from '#platform/table-writes';
import { MembershipEntity, type StoredMembership } from './entity';

export async function findMembership(
  userId: UserId,
  accountId: AccountId,
): Promise<StoredMembership | undefined> {
  return readItem(MembershipEntity, { userId, accountId });
}

/** That a person may act for an account, by a condition of a transaction. */
export function whileMember(userId: string, accountId: string): ConditionalWrite {
  return {
    write: MembershipEntity.build(ConditionCheck)
      .key({ userId, accountId })
      .condition({
        and: [
          { attr: 'role', exists: true },
          {
            or: [
              { attr: 'status', exists: false },
              { attr: 'status', eq: 'active' },
            ],
          },
        ],
      }),
    refused: () => new ParleyError('auth.forbidden'),
  };
}
