import { Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import { AdminAction } from '#contract/operator/admin';
import { table } from '#platform/table';

/**
 * What an administrator or an account did. It is written once and never changed. gsi1 lists the entries of one action,
 * gsi2 those of one account, which are erased with it; nothing else deletes an entry.
 */
export const AdminLogEntity = new Entity({
  name: 'AdminLog',
  table,
  timestamps: false,
  schema: item({
    at: string().key(),
    id: string().key(),
    action: string().enum(...AdminAction.options),
    actorId: string(),
    actorName: string(),
    subjectId: string().optional(),
    subjectName: string().optional(),
    note: string().optional(),
    gsi1pk: string(),
    gsi1sk: string(),
    gsi2pk: string().optional(),
    gsi2sk: string().optional(),
  }),
  computeKey: ({ at, id }) => ({ pk: ADMIN_LOG, sk: `${at}#${id}` }),
});
export type StoredAdminLog = FormattedItem<typeof AdminLogEntity>;
export const ADMIN_LOG = 'ADMIN_LOG';

/** Partition of gsi1 of the entries of an action. */
export function actionPartition(action: AdminAction): string {
  return `${ADMIN_LOG}#${action}`;
}

/** Partition of gsi2 of what an account did itself. */
export function accountLogPartition(accountId: string): string {
  return `ACCOUNT#${accountId}#${ADMIN_LOG}`;
}

/** That an administrator has looked at the dashboard in an hour: it is logged once. */
export const DashboardVisitEntity = new Entity({
  name: 'DashboardVisit',
  table,
  timestamps: false,
  schema: item({ userId: string().key(), hour: string().key(), expiresAt: number() }),
  computeKey: ({ userId, hour }) => ({ pk: `ADMIN_VISIT#${userId}`, sk: hour }),
});

/** A word of a user's address, name or company, by which the user is found. `text` has no accents and no capitals. */
export const UserWordEntity = new Entity({
  name: 'UserWord',
  table,
  timestamps: false,
  schema: item({ text: string().key(), userId: string().key() }),
  computeKey: ({ text, userId }) => ({ pk: USER_WORDS, sk: `${text}#${userId}` }),
});
export const USER_WORDS = 'USER_WORDS';

/** A user in the list of all, sorted by when the profile was created. */
export const UserListingEntity = new Entity({
  name: 'UserListing',
  table,
  timestamps: false,
  schema: item({ createdAt: string().key(), userId: string().key() }),
  computeKey: ({ createdAt, userId }) => ({ pk: USERS, sk: `${createdAt}#${userId}` }),
});
export const USERS = 'USERS';

/**
 * Counts of the platform: totals, and what came new on a day (UTC). Each event adds to one shard by chance, and each
 * shard is a partition of its own.
 */
export const PlatformCountEntity = new Entity({
  name: 'PlatformCount',
  table,
  timestamps: false,
  schema: item({
    /** `TOTAL`, or a day. */
    period: string().key(),
    shard: number().key(),
    users: number().optional(),
    accounts: number().optional(),
    bots: number().optional(),
    documents: number().optional(),
    conversations: number().optional(),
    messages: number().optional(),
    expiresAt: number().optional(),
  }),
  computeKey: ({ period, shard }) => ({ pk: countsPartition(shard), sk: period }),
});
export type StoredPlatformCount = FormattedItem<typeof PlatformCountEntity>;

export function countsPartition(shard: number): string {
  return `PLATFORM_COUNTS#${shard}`;
}

/** That an event was counted: the stream may tell of it twice. */
export const CountedEventEntity = new Entity({
  name: 'CountedEvent',
  table,
  timestamps: false,
  schema: item({ eventId: string().key(), expiresAt: number() }),
  computeKey: ({ eventId }) => ({ pk: `COUNTED#${eventId}`, sk: 'COUNTED' }),
});
