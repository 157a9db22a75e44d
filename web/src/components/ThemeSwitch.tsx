import { Monitor, Moon, Sun } from 'lucide-react';
import { useTexts } from '../i18n';
import type { TranslationKey } from '../i18n/keys';
import { THEMES, type Theme, useTheme } from '../theme/theme';
import { Segmented } from './Segmented';

const NAMES: Record<Theme, TranslationKey> = {
  system: 'common:theme.system',
  light: 'common:theme.light',
  dark: 'common:theme.dark',
};
const ICONS: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

export function ThemeSwitch() {
  const { t } = useTexts();
  const { theme, setTheme } = useTheme();
  return (
    <Segmented
      label={t('common:theme.label')}
      value={theme}
      options={THEMES.map((value) => {
        const Icon = ICONS[value];
        return { value, label: t(NAMES[value]), icon: <Icon size={15} aria-hidden="true" /> };
      })}
      onChange={setTheme}
    />
  );
}
