import { Entity, item, number, string } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import { epochSeconds } from '#platform/clock';
import { table } from '#platform/table';
import { readItem } from '#platform/table-reads';
import { monthOf } from './monthly-usage';

/** Days that a month's item is kept after its last page. */
const KEPT_SECONDS = 400 * 86_400;

/**
 * Pages that text recognition read for an account in a calendar month. Apart from what visitors count: it is written in
 * transactions, with which their single writes would collide.
 */
export const PictureUsageEntity = new Entity({
  name: 'PictureUsage',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    /** `2026-11` */
    month: string().key(),
    pages: number(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, month }) => ({ pk: `ACCOUNT#${accountId}`, sk: `PICTURES#${month}` }),
});

export function pictureMonth(accountId: AccountId, now: Date) {
  return { accountId, month: monthOf(now), expiresAt: epochSeconds(now) + KEPT_SECONDS };
}

/** Pages that were read in the month of `now`. */
export async function picturePagesOf(accountId: AccountId, now: Date): Promise<number> {
  const found = await readItem(PictureUsageEntity, { accountId, month: monthOf(now) });
  return found?.pages ?? 0;
}
