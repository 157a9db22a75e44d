import { useTexts } from '#i18n/index';
import { THEMES, useTheme } from '#theme/theme';
import { CompactSelect } from './CompactSelect';
import { THEME_OPTIONS } from './theme-options';

/** Light, dark or the device's choice, as a dropdown behind one icon. */
export function ThemeMenu() {
  const { t } = useTexts();
  const { theme, setTheme } = useTheme();
  const { Icon } = THEME_OPTIONS[theme];
  return (
    <CompactSelect
      label={t('common:theme.label')}
      icon={<Icon size={18} />}
      value={theme}
      options={THEMES.map((value) => ({ value, label: t(THEME_OPTIONS[value].name) }))}
      onChange={setTheme}
    />
  );
}
