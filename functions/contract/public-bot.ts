import * as z from 'zod';
import { BotConfig, botDefaults, messageIn } from './bot-config';
import { Prompt } from './conversations';
import { runs } from './flow-check';
import { opening } from './flow-opening';
import { WidgetId } from './ids';
import { Language } from './profile';

/** What a stranger's website may know of a bot's configuration. */
const SHOWN = {
  companyName: true,
  language: true,
  avatarUrl: true,
  primaryColor: true,
  secondaryColor: true,
  accentColor: true,
  theme: true,
  buttonStyle: true,
  fontFamily: true,
  fontSize: true,
  position: true,
  size: true,
  mode: true,
  embeddedWidth: true,
  embeddedHeight: true,
  borderRadius: true,
  shadow: true,
  responsive: true,
  showBranding: true,
  customCss: true,
  welcomeMessage: true,
  greetingMessage: true,
  offlineMessage: true,
  escalationMessage: true,
  placeholder: true,
  starterQuestions: true,
  autoOpen: true,
  typingIndicator: true,
  responseDelay: true,
  enableFileUpload: true,
  enableFeedback: true,
  collectFeedback: true,
  escalationEnabled: true,
  maxRetries: true,
  sessionTimeoutMinutes: true,
} as const;

/** Texts that visitors read before they have said anything. */
const GREETINGS = ['welcomeMessage', 'offlineMessage', 'placeholder'] as const;
const Greetings = BotConfig.pick({ welcomeMessage: true, offlineMessage: true, placeholder: true }).partial();

/**
 * What the edge serves at /w/{widgetId}.json: the published version of a bot as a stranger's website may know it.
 * Times are not in it: it is cached, and whether people are there is the server's to say.
 */
export const PublicBot = BotConfig.pick(SHOWN).extend({
  widgetId: WidgetId,
  /** What visitors of another language read in place of the bot's own texts: of those that nobody changed. */
  translations: z.partialRecord(Language, Greetings),
  /** The language of the chat for every visitor; null: the visitor's own, since all texts of the bot exist in it. */
  onlyLanguage: Language.nullable(),
  /** Of the publication, not of the editor's draft. */
  version: z.number().int().positive(),
  botName: z.string(),
  /** Paused: the widget says the offline message and takes no question. */
  paused: z.boolean(),
  /** How the bot's flow begins, after the welcome message; null: the visitor asks first. */
  opening: z.object({ text: z.string(), prompt: Prompt.nullable() }).nullable(),
});
export type PublicBot = z.infer<typeof PublicBot>;

export const PUBLIC_FIELDS = Object.keys(SHOWN) as readonly (keyof typeof SHOWN)[];

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

function translated(config: BotConfig, language: Language): z.infer<typeof Greetings> {
  const changed = GREETINGS.map((field) => [field, messageIn(language, config, field)]);
  return Object.fromEntries(changed.filter(([field, text]) => text !== config[field as 'placeholder']));
}
