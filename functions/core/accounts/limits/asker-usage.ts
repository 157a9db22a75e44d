import { ADDRESS_SHARE } from '#contract/accounts/limits';
import type { AccountId } from '#contract/base/ids';
import { addSeconds, epochSeconds } from '#platform/clock';
import { keyedHash } from '#platform/keyed-hash';
import { networkOf } from '#platform/network';
import { dayOf } from './bot-usage';
import { monthOf } from './monthly-usage';
import type { UsageCounter } from './usage-counter';

const DAY = 86_400;

/**
 * Names the network that visitors of an account come from. Neither the address nor the stage's other tenants can be
 * found by it.
 */
export async function askerAt(accountId: string, address: string): Promise<string> {
  return keyedHash('asker', `${accountId} ${networkOf(address)}`);
}

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
