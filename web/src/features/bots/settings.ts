import { BotConfig, CONFIG_FIELDS } from '../../../../functions/contract/bot-config';
import type { Bot } from '../../../../functions/contract/bots';

export const TABS = ['general', 'appearance', 'messaging', 'ai', 'integrations', 'deployment'] as const;
export type Tab = (typeof TABS)[number];

export type SettingField = keyof BotConfig;

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
