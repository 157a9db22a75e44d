import { RefreshCw } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useTexts } from '../i18n';
import { applyUpdate, isUpdateOffered, onUpdateOffered } from '../lib/service-worker';
import styles from './NewVersion.module.css';

/** Offers the new version where taking it at once would cost the person what she has entered. */
export function NewVersion() {
  const { t } = useTexts();
  const offered = useSyncExternalStore(onUpdateOffered, isUpdateOffered);
  return (
    // Always there, so that a screen reader hears it come.
    <div role="status" className={styles.region}>
      {offered && (
        <p className={styles.offer}>
          <RefreshCw size={18} aria-hidden="true" />
          <span>{t('common:newVersion.text')}</span>
          <button
            type="button"
            className="amplify-button amplify-button--small amplify-button--primary"
            onClick={applyUpdate}
          >
            {t('common:newVersion.reload')}
          </button>
        </p>
      )}
    </div>
  );
}
