import type { ReactNode } from 'react';
import { CloseButton } from '#components/CloseButton.tsx';
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
  return (
    <div
      className={`stack small ${styles.outcome} ${isFailure ? '' : styles.note}`}
      role={isFailure ? 'alert' : 'status'}
    >
      <div className="line snug apart top strong">
        <p>{text}</p>
        <CloseButton size={18} className={styles.close} onClose={onClose} />
      </div>
      <ul>{children}</ul>
    </div>
  );
}
