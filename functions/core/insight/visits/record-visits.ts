import { PutTransaction, QueryCommand } from 'dynamodb-toolbox';
import { type Clock, epochSeconds } from '#platform/clock';
import { timeOf } from '#platform/ids';
import { logger } from '#platform/logger';
import { queryPage } from '#platform/pages';
import type { BatchedMessage } from '#platform/queue-handler';
import { table } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { transact } from '#platform/table-writes';
import { analyticsPartition } from '../analytics/entity';
import { addVisitors } from '../analytics/visitors';
import type { Visit } from './count-visit';
import {
  batchKey,
  batchPrefix,
  type Quarters,
  quarterOf,
  type StoredVisitorDay,
  VisitBatchEntity,
  VisitorDayEntity,
} from './entity';

type Message = BatchedMessage<Visit>;
type BotDay = Pick<Visit, 'accountId' | 'botId' | 'day'>;

const MAX_ATTEMPTS = 10;
/** As long as a message is delivered again: five times, six minutes apart, and room for an outage. */
const REMEMBERED_SECONDS = 24 * 60 * 60;
/** Clocks of two functions differ by less. */
const CLOCKS_DIFFER_SECONDS = 60;
/** A batch of 500 visits is about 15 kB: so many are a good half of what a page of DynamoDB holds. */
const BATCHES_AT_ONCE = 40;

/** Adds visits to the days of their bots, one write a day. Gives the ids of messages that are to come again. */
export async function recordVisits(clock: Clock, messages: readonly Message[]): Promise<ReadonlySet<string>> {
  const days = new Map<string, Message[]>();
  for (const message of messages) {
    const { accountId, botId, day } = message.body;
    const name = `${accountId} ${botId} ${day}`;
    days.set(name, [...(days.get(name) ?? []), message]);
  }
  const failed = new Set<string>();
  for (const [name, own] of days) {
    try {
      await addToDay(clock, own);
    } catch (error) {
      logger.error('Visits of a day were not counted.', {
        day: name,
        error: error instanceof Error ? error : String(error),
      });
      for (const { delivered } of own) failed.add(delivered.messageId);
    }
  }
  return failed;
}

async function addToDay(clock: Clock, messages: readonly Message[]): Promise<void> {
  const [first] = messages;
  if (!first) return;
  const { accountId, botId, day } = first.body;
  const ref: BotDay = { accountId, botId, day };
  const wanted = new Map(messages.map(({ body }) => [body.id, body]));
  const repeated = messages.filter(({ delivered }) => delivered.receiveCount > 1).map(({ body }) => body.id);
  const known = new Set<string>();
  for (let attempt = 1, seen = 0; ; attempt += 1) {
    const stored = await findDay(ref);
    // Another batch was faster, and may have had the same visits.
    if (attempt > 1) await addBatchesSince(seen, ref, known);
    // What was delivered before may have been added by then.
    else if (repeated.length > 0) await addBatchesAfter(earliest(repeated), ref, known);
    seen = stored?.revision ?? 0;
    const visits = [...wanted.values()].filter(({ id }) => !known.has(id));
    if (visits.length === 0) return;
    try {
      return await store(clock, ref, stored, visits);
    } catch (error) {
      if (!(error instanceof AddedMeanwhile) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/** When the first of these visits was made, in seconds since 1970; ids are ULIDs. */
function earliest(ids: readonly string[]): number {
  const [first = ''] = ids.toSorted();
  return epochSeconds(timeOf(first));
}

class AddedMeanwhile extends Error {}

async function store(
  clock: Clock,
  ref: BotDay,
  stored: StoredVisitorDay | undefined,
  visits: readonly Visit[],
): Promise<void> {
  const shown = visits.filter(({ event }) => event === 'shown');
  const opened = visits.length - shown.length;
  const revision = (stored?.revision ?? 0) + 1;
  await transact(
    {
      write: VisitorDayEntity.build(PutTransaction)
        .item({
          ...ref,
          visits: (stored?.visits ?? 0) + shown.length,
          openings: (stored?.openings ?? 0) + opened,
          quarters: withVisits(stored?.quarters ?? {}, visits),
          sketch: addVisitors(
            stored?.sketch,
            shown.map(({ visitor }) => visitor),
          ),
          revision,
        })
        .options({
          condition: stored ? { attr: 'revision', eq: stored.revision } : { attr: 'revision', exists: false },
        }),
      refused: () => new AddedMeanwhile(),
    },
    {
      write: VisitBatchEntity.build(PutTransaction).item({
        ...ref,
        revision,
        visits: visits.map(({ id }) => id),
        expiresAt: epochSeconds(clock()) + REMEMBERED_SECONDS,
      }),
    },
  );
}

function withVisits(before: Quarters, visits: readonly Visit[]): Quarters {
  const quarters: Record<string, readonly [number, number]> = { ...before };
  for (const { minute, event } of visits) {
    const quarter = quarterOf(minute);
    const [shown, opened] = quarters[quarter] ?? [0, 0];
    quarters[quarter] = event === 'shown' ? [shown + 1, opened] : [shown, opened + 1];
  }
  return quarters;
}

async function findDay(ref: BotDay): Promise<StoredVisitorDay | undefined> {
  return readItem(VisitorDayEntity, ref);
}

/** Adds the visits of batches that were stored after the day had this revision. */
async function addBatchesSince(revision: number, ref: BotDay, known: Set<string>): Promise<void> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({
      partition: analyticsPartition(ref),
      range: { between: [batchKey(ref.day, revision + 1), `${batchPrefix(ref.day)}~`] },
    })
    .entities(VisitBatchEntity)
    .options({ consistent: true, maxPages: Number.POSITIVE_INFINITY })
    .send();
  for (const { visits } of Items) for (const id of visits) known.add(id);
}

/** Adds the visits of batches that were stored after this second: an earlier batch can't have a visit of then. */
async function addBatchesAfter(second: number, ref: BotDay, known: Set<string>): Promise<void> {
  const range = { partition: analyticsPartition(ref), prefix: batchPrefix(ref.day) };
  const limit = BATCHES_AT_ONCE;
  for (let cursor: string | undefined; ; ) {
    const page = await queryPage(VisitBatchEntity, range, {
      limit,
      newestFirst: true,
      consistent: true,
      ...(cursor !== undefined && { cursor }),
    });
    for (const { visits } of page.items) for (const id of visits) known.add(id);
    const storedAt = (page.items.at(-1)?.expiresAt ?? 0) - REMEMBERED_SECONDS;
    if (page.cursor === null || storedAt < second - CLOCKS_DIFFER_SECONDS) return;
    cursor = page.cursor;
  }
}
