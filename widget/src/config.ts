import type { PublicBot } from '#contract/bots/public-bot';
import * as strings from './strings';

/** What the page sets goes before what is published, and that before the script's attributes. */
export function configOf(
  data: DOMStringMap,
  published: PublicBot | undefined,
  overrides: Partial<PublicBot>,
): Partial<PublicBot> {
  return {
    mode: 'floating',
    botName: data.botName || 'AI Assistant',
    companyName: data.companyName || '',
    welcomeMessage: data.greeting || '',
    avatarUrl: data.logo || null,
    ...inLanguage(published),
    // Where in the page the chat stands is for the page to say.
    ...(data.mode && { mode: data.mode as PublicBot['mode'] }),
    ...overrides,
  };
}

/** The texts that its owner never changed are in the visitor's language. */
export function inLanguage(bot: Partial<PublicBot> | undefined): Partial<PublicBot> {
  return { ...bot, ...(bot?.translations?.[strings.language] as Partial<PublicBot> | undefined) };
}
