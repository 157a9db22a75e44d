import { X } from 'lucide-react';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { Outcome } from '../each-document';
import styles from './bulk.module.css';

/** What could not be done, document by document, with the reason of each. */
export function BulkOutcome({
  outcome: { failed },
  onClose,
}: {
  readonly outcome: Outcome;
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  return (
    <div className={`stack small ${styles.outcome}`} role="alert">
      <div className={styles.head}>
        <p>
          {t('knowledge:bulk.failed', {
            count: failed.length,
            number: formatNumber(failed.length, language),
          })}
        </p>
        <button
          type="button"
          className={`icon-button ${styles.close}`}
          onClick={onClose}
          aria-label={t('common:close')}
        >
          <X size={18} aria-hidden="true" />
        </button>
      </div>
      <ul>
        {failed.map(({ document, code }) => (
          <li key={document.id}>
            <strong>{document.title}</strong> {t(`errors:${code}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}
