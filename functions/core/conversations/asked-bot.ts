import type { BotConfig } from '../../contract/bot-config';
import { AccountId, BotId } from '../../contract/ids';
import { assertTakesQuestions, findBot } from '../bots/bots';
import type { StoredBot } from '../bots/stored-bot';
import type { StoredConversation } from './entity';

/**
 * Throws `widget.not_found` or `widget.paused` where the bot of a conversation was taken off the air, or paused,
 * while it went on. An editor's trial goes on as long as there is the bot.
 */
export async function assertMayAsk({ accountId, botId, isTest }: StoredConversation): Promise<void> {
  const bot = await findBot({ accountId: AccountId.parse(accountId), botId: BotId.parse(botId) });
  if (!isTest || !bot) assertTakesQuestions(bot);
}

/** What answers in a conversation: the draft in an editor's trial, elsewhere what is published; null: nothing. */
export function answeringConfig(
  bot: StoredBot | null,
  { isTest }: Pick<StoredConversation, 'isTest'>,
): BotConfig | null {
  return (isTest ? bot?.config : bot?.publication?.config) ?? null;
}
