import type { ReactNode } from 'react';
import styles from './layout.module.css';

interface LayoutProps {
  readonly gap?: 'small' | 'medium' | 'large';
  readonly children: ReactNode;
}

/** One below the other. */
export function Stack({ gap = 'medium', children }: LayoutProps) {
  return (
    <div className={styles.stack} data-gap={gap}>
      {children}
    </div>
  );
}

/** Beside one another, as far as there is room. */
export function Row({ gap = 'medium', children }: LayoutProps) {
  return (
    <div className={styles.row} data-gap={gap}>
      {children}
    </div>
  );
}

/** What is said beside the matter. */
export function Muted({ children }: { readonly children: ReactNode }) {
  return <p className={styles.muted}>{children}</p>;
}
