import type { ReactNode } from 'react';
import styles from './SaveBar.module.css';

/** What is unsaved is saved from wherever one is on the page: the last part of it, at the bottom of the window. */
export function SaveBar({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className={styles.bar}>
      <p>{text}</p>
      {children}
    </div>
  );
}
