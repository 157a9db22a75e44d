import { PutTransaction } from 'dynamodb-toolbox';
import { type Bot, type CreateBot, DEFAULT_MESSAGES } from '../../contract/bots';
import type { Actor } from '../../platform/actor';
import type { Clock } from '../../platform/clock';
import { ParleyError } from '../../platform/errors';
import { newId, newWidgetId } from '../../platform/ids';
import { transact } from '../../platform/table-writes';
import { loadAccount, reserve } from '../accounts/plan';
import { toBot } from './bots';
import { BotEntity, BotNameEntity, nameKey, type StoredBot, WidgetEntity } from './entity';
import { publishBot } from './publish-bot';

/** Tries that a widget id may turn out to be taken; the chance of one is below one in a million. */
const MAX_ATTEMPTS = 3;

/**
 * Creates a bot and publishes it. Its name, the plan's count and the widget id are decided by the conditions of
 * one transaction, so that of two equal ones at the same time one is refused.
 */
export async function createBot(clock: Clock, actor: Actor, input: CreateBot): Promise<Bot> {
  const account = await loadAccount(actor.accountId);
  const now = clock();
  const stored = await insertWithFreeWidgetId(async (widgetId) => {
    const bot: StoredBot = {
      ...input,
      accountId: actor.accountId,
      botId: newId(now),
      widgetId,
      status: 'active',
      welcomeMessage: input.welcomeMessage || DEFAULT_MESSAGES[input.language].welcome,
      fallbackMessage: input.fallbackMessage || DEFAULT_MESSAGES[input.language].fallback,
      version: 1,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    };
    const { accountId, botId } = bot;
    await transact(
      {
        write: BotNameEntity.build(PutTransaction)
          .item({ accountId, botId, normalizedName: nameKey(bot.name) })
          .options({ condition: { attr: 'botId', exists: false } }),
        refused: () => new ParleyError('bot.name_taken', { fields: { name: 'taken' } }),
      },
      reserve(account, 'bots', now),
      {
        write: WidgetEntity.build(PutTransaction)
          .item({ widgetId, accountId, botId })
          .options({ condition: { attr: 'widgetId', exists: false } }),
        refused: () => new WidgetIdTaken(),
      },
      {
        write: BotEntity.build(PutTransaction)
          .item(bot)
          .options({ condition: { attr: 'botId', exists: false } }),
      },
    );
    return bot;
  });
  await publishBot(stored);
  return toBot(stored);
}

class WidgetIdTaken extends Error {}

async function insertWithFreeWidgetId(
  insert: (widgetId: ReturnType<typeof newWidgetId>) => Promise<StoredBot>,
): Promise<StoredBot> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await insert(newWidgetId());
    } catch (error) {
      if (!(error instanceof WidgetIdTaken) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
