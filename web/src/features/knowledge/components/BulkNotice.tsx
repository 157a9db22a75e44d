import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n/index';
import styles from './bulk.module.css';

/** What came of doing something with several documents: a sentence, and a list of what it is about. */
export function BulkNotice({
  text,
  isFailure,
  onClose,
  children,
}: {
  readonly text: string;
  readonly isFailure: boolean;
  readonly onClose: () => void;
  /** Entries of the list. */
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <div
      className={`stack small ${styles.outcome} ${isFailure ? '' : styles.note}`}
      role={isFailure ? 'alert' : 'status'}
    >
      <div className="line snug apart top strong">
        <p>{text}</p>
        <button
          type="button"
          className={`icon-button ${styles.close}`}
          onClick={onClose}
          aria-label={t('common:close')}
        >
          <X size={18} aria-hidden="true" />
        </button>
      </div>
      <ul>{children}</ul>
    </div>
  );
}
