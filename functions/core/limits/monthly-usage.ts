import { Entity, item, number, string } from 'dynamodb-toolbox';
import { table } from '../../platform/table';

/** What an account used in a calendar month: an item of its own, so that visitors never wait for the account's changes. */
export const MonthlyUsageEntity = new Entity({
  name: 'MonthlyUsage',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    /** `2026-11` */
    month: string().key(),
    /** Begun by visitors; trials of drafts are none. */
    conversations: number(),
  }),
  computeKey: ({ accountId, month }) => ({ pk: `ACCOUNT#${accountId}`, sk: `USAGE#${month}` }),
});

/** The calendar month (UTC) that a time is in. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}
