import { AccountId, BotId } from '#contract/base/ids';
import type { BotConfig } from '#contract/bots/bot-config';
import { isWithPerson } from '#contract/conversations/conversation-status';
import { assertPublic, assertTakesQuestions, findBot } from '../bots/bots';
import type { StoredBot } from '../bots/stored-bot';
import type { StoredConversation } from './entity';

/**
 * What answers in a conversation. Throws `widget.not_found` or `widget.paused` where its bot was unpublished, or paused,
 * while it went on. A paused bot keeps nobody from a person, and an editor's trial goes on as long as there is the bot.
 */
export async function askedConfig(conversation: StoredConversation): Promise<BotConfig> {
  const { accountId, botId } = conversation;
  return configAskedOf(
    await findBot({ accountId: AccountId.parse(accountId), botId: BotId.parse(botId) }),
    conversation,
  );
}

/** The same of a bot that was read. */
export function configAskedOf(
  bot: StoredBot | null,
  { isTest, status }: Pick<StoredConversation, 'isTest' | 'status'>,
): BotConfig {
  if (isTest && bot) return bot.config;
  const { publication } = isWithPerson(status) ? assertPublic(bot) : assertTakesQuestions(bot);
  return publication.config;
}

/** What answers in a conversation: the draft in an editor's trial, elsewhere what is published; null: nothing. */
export function answeringConfig(
  bot: StoredBot | null,
  { isTest }: Pick<StoredConversation, 'isTest'>,
): BotConfig | null {
  return (isTest ? bot?.config : bot?.publication?.config) ?? null;
}
