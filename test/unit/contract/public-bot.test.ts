import { expect, test } from 'vitest';
import { WidgetId } from '#contract/base/ids';
import { type BotConfig, botDefaults } from '#contract/bots/bot-config';
import { PublicBot } from '#contract/bots/public-bot';
import { publicBot } from '#core/bots/public-bot';

const shown = (config: BotConfig) =>
  publicBot({ widgetId: WidgetId.parse('abcdefg1'), version: 1, botName: 'Kim', paused: false, config });

test('visitors of another language read in it what nobody changed, and the rest as it was written', () => {
  const bot = shown({ ...botDefaults('en'), offlineMessage: 'Gone fishing.' });
  const { welcomeMessage, placeholder } = botDefaults('de');
  expect(bot.translations).toEqual({ de: { welcomeMessage, placeholder } });
  expect(PublicBot.parse(bot)).toEqual(bot);
});

test('the chat is in the language of its visitor as long as nobody wrote its texts, then in that of the bot alone', () => {
  const bot = botDefaults('de');
  expect(shown(bot).onlyLanguage).toBeNull();
  // Nothing to read is in no language.
  expect(shown({ ...bot, offlineMessage: '' }).onlyLanguage).toBeNull();
  for (const words of [
    { welcomeMessage: 'Moin!' },
    { greetingMessage: 'Fragen?' },
    { starterQuestions: ['Wann haben Sie geöffnet?'] },
  ])
    expect(shown({ ...bot, ...words }).onlyLanguage).toBe('de');
});

test('a text of the other language that somebody wrote themselves is not taken for an untouched one', () => {
  const { welcomeMessage } = botDefaults('de');
  expect(shown({ ...botDefaults('en'), welcomeMessage }).translations.de).not.toHaveProperty(
    'welcomeMessage',
  );
});
