import { Card } from '#components/Card.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { ThemeSwitch } from '#components/ThemeSwitch.tsx';
import { useTexts } from '#i18n/index';
import { DISPLAY, useDisplay } from '#theme/display';

export function Appearance() {
  const { t } = useTexts();
  const density = useDisplay('density');
  return (
    <>
      <Card title={t('settings:appearance.theme')}>
        <ThemeSwitch />
      </Card>
      <Card title={t('settings:appearance.density')} lead={t('settings:appearance.densityText')}>
        <Segmented
          label={t('settings:appearance.density')}
          labelHidden
          value={density.value}
          options={DISPLAY.density.map((value) => ({
            value,
            label: t(`settings:appearance.values.${value}`),
          }))}
          onChange={density.choose}
        />
      </Card>
    </>
  );
}
