import { GetItemCommand } from 'dynamodb-toolbox';
import { AccountId, BotId, type WidgetId } from '#contract/base/ids';
import type { Bot, BotPage } from '#contract/bots/bots';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { type PageRequest, queryPage } from '#platform/pages';
import { listAll, readItem } from '#platform/table-reads';
import { accountPartition } from '../accounts/entity';
import { BotEntity, DeletedBotEntity, FormerBotEntity, type StoredDeletion, WidgetEntity } from './entity';
import { readKnowledgeCounts } from './manifest/counts';
import { hasUnpublishedChanges, isPublic, type LiveBot, readBot, type StoredBot } from './stored-bot';

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
  return { items: await toBots(page.items.map(readBot)), cursor: page.cursor };
}

/** All bots of an account, as many as there are. */
export async function botsOf(accountId: AccountId): Promise<readonly StoredBot[]> {
  const items = await listAll(BotEntity, accountPartition(accountId), 'BOT#');
  return items.map(readBot);
}

/** All that are not erased yet. */
export async function deletedBotsOf(accountId: AccountId): Promise<readonly StoredDeletion[]> {
  const found: StoredDeletion[] = [];
  let page: PageRequest = { limit: 100, consistent: true, newestFirst: true };
  for (;;) {
    const { items, cursor } = await queryPage(
      DeletedBotEntity,
      { partition: accountPartition(accountId), prefix: 'DELETED_BOT#' },
      page,
    );
    found.push(...items);
    if (cursor === null) return found;
    page = { ...page, cursor };
  }
}

/** Those of which nothing is left but their figures. */
export async function formerBotsOf(accountId: AccountId): Promise<readonly BotId[]> {
  const items = await listAll(FormerBotEntity, accountPartition(accountId), 'FORMER_BOT#');
  return items.map(({ botId }) => BotId.parse(botId));
}

export async function getBot(actor: Actor, botId: BotId): Promise<Bot> {
  return toBot(await loadBot({ accountId: actor.accountId, botId }));
}

/** Throws `bot.not_found`, also for a bot of another tenant: its key leads with the account of the caller. */
export async function loadBot(ref: BotRef): Promise<StoredBot> {
  const bot = await findBot(ref);
  if (!bot) throw new ParleyError('bot.not_found');
  return bot;
}

export async function findBot({ accountId, botId }: BotRef): Promise<StoredBot | null> {
  const item = await readItem(BotEntity, { accountId, botId });
  return item ? readBot(item) : null;
}

/** The bot behind a widget, also while it is paused. Throws `widget.not_found` where strangers have no widget of it. */
export async function findWidgetBot(widgetId: WidgetId): Promise<LiveBot> {
  return assertPublic(await findBotAt(widgetId));
}

/** The bot that has this address, whatever its state. With `consistent` also where it moved a moment ago. */
export async function findBotAt(
  widgetId: WidgetId,
  { consistent = false }: { readonly consistent?: boolean } = {},
): Promise<StoredBot | null> {
  const { Item } = await WidgetEntity.build(GetItemCommand).key({ widgetId }).options({ consistent }).send();
  if (!Item) return null;
  return findBot({ accountId: AccountId.parse(Item.accountId), botId: BotId.parse(Item.botId) });
}

/** The bot, if strangers may ask it something now. */
export function assertTakesQuestions(bot: StoredBot | null): LiveBot {
  const live = assertPublic(bot);
  if (live.status !== 'active') throw new ParleyError('widget.paused');
  return live;
}

/** The bot, if strangers may see it, also while it is paused. */
export function assertPublic(bot: StoredBot | null): LiveBot {
  if (!bot || !isPublic(bot)) throw new ParleyError('widget.not_found');
  return bot;
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
    ...bot.config,
    id: bot.botId,
    accountId: bot.accountId,
    widgetId: bot.widgetId,
    name: bot.name,
    status: bot.status,
    readsPictures: bot.readsPictures,
    trainingStep: trainingStep(bot),
    documentCount: counts[index]?.documents ?? 0,
    passageCount: counts[index]?.passages ?? 0,
    failedDocumentCount: bot.documents.failed,
    version: bot.version,
    publishedVersion: bot.publication?.number ?? null,
    hasUnpublishedChanges: hasUnpublishedChanges(bot),
    isShown: isPublic(bot),
    isHeldByPlan: bot.heldByPlan !== null,
    createdAt: bot.createdAt,
    updatedAt: bot.updatedAt,
  }));
}

function trainingStep({ documents }: StoredBot): Bot['trainingStep'] {
  if (documents.processing > 0) return 'processing';
  return documents.pending > 0 ? 'pending' : null;
}
