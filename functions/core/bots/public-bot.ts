import { Language } from '#contract/accounts/profile';
import { type BotConfig, botDefaults, messageIn } from '#contract/bots/bot-config';
import { GREETINGS, type Greetings, PUBLIC_FIELDS, type PublicBot } from '#contract/bots/public-bot';
import { runs } from './flow/check';
import { opening } from './flow/opening';

/** What visitors see of a configuration; of an editor's draft, what they would see. */
export function publicBot({
  config,
  ...bot
}: Pick<PublicBot, 'widgetId' | 'version' | 'botName' | 'paused'> & {
  readonly config: BotConfig;
}): PublicBot {
  const shown = Object.fromEntries(PUBLIC_FIELDS.map((field) => [field, config[field]]));
  return {
    ...bot,
    ...(shown as Pick<BotConfig, (typeof PUBLIC_FIELDS)[number]>),
    translations: Object.fromEntries(
      Language.options
        .filter((language) => language !== config.language)
        .map((language) => [language, translated(config, language)]),
    ),
    onlyLanguage: hasOwnWords(config) ? config.language : null,
    opening: opening(config.flow),
  };
}

/** Whether somebody wrote what visitors read before they have said anything: it is in the bot's language alone. */
function hasOwnWords(config: BotConfig): boolean {
  const before = botDefaults(config.language);
  const isChanged = GREETINGS.some((field) => config[field] !== '' && config[field] !== before[field]);
  return (
    isChanged || config.greetingMessage !== '' || config.starterQuestions.length > 0 || runs(config.flow)
  );
}

function translated(config: BotConfig, language: Language): Greetings {
  const changed = GREETINGS.map((field) => [field, messageIn(language, config, field)]);
  return Object.fromEntries(changed.filter(([field, text]) => text !== config[field as 'placeholder']));
}
