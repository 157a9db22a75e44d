import { useSyncExternalStore } from 'react';
import { useTexts, useTextsMissing } from '#i18n/index';
import { offeredUpdate, onUpdateOffered } from '#lib/updates';
import styles from './ReloadNotice.module.css';

/**
 * Offers to load the page again: for the new version, where taking it at once would cost the person what they have
 * entered, and for texts that did not come.
 */
export function ReloadNotice() {
  const { t } = useTexts();
  const apply = useSyncExternalStore(onUpdateOffered, offeredUpdate);
  const areTextsMissing = useTextsMissing();
  return (
    // Always there, so that a screen reader hears it come.
    <div role="status" className={styles.region}>
      {(apply || areTextsMissing) && (
        <p className={`floats row ${styles.offer}`}>
          <span>{t(apply ? 'common:newVersion.text' : 'common:textsMissing')}</span>
          <button
            type="button"
            className="amplify-button amplify-button--small amplify-button--primary"
            onClick={apply ?? (() => location.reload())}
          >
            {t('common:newVersion.reload')}
          </button>
        </p>
      )}
    </div>
  );
}
