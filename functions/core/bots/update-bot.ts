import { isDeepStrictEqual } from 'node:util';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import type { BotId } from '#contract/base/ids';
import type { Bot, UpdateBot } from '#contract/bots/bots';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { isConditionFailure } from '#platform/table-writes';
import { loadBot, toBot } from './bots';
import { BotEntity, type BotItem, replaced } from './entity';
import { assertModelOffered } from './models';
import { assertStorable, changedConfig, readBot, type StoredBot } from './stored-bot';

/**
 * Changes the fields given in the draft, if the bot is still at the version that the editor saw; else throws
 * `bot.version_conflict` with the bot as it is, so that the editor can merge. Visitors see nothing of it before
 * it is published.
 */
export async function updateBot(clock: Clock, actor: Actor, botId: BotId, input: UpdateBot): Promise<Bot> {
  const { version, readsPictures, ...changes } = input;
  assertModelOffered(changes.model);
  const { accountId } = actor;
  const bot = await loadBot({ accountId, botId });
  if (bot.version !== version) throw await conflict(bot);
  try {
    const changed = await updateConfig(clock, bot, changes);
    return await toBot(readsPictures === undefined ? changed : await switchPictures(changed, readsPictures));
  } catch (error) {
    if (!isConditionFailure(error)) throw error;
    throw await conflict(await loadBot({ accountId, botId }));
  }
}

/**
 * Stores a change of the draft of the bot as it was read; a failed condition says that it has changed since. What
 * changes nothing is no new version.
 */
export async function updateConfig(
  clock: Clock,
  bot: StoredBot,
  changes: Parameters<typeof changedConfig>[1],
): Promise<StoredBot> {
  const { accountId, botId, version } = bot;
  const config = changedConfig(bot.config, changes);
  if (isDeepStrictEqual(config, bot.config)) return bot;
  assertStorable(config);
  const { Attributes } = await BotEntity.build(UpdateItemCommand)
    .item({
      accountId,
      botId,
      config: replaced(config),
      version: version + 1,
      updatedAt: clock().toISOString(),
    })
    .options({ condition: { attr: 'version', eq: version }, returnValues: 'ALL_NEW' })
    .send();
  return readBot(Attributes as BotItem);
}

/** No change of the draft, and so no new version of it: whoever edits it elsewhere has nothing to merge. */
async function switchPictures(bot: StoredBot, readsPictures: boolean): Promise<StoredBot> {
  const { accountId, botId } = bot;
  await BotEntity.build(UpdateItemCommand)
    .item({ accountId, botId, readsPictures })
    .options({ condition: { attr: 'version', exists: true } })
    .send();
  return { ...bot, readsPictures };
}

async function conflict(bot: StoredBot): Promise<ParleyError> {
  return new ParleyError('bot.version_conflict', { details: { current: await toBot(bot) } });
}
