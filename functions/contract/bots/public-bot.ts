import * as z from 'zod';
import { Language } from '../accounts/profile';
import { WidgetId } from '../base/ids';
import { BotConfig } from './bot-config';
import { Prompt } from './flow';

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
export const GREETINGS = ['welcomeMessage', 'offlineMessage', 'placeholder'] as const;
export const Greetings = BotConfig.pick({
  welcomeMessage: true,
  offlineMessage: true,
  placeholder: true,
}).partial();
export type Greetings = z.infer<typeof Greetings>;

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
