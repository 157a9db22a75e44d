import { DeleteTransaction, GetItemCommand, PutTransaction } from 'dynamodb-toolbox';
import { type Bot, type DeleteBot, type DeletedBot, RESTORABLE_DAYS } from '../../contract/bots';
import { BotId } from '../../contract/ids';
import type { Actor } from '../../platform/actor';
import { addSeconds, type Clock, epochSeconds } from '../../platform/clock';
import { ParleyError } from '../../platform/errors';
import { type PageRequest, queryPage } from '../../platform/pages';
import { transact } from '../../platform/table-writes';
import { accountPartition } from '../accounts/entity';
import { loadAccount } from '../accounts/plan';
import { release, reserve } from '../limits/places';
import { type BotRef, findBot, loadBot, toBot } from './bots';
import { BotEntity, BotPurgeEntity, DeletedBotEntity, type StoredDeletion } from './entity';
import { publishBot } from './publish-bot';
import { readBot } from './stored-bot';
import { followTraining } from './training';

const MAX_ATTEMPTS = 5;

/**
 * Deletes a bot whose name was typed to confirm: it is gone for everybody at once, and frees its place in the plan.
 * Its name stays taken, and what it knows is kept until it is erased, so that it can be brought back as it was.
 */
export async function deleteBot(
  clock: Clock,
  actor: Actor,
  botId: BotId,
  { name }: DeleteBot,
): Promise<DeletedBot> {
  const { accountId } = actor;
  for (let attempt = 1; ; attempt += 1) {
    const { Item: bot } = await BotEntity.build(GetItemCommand)
      .key({ accountId, botId })
      .options({ consistent: true })
      .send();
    if (!bot) throw new ParleyError('bot.not_found');
    if (name.trim() !== bot.name)
      throw new ParleyError('request.invalid', { fields: { name: 'Please type the name of the bot.' } });
    const now = clock();
    const purge = addSeconds(now, RESTORABLE_DAYS * 24 * 60 * 60);
    const deletion: StoredDeletion = {
      accountId,
      botId,
      name: bot.name,
      bot,
      deletedAt: now.toISOString(),
      purgeAt: purge.toISOString(),
    };
    try {
      await transact(
        {
          // As it was read: what is kept is all that there was.
          write: BotEntity.build(DeleteTransaction)
            .key({ accountId, botId })
            .options({
              condition: {
                and: [
                  { attr: 'version', eq: bot.version },
                  { attr: 'status', eq: bot.status },
                  { attr: 'updatedAt', eq: bot.updatedAt },
                ],
              },
            }),
          refused: () => new BotChanged(),
        },
        { write: DeletedBotEntity.build(PutTransaction).item(deletion) },
        {
          write: BotPurgeEntity.build(PutTransaction).item({
            accountId,
            botId,
            expiresAt: epochSeconds(purge),
          }),
        },
        release(accountId, 'bots'),
      );
    } catch (error) {
      if (!(error instanceof BotChanged) || attempt === MAX_ATTEMPTS) throw error;
      continue;
    }
    await publishBot({ ...readBot(bot), publication: null });
    return toDeletedBot(deletion);
  }
}

/** The bot was changed between its reading and its deletion: read again. */
class BotChanged extends Error {}

/** Bots that can be brought back, the newest first. */
export async function listDeletedBots(clock: Clock, actor: Actor): Promise<{ items: DeletedBot[] }> {
  const found: StoredDeletion[] = [];
  let page: PageRequest = { limit: 100, consistent: true, newestFirst: true };
  for (;;) {
    const { items, cursor } = await queryPage(
      DeletedBotEntity,
      { partition: accountPartition(actor.accountId), prefix: 'DELETED_BOT#' },
      page,
    );
    found.push(...items);
    if (cursor === null) break;
    page = { ...page, cursor };
  }
  const restorable = found.filter((deletion) => isRestorable(clock, deletion));
  restorable.sort((one, other) => (one.deletedAt < other.deletedAt ? 1 : -1));
  return { items: restorable.map(toDeletedBot) };
}

/** Brings a deleted bot back as it was, live if it was. It needs a place in the plan again. */
export async function restoreBot(clock: Clock, actor: Actor, botId: BotId): Promise<Bot> {
  const ref: BotRef = { accountId: actor.accountId, botId };
  const deletion = await findDeletion(ref);
  if (!deletion || !isRestorable(clock, deletion))
    throw new ParleyError(deletion || (await findBot(ref)) ? 'bot.not_deleted' : 'bot.not_found');
  const account = await loadAccount(ref.accountId);
  // A duplicate is given another's documents once.
  const { knowledgeFrom: _, ...bot } = deletion.bot;
  await transact(
    {
      write: DeletedBotEntity.build(DeleteTransaction)
        .key(ref)
        .options({
          condition: {
            and: [
              { attr: 'deletedAt', eq: deletion.deletedAt },
              { attr: 'isPurged', exists: false },
            ],
          },
        }),
      refused: () => new ParleyError('bot.not_deleted'),
    },
    { write: BotPurgeEntity.build(DeleteTransaction).key(ref) },
    reserve(account, 'bots', clock()),
    {
      write: BotEntity.build(PutTransaction)
        .item(bot)
        .options({ condition: { attr: 'botId', exists: false } }),
    },
  );
  // Documents that were in work went on while nobody counted them.
  await followTraining(ref);
  const restored = await loadBot(ref);
  await publishBot(restored);
  return toBot(restored);
}

export async function findDeletion(ref: BotRef): Promise<StoredDeletion | null> {
  const { Item } = await DeletedBotEntity.build(GetItemCommand).key(ref).options({ consistent: true }).send();
  return Item ?? null;
}

function isRestorable(clock: Clock, { purgeAt, isPurged }: StoredDeletion): boolean {
  return !isPurged && new Date(purgeAt) > clock();
}

function toDeletedBot({ botId, name, deletedAt, purgeAt }: StoredDeletion): DeletedBot {
  return { id: BotId.parse(botId), name, deletedAt, purgeAt };
}
