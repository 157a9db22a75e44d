import { any, Entity, type FormattedItem, item, list, number, string } from 'dynamodb-toolbox';
import { accountPartition } from '#core/accounts/entity';
import { table } from '#platform/table';
import { analyticsPartition, dayKey } from '../analytics/entity';

export type Quarters = Readonly<Record<string, readonly [visits: number, openings: number]>>;

const key = { accountId: string().key(), botId: string().key(), day: string().key() };

/** What was counted of visitors who said nothing, of a bot on a day of its account. */
export const VisitorDayEntity = new Entity({
  name: 'VisitorDay',
  table,
  timestamps: false,
  schema: item({
    ...key,
    /** Visits to pages with the widget, and chats that were opened: counters as analytics reads them. */
    visits: number().savedAs('=visits'),
    openings: number().savedAs('=openings'),
    /** Both by the quarter of an hour, named by where it begins, such as `02:15`. */
    quarters: any().castAs<Quarters>().optional(),
    /** Different visitors, as registers of a HyperLogLog: nobody can be read out of it. */
    sketch: string().optional(),
    /** Grows with every batch: of two at once the second finds the first one's. */
    revision: number(),
  }),
  computeKey: ({ day, ...bot }) => dayKey(bot, 'VISITORS', day),
});
export type StoredVisitorDay = FormattedItem<typeof VisitorDayEntity>;

/** Which visits a batch has added, so that those that are delivered again are not added again. */
export const VisitBatchEntity = new Entity({
  name: 'VisitBatch',
  table,
  timestamps: false,
  schema: item({
    ...key,
    revision: number().key(),
    visits: list(string()),
    expiresAt: number(),
  }),
  computeKey: ({ day, revision, ...bot }) => ({
    pk: analyticsPartition(bot),
    sk: batchKey(day, revision),
  }),
});

export function batchPrefix(day: string): string {
  return `VISIT_BATCH#${day}#`;
}

/** Batches sort by the revision of the day that they made. */
export function batchKey(day: string, revision: number): string {
  return `${batchPrefix(day)}${String(revision).padStart(9, '0')}`;
}

/** What visitors of an account are hashed with on a day. The next day's takes its place, and it is kept nowhere else. */
export const VisitorSaltEntity = new Entity({
  name: 'VisitorSalt',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    day: string(),
    salt: string(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId }) => ({ pk: accountPartition(accountId), sk: 'VISITOR_SALT' }),
});

/** The quarter of an hour that a minute is in, by where it begins. */
export function quarterOf(minute: string): string {
  return `${minute.slice(0, 3)}${String(Math.floor(Number(minute.slice(3)) / 15) * 15).padStart(2, '0')}`;
}
