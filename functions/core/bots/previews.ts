import { GetItemCommand } from 'dynamodb-toolbox';
import { AccountId, BotId, WidgetId } from '#contract/base/ids';
import { permits } from '#contract/base/permissions';
import type { BotPreview } from '#contract/bots/previews';
import type { PublicBot } from '#contract/bots/public-bot';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { type BotRef, findBot, loadBot } from './bots';
import { BotOwnerEntity, WidgetEntity } from './entity';
import { publicBot } from './public-bot';
import { shownOf } from './publish-bot';
import { hasUnpublishedChanges, type StoredBot } from './stored-bot';

/**
 * What strangers see of a bot. One that is not for them, or not published, is to them as one that is not there:
 * `bot.not_found`.
 */
export async function getPublicBot(id: string): Promise<PublicBot> {
  const ref = await findRef(id);
  const shown = shownOf(ref && (await findBot(ref)));
  if (!shown) throw new ParleyError('bot.not_found');
  const { bot, version, paused } = shown;
  return publicBot({
    widgetId: bot.widgetId,
    version,
    botName: bot.name,
    paused,
    config: bot.publication.config,
  });
}

/** The draft, as people of the account may see it. */
export async function getBotPreview(actor: Actor, botId: BotId): Promise<BotPreview> {
  const bot = await loadPreviewed(actor, botId);
  return {
    botId: bot.botId,
    bot: publicBot({
      widgetId: bot.widgetId,
      version: bot.version,
      botName: bot.name,
      paused: false,
      config: bot.config,
    }),
    visibility: bot.config.visibility,
    status: bot.status,
    isUnpublished: !shownOf(bot) || hasUnpublishedChanges(bot),
  };
}

/** Throws `bot.not_found` also for a private bot, except to its editors. */
export async function loadPreviewed(actor: Actor, botId: BotId): Promise<StoredBot> {
  const bot = await loadBot({ accountId: actor.accountId, botId });
  const isEditor = permits('bots.manage', { profile: actor.profileRole, team: actor.teamRole });
  if (bot.config.visibility === 'private' && !isEditor) throw new ParleyError('bot.not_found');
  return bot;
}

/** By a bot's id, or by its widget's, which is shorter. */
async function findRef(id: string): Promise<BotRef | null> {
  const widgetId = WidgetId.safeParse(id);
  if (widgetId.success) {
    const { Item } = await WidgetEntity.build(GetItemCommand).key({ widgetId: widgetId.data }).send();
    return Item ? { accountId: AccountId.parse(Item.accountId), botId: BotId.parse(Item.botId) } : null;
  }
  const { Item } = await BotOwnerEntity.build(GetItemCommand).key({ botId: id }).send();
  return Item ? { accountId: AccountId.parse(Item.accountId), botId: BotId.parse(id) } : null;
}
