import type { AccountId } from '#contract/base/ids';
import { BotId } from '#contract/base/ids';
import { loadAccount } from '#core/accounts/plan';
import { timeZoneOf as zoneOf } from '#core/accounts/time-zone';
import { botsOf, deletedBotsOf, formerBotsOf, loadBot } from '#core/bots/bots';
import { readCounters } from '#platform/counters';
import type { DayKind } from './days';
import { analyticsPartition } from './entity';
import type { Counts } from './tally';

export interface AnalysedBot {
  readonly accountId: AccountId;
  readonly botId: BotId;
  /** Empty of one that is erased. */
  readonly name: string;
  readonly isDeleted: boolean;
}

export interface CountedDay {
  readonly bot: AnalysedBot;
  readonly day: string;
  readonly counts: Counts;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/**
 * The bots that are asked for, all of the account's where none are: also those that were deleted, whose figures stay.
 * Another tenant's is none.
 */
export async function analysedBots(
  accountId: AccountId,
  wanted: readonly BotId[] | undefined,
): Promise<readonly AnalysedBot[]> {
  if (wanted) {
    const bots = await Promise.all([...new Set(wanted)].map((botId) => loadBot({ accountId, botId })));
    return bots.map(({ botId, name }) => ({ accountId, botId, name, isDeleted: false }));
  }
  const [bots, deleted, former] = await Promise.all([
    botsOf(accountId),
    deletedBotsOf(accountId),
    formerBotsOf(accountId),
  ]);
  return [
    ...bots.map(({ botId, name }) => ({ accountId, botId, name, isDeleted: false })),
    ...deleted.map(({ botId, name }) => ({ accountId, botId: BotId.parse(botId), name, isDeleted: true })),
    ...former.map((botId) => ({ accountId, botId, name: '', isDeleted: true })),
  ];
}

/** What was counted of bots on days: a Query a bot, whose cost is that of the days and not of the conversations. */
export async function readDays(
  bots: readonly AnalysedBot[],
  kind: DayKind,
  from: string,
  to: string,
): Promise<readonly CountedDay[]> {
  const read = await Promise.all(
    bots.map(async (bot) => {
      const items = await readCounters(analyticsPartition(bot), `${kind}#${from}`, `${kind}#${to}`);
      return items.map(({ sk, counters, attributes }) => ({
        bot,
        day: sk.slice(kind.length + 1),
        counts: counters,
        attributes,
      }));
    }),
  );
  return read.flat();
}

export async function timeZoneOf(accountId: AccountId): Promise<string> {
  return zoneOf(await loadAccount(accountId));
}
