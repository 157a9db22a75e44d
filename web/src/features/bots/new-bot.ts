import * as z from 'zod';
import type { Language } from '#contract/accounts/profile';
import { BotConfig, botDefaults, DEFAULT_MESSAGES, EditedConfig, messageIn } from '#contract/bots/bot-config';
import { BotName, type CreateBot } from '#contract/bots/bots';
import { changedFields } from '#features/bots/merge.ts';

/** The form that creates a bot: its whole configuration, its name, and what becomes of it then. */
export const NewBot = EditedConfig.extend({ name: BotName, start: z.enum(['draft', 'deploy']) });
export type NewBot = z.infer<typeof NewBot>;

/** What the form begins with. Nobody has asked yet for the bot to be live. */
export function newBot({
  language,
  companyName,
  timezone,
}: {
  readonly language: Language;
  /** Visitors read it under the bot's name: none is better than a placeholder. */
  readonly companyName: string;
  /** As the browser has it. */
  readonly timezone: string;
}): NewBot {
  const defaults = botDefaults(language);
  const known = BotConfig.shape.timezone.safeParse(timezone);
  return {
    ...defaults,
    companyName,
    timezone: known.success ? known.data : defaults.timezone,
    name: '',
    start: 'draft',
  };
}

/** What is sent of it: besides what was chosen everything takes the default of the language. */
export function chosenOf({ name, start, ...config }: NewBot): z.input<typeof CreateBot> {
  const { language } = config;
  const chosen = changedFields(botDefaults(language), config).map((field) => [field, config[field]]);
  return { ...Object.fromEntries(chosen), language, name, deploy: start === 'deploy' };
}

/** Texts that nobody has changed yet, in the language that the bot is to have now. */
export function messagesAfter(former: Language, language: Language, config: BotConfig): Partial<BotConfig> {
  const messages = Object.keys(DEFAULT_MESSAGES[language]) as (keyof (typeof DEFAULT_MESSAGES)[Language])[];
  return Object.fromEntries(
    messages.map((message) => [message, messageIn(language, { ...config, language: former }, message)]),
  );
}
