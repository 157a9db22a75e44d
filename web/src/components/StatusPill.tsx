import type { ReactNode } from 'react';
import styles from './StatusPill.module.css';

export type Tone = 'neutral' | 'busy' | 'good' | 'bad' | 'warn';

export function StatusPill({ tone, children }: { readonly tone: Tone; readonly children: ReactNode }) {
  return (
    <span className={styles.pill} data-tone={tone}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.text}>{children}</span>
    </span>
  );
}
