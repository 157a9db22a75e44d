import { useSyncExternalStore } from 'react';
import { useTexts } from '../i18n';
import { offeredUpdate, onUpdateOffered } from '../lib/updates';
import styles from './NewVersion.module.css';

/** Offers the new version where taking it at once would cost the person what she has entered. */
export function NewVersion() {
  const { t } = useTexts();
  const apply = useSyncExternalStore(onUpdateOffered, offeredUpdate);
  return (
    // Always there, so that a screen reader hears it come.
    <div role="status" className={styles.region}>
      {apply && (
        <p className={styles.offer}>
          <span>{t('common:newVersion.text')}</span>
          <button
            type="button"
            className="amplify-button amplify-button--small amplify-button--primary"
            onClick={apply}
          >
            {t('common:newVersion.reload')}
          </button>
        </p>
      )}
    </div>
  );
}
