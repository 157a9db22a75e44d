import { isDeepStrictEqual } from 'node:util';
import { type BotId, UserId } from '#contract/base/ids';
import type { Bot, BotVersion, BotVersionPage } from '#contract/bots/bots';
import { findProfile } from '#core/accounts/stored-profile';
import { loadBot, toBot } from '#core/bots/bots';
import { BotVersionEntity, type StoredVersion, versionsPartition } from '#core/bots/entity';
import { nextPublication } from '#core/bots/publications';
import { completeConfig } from '#core/bots/stored-bot';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { type PageRequest, queryPage } from '#platform/pages';
import { readItem } from '#platform/table-reads';
import { changing, statusAfter, storeTransition } from './act-on-bot';

/** What visitors have seen of a bot, the newest first. */
export async function listVersions(
  actor: Actor,
  botId: BotId,
  request: PageRequest,
): Promise<BotVersionPage> {
  const bot = await loadBot({ accountId: actor.accountId, botId });
  const page = await queryPage(
    BotVersionEntity,
    { partition: versionsPartition(bot), prefix: 'VERSION#' },
    { ...request, newestFirst: true, consistent: true },
  );
  const names = await namesOf(page.items.map(({ publishedBy }) => UserId.parse(publishedBy)));
  return { items: page.items.map((version) => toVersion(version, names)), cursor: page.cursor };
}

/** Publishes what an earlier version was as a new one, unless visitors see the same. The draft stays as it is. */
export async function restoreVersion(clock: Clock, actor: Actor, botId: BotId, number: number): Promise<Bot> {
  const { accountId } = actor;
  // Another tenant's bot is none, whatever its versions.
  await loadBot({ accountId, botId });
  const restored = await changing({ accountId, botId }, async (bot) => {
    const item = await readItem(BotVersionEntity, { accountId, botId, number });
    if (!item) throw new ParleyError('bot.version_not_found');
    const status = statusAfter(bot, 'publish');
    const config = completeConfig(item.config);
    // Pressed twice: visitors see it already.
    if (isDeepStrictEqual(config, bot.publication?.config)) return;
    await storeTransition(clock, actor, bot, {
      status,
      publication: nextPublication(bot, config),
      restoredFrom: number,
    });
  });
  return toBot(restored);
}

/** Of the few people who publish an account's bots. */
async function namesOf(userIds: readonly UserId[]): Promise<ReadonlyMap<UserId, string>> {
  const profiles = await Promise.all([...new Set(userIds)].map((userId) => findProfile(userId)));
  return new Map(profiles.flatMap((found) => (found ? [[UserId.parse(found.userId), found.fullName]] : [])));
}

function toVersion(
  { number, config, publishedAt, publishedBy: by, restoredFrom }: StoredVersion,
  names: ReadonlyMap<UserId, string>,
): BotVersion {
  const publishedBy = UserId.parse(by);
  return {
    number,
    config: completeConfig(config),
    publishedAt,
    publishedBy,
    publisherName: names.get(publishedBy) ?? null,
    restoredFrom: restoredFrom ?? null,
  };
}
