import { DEFAULT_MESSAGES, type PublicBot } from '../../contract/bots';
import { AccountId, BotId, WidgetId } from '../../contract/ids';
import { putObject } from '../../platform/buckets';
import { environment } from '../../platform/environment';
import { ParleyError } from '../../platform/errors';
import { loadBot } from './bots';
import type { StoredBot } from './entity';

/**
 * Publishes what visitors may know of a bot: an object of this version that never changes, and the widget's
 * address, which caches keep for 60 seconds. Two editors may publish in any order, so after its write each
 * looks whether the bot has gone on meanwhile, and publishes that: the last write is the last version.
 */
export async function publishBot(stored: StoredBot): Promise<void> {
  let bot = stored;
  for (;;) {
    const body = JSON.stringify(toPublicBot(bot));
    await publish(`w/${bot.widgetId}/${bot.version}.json`, body, 'public, max-age=31536000, immutable');
    await publish(`w/${bot.widgetId}.json`, body, 'public, max-age=60');
    const current = await findBot(bot);
    if (!current || current.version === bot.version) return;
    bot = current;
  }
}

export function toPublicBot(bot: StoredBot): PublicBot {
  return {
    widgetId: WidgetId.parse(bot.widgetId),
    version: bot.version,
    botName: bot.name,
    companyName: bot.companyName,
    language: bot.language,
    greeting: bot.welcomeMessage,
    placeholder: DEFAULT_MESSAGES[bot.language].placeholder,
    primaryColor: bot.primaryColor,
    secondaryColor: bot.secondaryColor,
    position: bot.position,
  };
}

async function publish(key: string, body: string, cacheControl: string): Promise<void> {
  await putObject({ bucket: environment('WIDGET_BUCKET'), key }, body, {
    contentType: 'application/json; charset=utf-8',
    cacheControl,
  });
}

async function findBot({ accountId, botId }: StoredBot): Promise<StoredBot | null> {
  try {
    return await loadBot({ accountId: AccountId.parse(accountId), botId: BotId.parse(botId) });
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'bot.not_found') return null;
    throw error;
  }
}
