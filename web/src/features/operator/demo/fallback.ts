import { botDefaults } from '#contract/bots/bot-config';
import type { PublicBot } from '#contract/bots/public-bot';
import { publicBot } from '#core/bots/public-bot';
import { NO_WIDGET } from '#features/bots/no-widget.ts';
import type { LanguageCode } from '#i18n/languages';

/** What the chat looks like without anything from the server; who asks it something is told that nobody answers. */
export function fallbackBot(language: LanguageCode): PublicBot {
  return publicBot({
    widgetId: NO_WIDGET,
    version: 1,
    botName: 'Parley',
    paused: false,
    config: {
      ...botDefaults(language),
      companyName: 'Parley',
      primaryColor: '#0c5a52',
      accentColor: '#0c5a52',
    },
  });
}
