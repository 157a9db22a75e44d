import { ADDRESS_SHARE } from '#contract/accounts/limits';
import type { AccountId } from '#contract/base/ids';
import { addSeconds, epochSeconds } from '#platform/clock';
import { keyedHash } from '#platform/keyed-hash';
import { networksOf } from '#platform/network';
import { dayOf } from './bot-usage';
import { monthOf } from './monthly-usage';
import type { UsageCounter } from './usage-counter';

const DAY = 86_400;

/**
 * Names the networks that a visitor of an account comes from, the narrowest first. Neither the address nor the stage's
 * other tenants can be found by them.
 */
export async function askersAt(accountId: string, address: string): Promise<readonly [string, ...string[]]> {
  const [narrowest, ...wider] = networksOf(address);
  const nameOf = (network: string) => keyedHash('asker', `${accountId} ${network}`);
  return [await nameOf(narrowest), ...(await Promise.all(wider.map(nameOf)))];
}

/**
 * How many of a network's uses are passed on to the wider ones around it when its own counter comes to `count`; 0 while
 * those that were passed on are not used up. The first two at once, then in growing blocks: a wide counter costs few writes,
 * and never lags behind what it counts.
 */
export function passedOn(count: number): number {
  const next = BLOCKS.findIndex((start) => start > count);
  const [start = 0, end = 0] = BLOCKS.slice(next - 1, next + 1);
  return next > 0 && start === count ? end - start : 0;
}

const BLOCKS = [1, 2, ...Array.from({ length: 30 }, (_, power) => 5 * 2 ** power)];

/** Counts what one asker takes of the account's models on the day of `now`. Nobody is warned of it. */
export function askerDayUse(accountId: AccountId, asker: string, now: Date): UsageCounter {
  return {
    key: { pk: `ACCOUNT#${accountId}`, sk: `ASKER_DAY#${dayOf(now)}#${asker}` },
    attributes: { entity: 'AskerDay', accountId, expiresAt: epochSeconds(addSeconds(now, 2 * DAY)) },
  };
}

/** Attribute of it that counts what models cost, answers and the vectors of questions, in billionths of a dollar. */
export const ASKER_SPENDING = 'nanoUsd';

export function nanoUsd(usd: number): number {
  return Math.ceil(usd * 1e9);
}

/** What one asker may spend of an account's share of a day: whole amounts, at least one. */
export function spendingOfAsker(shareUsd: number): number {
  return Math.max(1, Math.floor((shareUsd * 1e9) / ADDRESS_SHARE.oneIn));
}

/** Counts the conversations that one asker begins in the month of `now`. */
export function askerMonthUse(accountId: AccountId, asker: string, now: Date): UsageCounter {
  return {
    key: { pk: `ACCOUNT#${accountId}`, sk: `ASKER_MONTH#${monthOf(now)}#${asker}` },
    attributes: { entity: 'AskerMonth', accountId, expiresAt: epochSeconds(addSeconds(now, 32 * DAY)) },
  };
}
