import { X } from 'lucide-react';
import type { Document } from '#contract/knowledge/documents';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { NO_FILE, whyNoFile } from '../no-file';
import styles from './bulk.module.css';

/** How many of the chosen documents were not downloaded since there is no file, and why. */
export function WithoutFile({
  documents,
  onClose,
}: {
  readonly documents: readonly Document[];
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const counted = (count: number) => ({ count, number: formatNumber(count, language) });
  const reasons = NO_FILE.map((reason) => ({
    reason,
    count: documents.filter((document) => whyNoFile(document) === reason).length,
  }));
  return (
    <div className={`stack small ${styles.outcome} ${styles.note}`} role="status">
      <div className={styles.head}>
        <p>{t('knowledge:bulk.withoutFile', counted(documents.length))}</p>
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
        {reasons.map(
          ({ reason, count }) =>
            count > 0 && <li key={reason}>{t(`knowledge:bulk.noFile.${reason}`, counted(count))}</li>,
        )}
      </ul>
    </div>
  );
}
