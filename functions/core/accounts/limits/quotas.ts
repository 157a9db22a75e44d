import { $get, $sum, type Condition, UpdateTransaction } from 'dynamodb-toolbox';
import { LIMITS, MOST_MEMBERS } from '#contract/accounts/limits';
import { type Limits, limitsWith, type PlanId } from '#contract/accounts/plans';
import type { AccountId } from '#contract/base/ids';
import { ParleyError } from '#platform/errors';
import type { ConditionalWrite } from '#platform/table-writes';
import { AccountEntity, type StoredAccount } from '../entity';
import { assertKept, effectivePlan } from '../plan';
import { knownSettings } from '../platform-settings/settings';

/** What an account has a number of places for: counted on its item, in the transactions that create and delete. */
export type PlaceResource = 'bots' | 'allBots' | 'documents' | 'teamMembers' | 'reportSchedules' | 'apiKeys';

/** Places by resource. */
export type Places = Readonly<Partial<Record<PlaceResource, number>>>;

/** The plan of an account, and how much of something it allows. */
export function limitOf(account: StoredAccount, resource: keyof Limits, now: Date) {
  const plan = effectivePlan(account, now);
  return { plan, limit: limitsOf(plan)[resource] };
}

/** What a plan allows: by its table, but for what administrators have set otherwise. */
export function limitsOf(plan: PlanId): Limits {
  return limitsWith(plan, knownSettings()?.limits);
}

/** The most that there can be: of the plan, and of a team where the plan sets no limit or a larger one. */
function boundOf(account: StoredAccount, resource: PlaceResource, now: Date): number {
  const { limit } = limitOf(account, resource, now);
  if (resource !== 'teamMembers') return limit;
  return limit > 0 ? Math.min(limit, MOST_MEMBERS) : MOST_MEMBERS;
}

/** Throws early when the plan's limit is reached. The condition of the reservation decides. */
export function assertRoom(
  account: StoredAccount,
  resource: PlaceResource,
  now: Date,
  /** How many are to come. */
  wanted = 1,
): void {
  const limit = boundOf(account, resource, now);
  const current = placesTaken(account, resource);
  if (limit > 0 && current + wanted > limit) throw limitExceeded(account, { resource, current, wanted }, now);
}

/**
 * Counts one more in the transaction that creates it, refused at the plan's limit. The condition decides, not the
 * account that was read: of two that take the last place at once, one is refused.
 */
export function reserve(account: StoredAccount, resource: PlaceResource, now: Date): ConditionalWrite {
  return reserveAll(account, { [resource]: 1 }, now);
}

/** The same for several, all or none. With `unchanged` only while no place was taken or given back since the account was read. */
export function reserveAll(
  account: StoredAccount,
  wanted: Places,
  now: Date,
  { unchanged = false }: { readonly unchanged?: boolean } = {},
): ConditionalWrite {
  assertKept(account);
  const limited = entriesOf(wanted).filter(
    ([resource, count]) => count > 0 && boundOf(account, resource, now) > 0,
  );
  const conditions = limited.map(([resource, count]) =>
    hasRoom(resource, boundOf(account, resource, now) - count),
  );
  return {
    write: AccountEntity.build(UpdateTransaction)
      .item({ accountId: account.accountId, ...counted(wanted) })
      .options({
        condition: { and: [THERE, NOT_DELETED, ...conditions, ...(unchanged ? [isUnchanged(account)] : [])] },
        returnValuesOnConditionFalse: 'ALL_OLD',
      }),
    refused: (item) => {
      if (item?.deletesAt !== undefined) return new ParleyError('account.deleting');
      const current = (resource: PlaceResource) =>
        Number(item?.[LIMITS[resource].counter] ?? placesTaken(account, resource));
      const full = limited.find(
        ([resource, count]) => current(resource) + count > boundOf(account, resource, now),
      );
      if (!full) return new PlacesChanged();
      const [resource, count] = full;
      return limitExceeded(account, { resource, current: current(resource), wanted: count }, now);
    },
  };
}

/** Counts one less in the transaction that deletes it. */
export function release(accountId: AccountId, resource: PlaceResource): ConditionalWrite {
  return {
    write: AccountEntity.build(UpdateTransaction).item({ accountId, ...counted({ [resource]: -1 }) }),
  };
}

/** Counts several less, while no place was taken or given back since the account was read; else throws `PlacesChanged`. */
export function releaseCounted(account: StoredAccount, freed: Places): ConditionalWrite {
  const negative = Object.fromEntries(entriesOf(freed).map(([resource, count]) => [resource, -count]));
  return {
    write: AccountEntity.build(UpdateTransaction)
      .item({ accountId: account.accountId, ...counted(negative) })
      .options({ condition: isUnchanged(account) }),
    refused: () => new PlacesChanged(),
  };
}

/** Makes a concurrent recount retry. */
export function noteUncounted(accountId: AccountId): ConditionalWrite {
  return { write: AccountEntity.build(UpdateTransaction).item({ accountId, ...counted({}) }) };
}

/** A place was taken or given back between the reading and the writing: read again. */
export class PlacesChanged extends Error {}

/** How many count now. */
export function placesTaken(account: StoredAccount, resource: PlaceResource): number {
  return account[LIMITS[resource].counter];
}

function limitExceeded(
  account: StoredAccount,
  {
    resource,
    current,
    wanted,
  }: { readonly resource: PlaceResource; readonly current: number; readonly wanted: number },
  now: Date,
): ParleyError {
  const { plan, limit } = limitOf(account, resource, now);
  if (limit !== boundOf(account, resource, now)) return new ParleyError('team.full');
  return new ParleyError(LIMITS[resource].reached, {
    details: { resource, current, limit, plan, wanted },
    message: `${NAMES[resource]} limit exceeded (${current}/${limit}). Please upgrade your plan.`,
  });
}

const NAMES: Readonly<Record<PlaceResource, string>> = {
  bots: 'Bot',
  allBots: 'Draft',
  documents: 'Document',
  teamMembers: 'Team member',
  reportSchedules: 'Scheduled report',
  apiKeys: 'API key',
};

function entriesOf(places: Places): readonly (readonly [PlaceResource, number])[] {
  return Object.entries(places) as [PlaceResource, number][];
}

function counted(places: Places) {
  const counters = entriesOf(places).map(([resource, by]) => {
    const { counter } = LIMITS[resource];
    return [counter, $sum($get(counter, 0), by)];
  });
  return { ...Object.fromEntries(counters), placeChanges: $sum($get('placeChanges', 0), 1) };
}

/** Whether at most so many are counted. */
function hasRoom(resource: PlaceResource, most: number): Condition<typeof AccountEntity> {
  const holds = { attr: LIMITS[resource].counter, lte: most };
  return holds as Condition<typeof AccountEntity>;
}

const THERE = { attr: 'accountId', exists: true } as const;
const NOT_DELETED = { attr: 'deletesAt', exists: false } as const;

function isUnchanged({ placeChanges }: StoredAccount): Condition<typeof AccountEntity> {
  return placeChanges === undefined
    ? { attr: 'placeChanges', exists: false }
    : { attr: 'placeChanges', eq: placeChanges };
}
