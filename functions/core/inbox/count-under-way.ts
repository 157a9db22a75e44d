import type { BotId } from '#contract/ids';
import type { UnderWay } from '#contract/inbox';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { loadBot } from '../bots/bots';
import { conversationsUnderWay } from '../conversations/under-way';

/** As many as are counted one by one. */
const ENOUGH = 100;

/** How many conversations would end if the bot were taken away from its visitors now. */
export async function countUnderWay(clock: Clock, { accountId }: Actor, botId: BotId): Promise<UnderWay> {
  const bot = await loadBot({ accountId, botId });
  const { sessionTimeoutMinutes } = (bot.publication ?? bot).config;
  let count = 0;
  for await (const _ of conversationsUnderWay(bot, { now: clock(), sessionTimeoutMinutes })) {
    if (count === ENOUGH) return { count, isMore: true };
    count += 1;
  }
  return { count, isMore: false };
}
