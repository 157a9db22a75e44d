import { useTexts } from '#i18n/index';
import { THEMES, useTheme } from '#theme/theme';
import { Segmented } from './Segmented';
import { THEME_OPTIONS } from './theme-options';

export function ThemeSwitch() {
  const { t } = useTexts();
  const { theme, setTheme } = useTheme();
  return (
    <Segmented
      label={t('common:theme.label')}
      value={theme}
      options={THEMES.map((value) => {
        const { name, Icon } = THEME_OPTIONS[value];
        return { value, label: t(name), icon: <Icon size={15} aria-hidden="true" /> };
      })}
      onChange={setTheme}
    />
  );
}
