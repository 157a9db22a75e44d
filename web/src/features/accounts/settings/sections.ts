import type { Permission } from '#contract/base/permissions';

/** Sections of the settings in their order, each with what a person must be allowed to do there. */
export const SETTINGS_SECTIONS = {
  general: null,
  appearance: null,
  accessibility: null,
  notifications: null,
  security: null,
  'api-keys': 'settings.edit',
  alpha: null,
  account: null,
} as const satisfies Record<string, Permission | null>;
export type SettingsSection = keyof typeof SETTINGS_SECTIONS;
export const SETTINGS_SECTION_NAMES = Object.keys(SETTINGS_SECTIONS) as SettingsSection[];
