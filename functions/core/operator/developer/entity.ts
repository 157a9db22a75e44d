import { Entity, type FormattedItem, item, number, record, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/** A domain event as the developer tools show it: what happened to whom, and nothing of what was said. */
export const LoggedEventEntity = new Entity({
  name: 'LoggedEvent',
  table,
  timestamps: false,
  schema: item({
    at: string().key(),
    id: string().key(),
    type: string(),
    accountId: string().optional(),
    /** By what they name: a bot, a conversation … */
    ids: record(string(), string()),
    expiresAt: number(),
  }),
  computeKey: ({ at, id }) => ({ pk: EVENT_LOG, sk: `${at}#${id}` }),
});
export const EVENT_LOG = 'EVENT_LOG';
export type StoredLoggedEvent = FormattedItem<typeof LoggedEventEntity>;
