import { Entity, item, number, string } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import { table } from '#platform/table';
import type { UsageCounter } from './usage-counter';

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
    /** Per cent of the limit that was reached, and of which the account was mailed. */
    warned: number().optional(),
    mailed: number().optional(),
  }),
  computeKey: ({ accountId, month }) => ({ pk: `ACCOUNT#${accountId}`, sk: `USAGE#${month}` }),
});

/** The calendar month (UTC) that a time is in. */
export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7);
}

/** Counts what an account uses in the month of `now`. */
export function monthlyUse(accountId: AccountId, now: Date): UsageCounter {
  const month = monthOf(now);
  return {
    key: { pk: `ACCOUNT#${accountId}`, sk: `USAGE#${month}` },
    attributes: { entity: 'MonthlyUsage', accountId, month },
  };
}
