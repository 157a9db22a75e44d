import { GetItemCommand, PutTransaction } from 'dynamodb-toolbox';
import { NAME_OF_DELETED } from '#contract/base/errors';
import { type AccountId, BotId, type WidgetId } from '#contract/base/ids';
import { botDefaults } from '#contract/bots/bot-config';
import type { Bot, CreateBot } from '#contract/bots/bots';
import { reserveAll } from '#core/accounts/limits/quotas';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { newId, newWidgetId } from '#platform/ids';
import { readItem } from '#platform/table-reads';
import { transact } from '#platform/table-writes';
import { loadAccount } from '../accounts/plan';
import { toBot } from './bots';
import {
  BotEntity,
  type BotItem,
  BotNameEntity,
  BotOwnerEntity,
  DeletedBotEntity,
  nameKey,
  WidgetEntity,
} from './entity';
import { shareIdentity } from './identity';
import { placesOfBot } from './live-bots';
import { assertModelOffered } from './models';
import { nextPublication, saveVersion } from './publications';
import { publishBot } from './publish-bot';
import { assertStorable, changedConfig, isLive, readBot, type StoredBot } from './stored-bot';
import { takeAddress, WidgetIdTaken } from './take-address';

/** Tries that a widget id may turn out to be taken; the chance of one is below one in a million. */
const MAX_ATTEMPTS = 3;

/** Creates a draft or, where it is to be deployed, a bot that visitors have at once. */
export async function createBot(
  clock: Clock,
  actor: Actor,
  { name, deploy, ...fields }: CreateBot,
): Promise<Bot> {
  assertModelOffered(fields.model);
  const config = changedConfig(botDefaults(fields.language ?? 'en'), fields);
  const bot = await insertBot(clock, actor, { name, deploy, config });
  if (deploy) await publishBot(bot);
  return toBot(bot);
}

export type NewBot = Pick<BotItem, 'name'> & {
  readonly config: StoredBot['config'];
  readonly deploy: boolean;
  readonly readsPictures?: boolean;
  /** Another bot of the account, whose documents are to be copied. */
  readonly knowledgeFrom?: BotId;
  /** Another bot of the account, in whose place it is to be on websites: with its address and what it has published. */
  readonly inPlaceOf?: StoredBot;
};

/**
 * Stores a new bot. Its name, the plan's count and the widget id are decided by the conditions of one transaction,
 * so that of two equal ones at the same time one is refused.
 */
export async function insertBot(
  clock: Clock,
  actor: Actor,
  { name, config, deploy, readsPictures, knowledgeFrom, inPlaceOf: former }: NewBot,
): Promise<StoredBot> {
  assertStorable(config);
  const { accountId } = actor;
  const account = await loadAccount(accountId);
  const now = clock();
  const at = now.toISOString();
  const live = former && isLive(former) ? former : undefined;
  const status = live?.status ?? (deploy ? 'active' : 'draft');
  const published = live?.publication.config ?? (deploy ? config : undefined);
  // No number comes twice at an address.
  const lastPublication = former?.lastPublication ?? 0;
  const insert = async (freeId: WidgetId) => {
    const publication = published && nextPublication({ lastPublication }, published);
    const botId = BotId.parse(newId(now));
    const widgetId = former?.widgetId ?? freeId;
    const item: BotItem = {
      accountId,
      botId,
      widgetId,
      name,
      status,
      config,
      ...(publication && { publication }),
      ...((publication || lastPublication > 0) && {
        lastPublication: publication?.number ?? lastPublication,
      }),
      ...(readsPictures && { readsPictures }),
      ...(knowledgeFrom !== undefined && { knowledgeFrom }),
      version: 1,
      createdAt: at,
      updatedAt: at,
    };
    await transact(
      {
        write: BotNameEntity.build(PutTransaction)
          .item({ accountId, botId, normalizedName: nameKey(name) })
          .options({ condition: { attr: 'botId', exists: false } }),
        refused: () => new NameTaken(),
      },
      // The place on the air is the former's.
      reserveAll(account, placesOfBot(former ? 'draft' : status), now),
      ...(former
        ? takeAddress(former, { botId, instead: freeId, at })
        : [
            {
              write: WidgetEntity.build(PutTransaction)
                .item({ widgetId, accountId, botId })
                .options({ condition: { attr: 'widgetId', exists: false } }),
              refused: () => new WidgetIdTaken(),
            },
          ]),
      ...(former ? await shareIdentity(former, botId) : []),
      { write: BotOwnerEntity.build(PutTransaction).item({ botId, accountId }) },
      {
        write: BotEntity.build(PutTransaction)
          .item(item)
          .options({ condition: { attr: 'botId', exists: false } }),
      },
      ...(publication
        ? [
            saveVersion({ accountId, botId }, publication, {
              publishedAt: at,
              publishedBy: actor.userId,
            }),
          ]
        : []),
    );
    return readBot(item);
  };
  try {
    return await insertWithFreeWidgetId(insert);
  } catch (error) {
    throw error instanceof NameTaken ? await nameTaken(accountId, name) : error;
  }
}

class NameTaken extends Error {}

/** A deleted bot keeps its name, and nobody sees that in the list of bots. */
async function nameTaken(accountId: AccountId, name: string): Promise<ParleyError> {
  const fields = { name: 'taken' };
  const taken = await readItem(BotNameEntity, { accountId, normalizedName: nameKey(name) });
  const { Item: deleted } = taken
    ? await DeletedBotEntity.build(GetItemCommand)
        .key({ accountId, botId: taken.botId })
        .options({ consistent: true })
        .send()
    : {};
  return deleted
    ? new ParleyError('bot.name_taken', { fields, details: { deleted: true }, message: NAME_OF_DELETED })
    : new ParleyError('bot.name_taken', { fields });
}

async function insertWithFreeWidgetId(
  insert: (widgetId: WidgetId) => Promise<StoredBot>,
): Promise<StoredBot> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insert(newWidgetId());
    } catch (error) {
      if (!(error instanceof WidgetIdTaken) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
