/**
 * A bot's settings are one form in six tabs; the tab is in the address, so that a change of tab leaves no page. A control
 * knows its field by `useSetting`. A save sends what was changed, based on the version that was shown; what others saved
 * meanwhile is merged (`merge-configs.ts`) and saved at once (`save-edits.ts`); what both changed is asked. What is done
 * at once (`Integrations`, `Deployment`) has forms of its own beside it.
 */
import { BotConfig, CONFIG_FIELDS } from '#contract/bots/bot-config';
import type { Bot } from '#contract/bots/bots';

export const TABS = ['general', 'appearance', 'messaging', 'ai', 'integrations', 'deployment'] as const;
export type Tab = (typeof TABS)[number];

export type SettingField = keyof BotConfig;
/** Settings whose value is of this type. */
export type FieldOf<T> = { [F in SettingField]: BotConfig[F] extends T ? F : never }[SettingField];

/** Where each setting is edited. Those that are edited elsewhere, or not by people, stand in none. */
export const FIELDS_OF: Readonly<Record<Tab, readonly SettingField[]>> = {
  general: [
    'description',
    'type',
    'category',
    'language',
    'visibility',
    'companyName',
    'timezone',
    'avatarUrl',
    'analyticsEnabled',
    'retentionDays',
    'maskEmails',
    'maskPhones',
    'maskCards',
  ],
  appearance: [
    'primaryColor',
    'secondaryColor',
    'accentColor',
    'theme',
    'buttonStyle',
    'fontFamily',
    'fontSize',
    'position',
    'size',
    'mode',
    'embeddedWidth',
    'embeddedHeight',
    'borderRadius',
    'shadow',
    'responsive',
    'showBranding',
    'customCss',
  ],
  messaging: [
    'welcomeMessage',
    'greetingMessage',
    'fallbackMessage',
    'offlineMessage',
    'escalationMessage',
    'placeholder',
    'starterQuestions',
    'autoOpen',
    'typingIndicator',
    'responseDelay',
    'enableFileUpload',
    'enableFeedback',
    'collectFeedback',
    'businessHours',
  ],
  ai: [
    'instructions',
    'escalationEnabled',
    'escalationTrigger',
    'escalationThreshold',
    'escalationKeywords',
    'maxRetries',
    'sessionTimeoutMinutes',
    'model',
  ],
  integrations: [],
  deployment: ['allowedDomains'],
};

/** The tab that the page's address names; the first where it names none. */
export function tabOf(address: URLSearchParams): Tab {
  return TABS.find((tab) => tab === address.get('tab')) ?? 'general';
}

export function tabOfField(field: string): Tab | undefined {
  return TABS.find((tab) => FIELDS_OF[tab].some((own) => own === field));
}

/** A bot's configuration, without what else is known of it. */
export function configOf(bot: Bot | BotConfig): BotConfig {
  return Object.fromEntries(CONFIG_FIELDS.map((field) => [field, bot[field]])) as unknown as BotConfig;
}

/** What is typed, where it can be used as it stands; else what was there before. */
export function usableConfig(typed: BotConfig, before: BotConfig): BotConfig {
  const usable = CONFIG_FIELDS.map((field) => {
    const parsed = BotConfig.shape[field].safeParse(typed[field]);
    return [field, parsed.success ? parsed.data : before[field]];
  });
  return Object.fromEntries(usable) as BotConfig;
}

/** Id of the button that saves: what changes settings from elsewhere on the page goes on there. */
export const SAVE_BUTTON = 'save-settings';
