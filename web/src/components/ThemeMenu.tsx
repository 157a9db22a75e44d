import { Monitor, Moon, Sun } from 'lucide-react';
import { useTexts } from '../i18n';
import type { TranslationKey } from '../i18n/keys';
import { THEMES, type Theme, useTheme } from '../theme/theme';
import { CompactSelect } from './CompactSelect';

const NAMES: Record<Theme, TranslationKey> = {
  system: 'common:theme.system',
  light: 'common:theme.light',
  dark: 'common:theme.dark',
};
const ICONS: Record<Theme, typeof Sun> = { system: Monitor, light: Sun, dark: Moon };

/** Light, dark or the device's choice, as a dropdown behind one icon. */
export function ThemeMenu() {
  const { t } = useTexts();
  const { theme, setTheme } = useTheme();
  const Icon = ICONS[theme];
  return (
    <CompactSelect
      label={t('common:theme.label')}
      icon={<Icon size={18} />}
      value={theme}
      options={THEMES.map((value) => ({ value, label: t(NAMES[value]) }))}
      onChange={setTheme}
    />
  );
}
