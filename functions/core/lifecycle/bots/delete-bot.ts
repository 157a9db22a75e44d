import { setTimeout as sleep } from 'node:timers/promises';
import { $remove, DeleteTransaction, PutTransaction, UpdateTransaction } from 'dynamodb-toolbox';
import { BotId } from '#contract/base/ids';
import { isDeployed } from '#contract/bots/bot-status';
import {
  type Bot,
  type DeleteBot,
  type DeletedBot,
  RESTORABLE_DAYS,
  type RestoreBot,
} from '#contract/bots/bots';
import type { StoredAccount } from '#core/accounts/entity';
import { PlacesChanged, releaseCounted, reserveAll } from '#core/accounts/limits/quotas';
import { loadAccount } from '#core/accounts/plan';
import { type BotRef, deletedBotsOf, findBot, loadBot, toBot } from '#core/bots/bots';
import {
  BotEntity,
  BotOwnerEntity,
  BotPurgeEntity,
  DeletedBotEntity,
  type StoredDeletion,
} from '#core/bots/entity';
import { placesOfBot } from '#core/bots/live-bots';
import { publishBot } from '#core/bots/publish-bot';
import { readBot } from '#core/bots/stored-bot';
import { countedDocuments, countsNowhere } from '#core/knowledge/documents/document-quota';
import { followTraining } from '#core/knowledge/ingest/training';
import type { Actor } from '#platform/actor';
import { addSeconds, type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { readItem } from '#platform/table-reads';
import { type ConditionalWrite, transact } from '#platform/table-writes';

/** Times that a bot's documents may take or free places between its reading and its writing. */
const MAX_ATTEMPTS = 12;

/**
 * Deletes a bot whose name was typed to confirm: it is gone for everybody at once, and frees its places in the plan and
 * those of its documents. Its name stays taken, and what it knows is kept until it is erased, so that it can be brought
 * back as it was.
 */
export async function deleteBot(
  clock: Clock,
  actor: Actor,
  botId: BotId,
  { name }: DeleteBot,
): Promise<DeletedBot> {
  const ref = { accountId: actor.accountId, botId };
  const deletion = await retryWhenChanged(async () => {
    const account = await loadAccount(actor.accountId);
    const bot = await readItem(BotEntity, ref);
    if (!bot) throw new ParleyError('bot.not_found');
    if (name.trim() !== bot.name)
      throw new ParleyError('request.invalid', { fields: { name: 'Please type the name of the bot.' } });
    const now = clock();
    const deleted: StoredDeletion = {
      ...ref,
      name: bot.name,
      bot,
      deletedAt: now.toISOString(),
      purgeAt: addSeconds(now, RESTORABLE_DAYS * 24 * 60 * 60).toISOString(),
    };
    await storeDeletion(account, deleted, await countedDocuments(ref));
    return deleted;
  });
  await publishBot({ ...readBot(deletion.bot), publication: null });
  return toDeletedBot(deletion);
}

async function storeDeletion(
  account: StoredAccount,
  deletion: StoredDeletion,
  documents: number,
): Promise<void> {
  const { accountId, botId, bot, purgeAt } = deletion;
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
        expiresAt: epochSeconds(new Date(purgeAt)),
      }),
    },
    { write: BotOwnerEntity.build(UpdateTransaction).item({ botId, accountId, isDeleted: true }) },
    releaseCounted(account, { ...placesOfBot(bot.status), documents }),
  );
}

/** Repeats what reads a bot and its account and writes on condition of what it read. */
async function retryWhenChanged<RESULT>(work: () => Promise<RESULT>): Promise<RESULT> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof BotChanged) && !(error instanceof PlacesChanged)) throw error;
      if (attempt === MAX_ATTEMPTS) throw new ParleyError('server.unavailable', { cause: error });
      await sleep(Math.random() * 20 * attempt);
    }
  }
}

/** The bot was changed between its reading and its deletion: read again. */
class BotChanged extends Error {}

/** Bots that can be brought back, the newest first. */
export async function listDeletedBots(clock: Clock, actor: Actor): Promise<{ items: DeletedBot[] }> {
  const found = await deletedBotsOf(actor.accountId);
  const restorable = found.filter((deletion) => isRestorable(clock, deletion));
  restorable.sort((one, other) => (one.deletedAt < other.deletedAt ? 1 : -1));
  return { items: restorable.map(toDeletedBot) };
}

/**
 * Brings a deleted bot back as it was, or as a draft. It needs its places in the plan again, and those of its documents;
 * where one is missing it stays among the deleted ones, and the error names which.
 */
export async function restoreBot(
  clock: Clock,
  actor: Actor,
  botId: BotId,
  { asDraft }: RestoreBot = { asDraft: false },
): Promise<Bot> {
  const ref: BotRef = { accountId: actor.accountId, botId };
  await retryWhenChanged(async () => {
    const account = await loadAccount(ref.accountId);
    const deletion = await findDeletion(ref);
    if (!deletion || !isRestorable(clock, deletion))
      throw new ParleyError(deletion || (await findBot(ref)) ? 'bot.not_deleted' : 'bot.not_found');
    // Of one that was deleted when documents went on counting they do so still.
    const documents = (await countsNowhere(botId)) ? await countedDocuments(ref) : 0;
    const places = { ...placesOfBot(asDraft ? 'draft' : deletion.bot.status), documents };
    await storeRestored(deletion, asDraft, reserveAll(account, places, clock(), { unchanged: true }));
  });
  // Documents that were in work went on while nobody counted them.
  await followTraining(ref);
  const restored = await loadBot(ref);
  await publishBot(restored);
  return toBot(restored);
}

async function storeRestored(
  deletion: StoredDeletion,
  asDraft: boolean,
  place: ConditionalWrite,
): Promise<void> {
  const { accountId, botId } = deletion;
  const ref = { accountId, botId };
  // A duplicate is given another's documents once.
  const { knowledgeFrom: _, publication, ...bot } = deletion.bot;
  const isDraft = asDraft && isDeployed(bot.status);
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
    place,
    { write: BotOwnerEntity.build(UpdateTransaction).item({ botId, accountId, isDeleted: $remove() }) },
    {
      write: BotEntity.build(PutTransaction)
        .item(isDraft ? { ...bot, status: 'draft' } : { ...bot, ...(publication && { publication }) })
        .options({ condition: { attr: 'botId', exists: false } }),
    },
  );
}

export async function findDeletion(ref: BotRef): Promise<StoredDeletion | null> {
  const found = await readItem(DeletedBotEntity, ref);
  return found ?? null;
}

function isRestorable(clock: Clock, { purgeAt, isPurged }: StoredDeletion): boolean {
  return !isPurged && new Date(purgeAt) > clock();
}

function toDeletedBot({ botId, name, deletedAt, purgeAt }: StoredDeletion): DeletedBot {
  return { id: BotId.parse(botId), name, deletedAt, purgeAt };
}
