import { randomInt } from 'node:crypto';
import { $add, BatchGetRequest, PutTransaction, QueryCommand, UpdateTransaction } from 'dynamodb-toolbox';
import { PLATFORM_METRICS, type PlatformMetric } from '#contract/operator/admin';
import { addSeconds, epochSeconds } from '#platform/clock';
import { table } from '#platform/table';
import { readItems } from '#platform/table-reads';
import { type ConditionalWrite, transact } from '#platform/table-writes';
import { CountedEventEntity, countsPartition, PlatformCountEntity, type StoredPlatformCount } from './entity';

/** Each event adds to one of so many partitions: one partition takes a thousand writes a second. */
export const SHARDS = 8;
const SHARD_NUMBERS = Array.from({ length: SHARDS }, (_, shard) => shard);
export const TOTAL = 'TOTAL';
/** The stream tells of a change for a day at most. */
const REMEMBERED_SECONDS = 2 * 86_400;
const DAYS_KEPT = 400;

export type PlatformCounts = Readonly<Record<PlatformMetric, number>>;

/** Counts an event, once however often it is told: that it was counted is written in the same transaction. */
export async function countOnPlatform(
  event: { readonly id: string; readonly at: Date },
  metric: PlatformMetric,
  by: 1 | -1,
): Promise<void> {
  const shard = randomInt(SHARDS);
  const day = event.at.toISOString().slice(0, 10);
  try {
    await transact(
      {
        write: CountedEventEntity.build(PutTransaction)
          .item({
            eventId: `${metric}#${event.id}`,
            expiresAt: epochSeconds(event.at) + REMEMBERED_SECONDS,
          })
          .options({ condition: { attr: 'eventId', exists: false } }),
        refused: () => new CountedBefore(),
      },
      {
        write: PlatformCountEntity.build(UpdateTransaction).item({
          period: TOTAL,
          shard,
          [metric]: $add(by),
        }),
      },
      // A day counts only what was new on it, so what is removed changes the total alone.
      ...(by === 1
        ? [
            {
              write: PlatformCountEntity.build(UpdateTransaction).item({
                period: day,
                shard,
                [metric]: $add(1),
                expiresAt: epochSeconds(addSeconds(event.at, DAYS_KEPT * 86_400)),
              }),
            },
          ]
        : []),
    );
  } catch (error) {
    if (!(error instanceof CountedBefore)) throw error;
  }
}

/** Counts conversations and messages that came new on a day, in the transaction that says that they were counted. */
export function addToPlatform(
  day: string,
  { conversations, messages }: { readonly conversations: number; readonly messages: number },
): readonly ConditionalWrite[] {
  const shard = randomInt(SHARDS);
  const added = { conversations: $add(conversations), messages: $add(messages) };
  const expiresAt = epochSeconds(addSeconds(new Date(day), DAYS_KEPT * 86_400));
  return [
    { write: PlatformCountEntity.build(UpdateTransaction).item({ period: TOTAL, shard, ...added }) },
    { write: PlatformCountEntity.build(UpdateTransaction).item({ period: day, shard, ...added, expiresAt }) },
  ];
}

/** Counts what came into being, or went. */
export async function countChange(
  event: {
    readonly id: string;
    readonly at: Date;
    readonly before: unknown;
    readonly after: unknown;
  },
  metric: PlatformMetric,
): Promise<void> {
  if (!event.before) await countOnPlatform(event, metric, 1);
  else if (!event.after) await countOnPlatform(event, metric, -1);
}

class CountedBefore extends Error {}

/** What there is of everything. */
export async function readTotals(): Promise<PlatformCounts> {
  const requests = SHARD_NUMBERS.map((shard) =>
    PlatformCountEntity.build(BatchGetRequest).key({ period: TOTAL, shard }),
  );
  return sum((await readItems(requests, { consistent: false })).filter((item) => item !== undefined));
}

/** What each of these days (UTC, oldest first) brought new. */
export async function readDays(days: readonly string[]): Promise<{ day: string; counts: PlatformCounts }[]> {
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const items = (await Promise.all(SHARD_NUMBERS.map((shard) => readShard(shard, first, last)))).flat();
  return days.map((day) => ({ day, counts: sum(items.filter(({ period }) => period === day)) }));
}

async function readShard(
  shard: number,
  first: string,
  last: string,
): Promise<readonly StoredPlatformCount[]> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: countsPartition(shard), range: { between: [first, last] } })
    .entities(PlatformCountEntity)
    .options({ maxPages: Number.POSITIVE_INFINITY })
    .send();
  return Items;
}

export function sum(
  items: readonly { readonly [METRIC in PlatformMetric]?: number | undefined }[],
): PlatformCounts {
  const of = (metric: PlatformMetric) =>
    Math.max(
      0,
      items.reduce((total, item) => total + (item[metric] ?? 0), 0),
    );
  return Object.fromEntries(PLATFORM_METRICS.map((metric) => [metric, of(metric)])) as Record<
    PlatformMetric,
    number
  >;
}
