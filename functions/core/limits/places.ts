import { $add, type Condition, UpdateTransaction } from 'dynamodb-toolbox';
import type { AccountId } from '../../contract/ids';
import { LIMITS } from '../../contract/limits';
import { type Limits, PLANS } from '../../contract/plans';
import { ParleyError } from '../../platform/errors';
import type { ConditionalWrite } from '../../platform/table-writes';
import { AccountEntity, type StoredAccount } from '../accounts/entity';
import { effectivePlan } from '../accounts/plan';

/** What an account has a number of places for: counted on its item, in the transactions that create and delete. */
export type PlaceResource = 'bots' | 'documents' | 'teamMembers';

/** The plan of an account, and how much of something it allows. */
export function limitOf(account: StoredAccount, resource: keyof Limits, now: Date) {
  const plan = effectivePlan(account, now);
  return { plan, limit: PLANS[plan].limits[resource] };
}

/** Throws when the plan's limit is reached. Spares what precedes the reservation, which decides. */
export function assertRoom(
  account: StoredAccount,
  resource: PlaceResource,
  now: Date,
  /** How many are to come. */
  wanted = 1,
): void {
  const { limit } = limitOf(account, resource, now);
  const count = account[LIMITS[resource].counter] ?? 0;
  if (limit > 0 && count + wanted > limit) throw limitExceeded(account, resource, now);
}

/**
 * Counts one more in the transaction that creates it, refused at the plan's limit. The condition counts, not
 * this reading: of two that take the last place at the same time one is refused.
 */
export function reserve(account: StoredAccount, resource: PlaceResource, now: Date): ConditionalWrite {
  const { limit } = limitOf(account, resource, now);
  const update = AccountEntity.build(UpdateTransaction).item({
    accountId: account.accountId,
    ...counted(resource, 1),
  });
  const condition = limit > 0 ? hasRoom(resource, limit) : ({ attr: 'accountId', exists: true } as const);
  return {
    write: update.options({ condition }),
    refused: () => limitExceeded(account, resource, now),
  };
}

/** Counts one less in the transaction that deletes it. */
export function release(accountId: AccountId, resource: PlaceResource): ConditionalWrite {
  return { write: AccountEntity.build(UpdateTransaction).item({ accountId, ...counted(resource, -1) }) };
}

function limitExceeded(account: StoredAccount, resource: PlaceResource, now: Date): ParleyError {
  return new ParleyError(LIMITS[resource].reached, {
    details: { resource, ...limitOf(account, resource, now) },
  });
}

function counted(resource: PlaceResource, by: 1 | -1) {
  return { [LIMITS[resource].counter]: $add(by) };
}

/** Of an account that is there: it has counted its bots and documents from its beginning. */
function hasRoom(resource: PlaceResource, limit: number): Condition<typeof AccountEntity> {
  switch (resource) {
    case 'bots':
      return { attr: LIMITS.bots.counter, lt: limit };
    case 'documents':
      return { attr: LIMITS.documents.counter, lt: limit };
    case 'teamMembers': {
      const attr = LIMITS.teamMembers.counter;
      const hasPlace = {
        or: [
          { attr, exists: false },
          { attr, lt: limit },
        ],
      } satisfies Condition<typeof AccountEntity>;
      return { and: [{ attr: 'accountId', exists: true }, hasPlace] };
    }
  }
}
