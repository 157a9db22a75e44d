import { Button } from '@aws-amplify/ui-react';
import { useTexts } from '#i18n/index';
import styles from './UndecidedHint.module.css';

/** Why nothing can be saved now, where one would save, with the way to what is asked. */
export function UndecidedHint({ count, onShow }: { readonly count: number; readonly onShow: () => void }) {
  const { t } = useTexts();
  return (
    <span className={styles.hint}>
      {t('bots:settings.undecided', { count })}{' '}
      <Button size="small" variation="link" className={styles.decide ?? ''} onClick={onShow}>
        {t('bots:settings.decide')}
      </Button>
    </span>
  );
}
