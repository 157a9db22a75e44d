import type { BotId } from '#contract/base/ids';
import type { UnderWay } from '#contract/conversations/inbox';
import { loadBot } from '#core/bots/bots';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { openConversations } from '../open-conversations';

/** As many as are counted one by one. */
const ENOUGH = 100;

/** How many conversations would end if the bot were taken away from its visitors now. */
export async function countUnderWay(clock: Clock, { accountId }: Actor, botId: BotId): Promise<UnderWay> {
  const bot = await loadBot({ accountId, botId });
  const { sessionTimeoutMinutes } = (bot.publication ?? bot).config;
  let count = 0;
  for await (const _ of openConversations(bot, { now: clock(), sessionTimeoutMinutes })) {
    if (count === ENOUGH) return { count, isMore: true };
    count += 1;
  }
  return { count, isMore: false };
}
