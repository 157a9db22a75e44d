import { GetItemCommand } from 'dynamodb-toolbox';
import type { Bot, BotPage } from '../../contract/bots';
import { AccountId, BotId, WidgetId } from '../../contract/ids';
import type { Actor } from '../../platform/actor';
import { ParleyError } from '../../platform/errors';
import { type PageRequest, queryPage } from '../../platform/pages';
import { accountPartition } from '../accounts/entity';
import { readKnowledgeCounts } from '../knowledge/documents/manifest';
import { BotEntity, type StoredBot, WidgetEntity } from './entity';

export interface BotRef {
  readonly accountId: AccountId;
  readonly botId: BotId;
}

export async function listBots(actor: Actor, request: PageRequest): Promise<BotPage> {
  const page = await queryPage(
    BotEntity,
    { partition: accountPartition(actor.accountId), prefix: 'BOT#' },
    { ...request, newestFirst: true, consistent: true },
  );
  return { items: await toBots(page.items), cursor: page.cursor };
}

export async function getBot(actor: Actor, botId: BotId): Promise<Bot> {
  return toBot(await loadBot({ accountId: actor.accountId, botId }));
}

/** Throws `bot.not_found`, also for a bot of another tenant: its key leads with the account of the caller. */
export async function loadBot({ accountId, botId }: BotRef): Promise<StoredBot> {
  const { Item } = await BotEntity.build(GetItemCommand)
    .key({ accountId, botId })
    .options({ consistent: true })
    .send();
  if (!Item) throw new ParleyError('bot.not_found');
  return Item;
}

/** The bot behind a widget, as long as it answers visitors. */
export async function loadWidgetBot(widgetId: WidgetId): Promise<StoredBot> {
  const { Item } = await WidgetEntity.build(GetItemCommand).key({ widgetId }).send();
  if (!Item) throw new ParleyError('widget.not_found');
  const bot = await loadBot({
    accountId: AccountId.parse(Item.accountId),
    botId: BotId.parse(Item.botId),
  }).catch((error: unknown) => {
    if (error instanceof ParleyError) throw new ParleyError('widget.not_found');
    throw error;
  });
  if (!answersVisitors(bot)) throw new ParleyError('widget.not_found');
  return bot;
}

export function answersVisitors(bot: StoredBot): boolean {
  return bot.status === 'active' || bot.status === 'ready' || bot.status === 'training';
}

/** The bot as it crosses the wire, with what it knows at the moment. */
export async function toBot(stored: StoredBot): Promise<Bot> {
  const [bot] = await toBots([stored]);
  if (!bot) throw new Error('One bot in gives one bot out.');
  return bot;
}

async function toBots(stored: readonly StoredBot[]): Promise<Bot[]> {
  const counts = await readKnowledgeCounts(stored);
  return stored.map((bot, index) => ({
    id: BotId.parse(bot.botId),
    accountId: AccountId.parse(bot.accountId),
    widgetId: WidgetId.parse(bot.widgetId),
    name: bot.name,
    description: bot.description,
    language: bot.language,
    status: bot.status,
    companyName: bot.companyName,
    welcomeMessage: bot.welcomeMessage,
    fallbackMessage: bot.fallbackMessage,
    primaryColor: bot.primaryColor,
    secondaryColor: bot.secondaryColor,
    position: bot.position,
    allowedDomains: [...bot.allowedDomains],
    documentCount: counts[index]?.documents ?? 0,
    passageCount: counts[index]?.passages ?? 0,
    version: bot.version,
    createdAt: bot.createdAt,
    updatedAt: bot.updatedAt,
  }));
}
