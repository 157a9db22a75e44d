import { warningLevel } from '#contract/accounts/limits';
import { logger } from '#platform/logger';
import { updateItem } from '#platform/raw-table';
import { ifHolds, isConditionFailure } from '#platform/table-writes';

/** An item that counts what is used in a period. It is made by its first use. */
export interface UsageCounter {
  readonly key: { readonly pk: string; readonly sk: string };
  /** Its other attributes, its kind in the table among them. */
  readonly attributes: Readonly<Record<string, string | number>>;
}

/** By the counter's attributes. Of a limit, -1 or 0 is none. */
export type Amounts = Readonly<Record<string, number>>;

/**
 * Reserves amounts of limited resources, all of them or none: false where one is exhausted. The write's condition
 * decides, so that concurrent calls never reserve more than there is.
 */
export async function reserveUsage(
  counter: UsageCounter,
  wanted: Amounts,
  limits: Amounts,
): Promise<boolean> {
  return (await reserveCounted(counter, wanted, limits)) !== null;
}

/**
 * The same, with what is counted then; null where one is exhausted. Of `shares`, limits within the limit, nobody is warned.
 */
export async function reserveCounted(
  counter: UsageCounter,
  wanted: Amounts,
  limits: Amounts,
  shares: Amounts = {},
): Promise<Readonly<Record<string, unknown>> | null> {
  const bounds = { ...limits, ...shares };
  const limited = Object.entries(wanted).filter(([name]) => (bounds[name] ?? 0) > 0);
  if (limited.some(([name, amount]) => (limits[name] ?? 0) > 0 && amount > (limits[name] as number))) {
    await warn(counter, 100);
    return null;
  }
  try {
    const counts = await add(counter, wanted, {
      condition: limited
        .map((_, place) => `(attribute_not_exists(#l${place}) OR #l${place} <= :l${place})`)
        .join(' AND '),
      names: Object.fromEntries(limited.map(([name], place) => [`#l${place}`, name])),
      values: Object.fromEntries(
        limited.map(([name, amount], place) => [`:l${place}`, (bounds[name] as number) - amount]),
      ),
    });
    await warnOf(counter, counts, limits);
    return counts;
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    // Also of a plan that became smaller than what was used.
    const isOver = ([name, amount]: readonly [string, number]) =>
      (limits[name] ?? 0) > 0 && countIn(error.Item, name) + amount > (limits[name] as number);
    if (Object.entries(wanted).some(isOver)) await warn(counter, 100);
    return null;
  }
}

/** Returns what was reserved and not used. */
export async function refundUsage(counter: UsageCounter, amounts: Amounts): Promise<void> {
  const taken = Object.entries(amounts);
  await ifHolds(
    add(counter, Object.fromEntries(taken.map(([name, amount]) => [name, -amount])), {
      condition: taken.map((_, place) => `#l${place} >= :l${place}`).join(' AND '),
      names: Object.fromEntries(taken.map(([name], place) => [`#l${place}`, name])),
      values: Object.fromEntries(taken.map(([, amount], place) => [`:l${place}`, amount])),
    }),
  );
}

/** Counts usage beyond the reservation, which could not be known before. */
export async function addUsage(counter: UsageCounter, amounts: Amounts, limits: Amounts): Promise<void> {
  await warnOf(counter, await add(counter, amounts), limits);
}

interface Condition {
  readonly condition: string;
  readonly names: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, number>>;
}

async function add(
  { key, attributes }: UsageCounter,
  amounts: Amounts,
  { condition, names, values }: Condition = { condition: '', names: {}, values: {} },
): Promise<Readonly<Record<string, unknown>>> {
  const [fixed, added] = [Object.entries(attributes), Object.entries(amounts)];
  const { Attributes = {} } = await updateItem({
    Key: key,
    UpdateExpression: `SET ${fixed.map((_, place) => `#f${place} = :f${place}`).join(', ')} ADD ${added.map((_, place) => `#a${place} :a${place}`).join(', ')}`,
    ...(condition !== '' && { ConditionExpression: condition }),
    ExpressionAttributeNames: {
      ...names,
      ...Object.fromEntries(fixed.map(([name], place) => [`#f${place}`, name])),
      ...Object.fromEntries(added.map(([name], place) => [`#a${place}`, name])),
    },
    ExpressionAttributeValues: {
      ...values,
      ...Object.fromEntries(fixed.map(([, value], place) => [`:f${place}`, value])),
      ...Object.fromEntries(added.map(([, amount], place) => [`:a${place}`, amount])),
    },
    ReturnValues: 'ALL_NEW',
    ...(condition !== '' && { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }),
  });
  return Attributes;
}

/** The document client gives plain values in its answers, but not in errors. */
function countIn(item: unknown, name: string): number {
  const attributes = item as Readonly<Record<string, { readonly N?: string }>> | undefined;
  return Number(attributes?.[name]?.N ?? 0);
}

async function warnOf(
  counter: UsageCounter,
  counts: Readonly<Record<string, unknown>>,
  limits: Amounts,
): Promise<void> {
  const level = Math.max(
    0,
    ...Object.entries(limits).map(([name, limit]) => warningLevel(Number(counts[name] ?? 0), limit)),
  );
  if (level > Number(counts.warned ?? 0)) await warn(counter, level);
}

/**
 * Stores that a level is reached, once. A subscriber then mails the account. A function that dies before that
 * leaves it to the next use; one that can't write it lets the use go on.
 */
async function warn({ key }: UsageCounter, level: number): Promise<void> {
  try {
    await updateItem({
      Key: key,
      UpdateExpression: 'SET warned = :level',
      ConditionExpression: 'attribute_exists(pk) AND (attribute_not_exists(warned) OR warned < :level)',
      ExpressionAttributeValues: { ':level': level },
    });
  } catch (error) {
    if (isConditionFailure(error)) return;
    logger.warn('A limit that is nearly reached was not written down.', {
      error: error instanceof Error ? error : String(error),
    });
  }
}
