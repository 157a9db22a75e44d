import type { AccountId } from '#contract/base/ids';
import { BotId } from '#contract/base/ids';
import { loadAccount } from '#core/accounts/plan';
import { timeZoneOf as zoneOf } from '#core/accounts/time-zone';
import { botsOf, loadBot } from '#core/bots/bots';
import { readCounters } from '#platform/counters';
import type { DayKind } from './days';
import { analyticsPartition } from './entity';
import type { Counts } from './tally';

export interface AnalysedBot {
  readonly accountId: AccountId;
  readonly botId: BotId;
  readonly name: string;
}

export interface CountedDay {
  readonly bot: AnalysedBot;
  readonly day: string;
  readonly counts: Counts;
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** The bots that are asked for, all of the account's where none are. Another tenant's is none. */
export async function analysedBots(
  accountId: AccountId,
  wanted: readonly BotId[] | undefined,
): Promise<readonly AnalysedBot[]> {
  const bots = wanted
    ? await Promise.all([...new Set(wanted)].map((botId) => loadBot({ accountId, botId })))
    : await botsOf(accountId);
  return bots.map(({ botId, name }) => ({ accountId, botId: BotId.parse(botId), name }));
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
