import type { ReactNode } from 'react';
import styles from './SaveBar.module.css';

interface Props {
  readonly text: ReactNode;
  /** Where the text asks for something: on a phone it has a row of its own then, and else there is room for the buttons alone. */
  readonly isUrgent?: boolean;
  readonly children: ReactNode;
}

/** What is unsaved is saved from wherever one is on the page: the last part of it, at the bottom of the window. */
export function SaveBar({ text, isUrgent = false, children }: Props) {
  return (
    <div className={styles.bar}>
      <p data-urgent={isUrgent}>{text}</p>
      {children}
    </div>
  );
}
