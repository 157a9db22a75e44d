import { Entity, item, number, string } from 'dynamodb-toolbox';
import { placeWarning, SOLD_PLACES, type SoldPlace } from '#contract/accounts/limits';
import type { DomainEvent } from '#core/base/events/events';
import { updateItem } from '#platform/raw-table';
import { table } from '#platform/table';
import { ifHolds } from '#platform/table-writes';
import type { StoredAccount } from '../entity';
import { effectivePlan } from '../plan';
import { monthOf } from './monthly-usage';
import { limitOf, placesTaken } from './quotas';

/**
 * How many places of a kind an account had taken at the end of a month, or has now: the history of its usage. The
 * account's own counter decides what it may take; this one follows it.
 */
export const PlaceUsageEntity = new Entity({
  name: 'PlaceUsage',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    resource: string()
      .enum(...SOLD_PLACES)
      .key(),
    /** `2026-11` */
    month: string().key(),
    used: number(),
    /** Per cent of the limit that was reached in this month, and of which the account was mailed. */
    warned: number().optional(),
    mailed: number().optional(),
  }),
  computeKey: (input) => placeUsageKey(input),
});

interface PlaceUsageKey {
  readonly accountId: string;
  readonly resource: SoldPlace;
  readonly month: string;
}

function placeUsageKey({ accountId, resource, month }: PlaceUsageKey) {
  return { pk: `ACCOUNT#${accountId}`, sk: `${placeUsagePrefix(resource)}${month}` };
}

export function placeUsagePrefix(resource: SoldPlace): string {
  return `PLACE_USAGE#${resource}#`;
}

/** Keeps what an account has taken by now, and notes a warning level that it has come to. Repeating it changes nothing. */
export async function recordPlaces({ before, after, at }: DomainEvent<'account.changed'>): Promise<void> {
  const [was, is] = [before as StoredAccount | null, after as StoredAccount];
  const samePlan = was !== null && effectivePlan(was, at) === effectivePlan(is, at);
  for (const resource of SOLD_PLACES) {
    const used = placesTaken(is, resource);
    const before = was ? placesTaken(was, resource) : 0;
    if (samePlan && before === used) continue;
    await record(is, resource, Math.max(0, used), at);
    // Where the plan became smaller, the account is told of that, not of limits that it did not come to.
    if (used > before) await warnOf(is, resource, used, at);
  }
}

async function record(account: StoredAccount, resource: SoldPlace, used: number, at: Date): Promise<void> {
  const { accountId } = account;
  const month = monthOf(at);
  const key = placeUsageKey({ accountId, resource, month });
  await updateItem({
    Key: key,
    UpdateExpression:
      'SET #entity = :entity, accountId = :account, #resource = :resource, #month = :month, #used = :used',
    ExpressionAttributeNames: {
      '#entity': 'entity',
      '#resource': 'resource',
      '#month': 'month',
      '#used': 'used',
    },
    ExpressionAttributeValues: {
      ':entity': 'PlaceUsage',
      ':account': accountId,
      ':resource': resource,
      ':month': month,
      ':used': used,
    },
  });
}

async function warnOf(account: StoredAccount, resource: SoldPlace, used: number, at: Date): Promise<void> {
  const level = placeWarning(used, limitOf(account, resource, at).limit);
  const { accountId } = account;
  if (level > 0) await warn(placeUsageKey({ accountId, resource, month: monthOf(at) }), level);
}

/** Once a month and level: what is deleted and added again tells nobody anew. */
async function warn(key: ReturnType<typeof placeUsageKey>, level: number): Promise<void> {
  await ifHolds(
    updateItem({
      Key: key,
      UpdateExpression: 'SET warned = :level',
      ConditionExpression: 'attribute_not_exists(warned) OR warned < :level',
      ExpressionAttributeValues: { ':level': level },
    }),
  );
}
