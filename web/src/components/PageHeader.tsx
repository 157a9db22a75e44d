import type { ReactNode } from 'react';
import { useTitle } from '../lib/use-title';
import styles from './PageHeader.module.css';

/** A page's name, what it is for, and its main action. */
export function PageHeader({
  title,
  lead,
  children,
}: {
  readonly title: string;
  readonly lead?: string | undefined;
  readonly children?: ReactNode;
}) {
  useTitle(title);
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
