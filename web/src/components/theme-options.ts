import { Monitor, Moon, Sun } from 'lucide-react';
import type { TranslationKey } from '#i18n/keys';
import type { Theme } from '#theme/theme';

/** How each appearance is called and shown. */
export const THEME_OPTIONS: Readonly<
  Record<Theme, { readonly name: TranslationKey; readonly Icon: typeof Sun }>
> = {
  system: { name: 'common:theme.system', Icon: Monitor },
  light: { name: 'common:theme.light', Icon: Sun },
  dark: { name: 'common:theme.dark', Icon: Moon },
};
