import { Card } from '#components/Card.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { useTexts } from '#i18n/index';
import { DISPLAY, useDisplay } from '#theme/display';
import styles from './settings.module.css';

const NAMES = ['motion', 'contrast', 'text'] as const;

export function Accessibility() {
  const { t } = useTexts();
  return (
    <Card title={t('settings:tabs.accessibility')} lead={t('settings:accessibility.lead')}>
      {NAMES.map((name) => (
        <Choice key={name} name={name} />
      ))}
    </Card>
  );
}

function Choice({ name }: { readonly name: (typeof NAMES)[number] }) {
  const { t } = useTexts();
  const { value, choose } = useDisplay(name);
  return (
    <div className={styles.field}>
      <Segmented
        label={t(`settings:accessibility.${name}`)}
        value={value}
        options={DISPLAY[name].map((each) => ({
          value: each,
          label: t(`settings:accessibility.values.${each}`),
        }))}
        onChange={choose}
      />
    </div>
  );
}
