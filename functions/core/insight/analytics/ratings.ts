import { BotId, ConversationId } from '#contract/base/ids';
import type { RatingPage, RatingsQuery } from '#contract/insight/analytics';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { queryPage } from '#platform/pages';
import { RatingEntity, ratingsPartition } from './entity';
import { daysOf } from './ranges';
import { analysedBots, timeZoneOf } from './read-days';

/**
 * A page of the account's ratings, newest conversation first. Bots and days are looked for in it: where few match, a
 * page holds few, and its cursor says whether to search further.
 */
export async function listRatings(
  clock: Clock,
  { accountId }: Pick<Actor, 'accountId'>,
  { bots: wanted, cursor, limit, ...asked }: RatingsQuery,
): Promise<RatingPage> {
  const [timeZone, bots] = await Promise.all([timeZoneOf(accountId), analysedBots(accountId, wanted)]);
  const { from, to } = daysOf(asked, clock(), timeZone);
  const ids = new Set<string>(bots.map(({ botId }) => botId));
  const page = await queryPage(
    RatingEntity,
    { partition: ratingsPartition(accountId), prefix: 'RATING#' },
    { limit, cursor, newestFirst: true },
  );
  const isOver = page.items.some(({ day }) => day < from);
  return {
    items: page.items
      .filter(({ botId, day }) => ids.has(botId) && day >= from && day <= to)
      .map(({ conversationId, botId, startedAt, stars, comment }) => ({
        conversationId: ConversationId.parse(conversationId),
        botId: BotId.parse(botId),
        startedAt,
        stars,
        comment: comment ?? null,
      })),
    cursor: isOver ? null : page.cursor,
  };
}
