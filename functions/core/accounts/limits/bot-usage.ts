import { Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import type { AccountId, BotId } from '#contract/base/ids';
import { epochSeconds } from '#platform/clock';
import { table } from '#platform/table';
import type { UsageCounter } from './usage-counter';

/** Seconds that a day's item is kept, for who asks what a bot cost. */
const KEPT = 40 * 86_400;

/** What a bot took of the models on a day. In the account's partition, so that those of all its bots are one Query. */
export const BotUsageEntity = new Entity({
  name: 'BotUsage',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    /** `2026-11-23`, by UTC. */
    day: string().key(),
    botId: string().key(),
    botName: string(),
    answers: number().optional(),
    tokens: number().optional(),
    /** Per cent of a limit that was reached, and of which the account was mailed. */
    warned: number().optional(),
    mailed: number().optional(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, day, botId }) => ({
    pk: `ACCOUNT#${accountId}`,
    sk: `${botUsagePrefix(day)}${botId}`,
  }),
});
export type StoredBotUsage = FormattedItem<typeof BotUsageEntity>;

export function botUsagePrefix(day: string): string {
  return `BOT_USAGE#${day}#`;
}

/** The day (UTC) that a time is in. */
export function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

interface UsingBot {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly botName: string;
}

/** Counts what a bot uses on the day of `now`. */
export function botUse({ accountId, botId, botName }: UsingBot, now: Date): UsageCounter {
  const day = dayOf(now);
  return {
    key: { pk: `ACCOUNT#${accountId}`, sk: `${botUsagePrefix(day)}${botId}` },
    attributes: { entity: 'BotUsage', accountId, day, botId, botName, expiresAt: epochSeconds(now) + KEPT },
  };
}

/**
 * Counts what trials and golden runs of a bot use on the day of `now`: apart from its visitors', so that who tests takes
 * nothing from them. Nobody is warned of it.
 */
export function botTestUse({ accountId, botId, botName }: UsingBot, now: Date): UsageCounter {
  const day = dayOf(now);
  return {
    key: { pk: `ACCOUNT#${accountId}`, sk: `BOT_TESTS#${day}#${botId}` },
    attributes: {
      entity: 'BotTests',
      accountId,
      day,
      botId,
      botName,
      expiresAt: epochSeconds(now) + 2 * 86_400,
    },
  };
}
