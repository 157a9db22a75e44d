import { type BotConfig, botDefaults } from '#contract/bots/bot-config';
import type { StoredBot } from './stored-bot';

/** In whose name visitors get mail: the company's, and while nobody has said what it is called, the bot's. */
export function senderName(
  { name }: Pick<StoredBot, 'name'>,
  { companyName, language }: Pick<BotConfig, 'companyName' | 'language'>,
): string {
  return companyName === '' || companyName === botDefaults(language).companyName ? name : companyName;
}
