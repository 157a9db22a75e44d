import type { ReactNode } from 'react';
import { useTexts } from '../i18n';
import { errorCode } from '../lib/api-error';
import styles from './SaveBar.module.css';

interface Props {
  readonly text: ReactNode;
  /** Where the text asks for something: on a phone it has a row of its own then, and else there is room for the buttons alone. */
  readonly isUrgent?: boolean;
  /** Why the last attempt failed, or null: told here instead of the text, since whoever saves may see no other part of the page. */
  readonly failure?: unknown;
  readonly children: ReactNode;
}

/** What is unsaved is saved from wherever one is on the page: the last part of it, at the bottom of the window. */
export function SaveBar({ text, isUrgent = false, failure = null, children }: Props) {
  const { t } = useTexts();
  return (
    <div className={styles.bar}>
      {failure === null ? (
        <p data-urgent={isUrgent}>{text}</p>
      ) : (
        <p className={styles.failure} data-urgent role="alert">
          {t(`errors:${errorCode(failure)}`)}
        </p>
      )}
      {children}
    </div>
  );
}
