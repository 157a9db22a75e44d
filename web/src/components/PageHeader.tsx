import type { ReactNode } from 'react';
import { useTitle } from '#lib/use-title';
import { Clamp } from './Clamp';
import styles from './PageHeader.module.css';

/** A page's name, what it is for, and its main action. */
export function PageHeader({
  title,
  name = title,
  lead,
  children,
}: {
  readonly title: string;
  /** The page's name in the browser's tab, where it is not the title. */
  readonly name?: string;
  readonly lead?: string | undefined;
  readonly children?: ReactNode;
}) {
  useTitle(name);
  return (
    <header className={`row apart bottom ${styles.header}`}>
      <div className={styles.words}>
        <h1>
          <Clamp text={title} />
        </h1>
        {lead && <p>{lead}</p>}
      </div>
      {children && <div className={`row small ${styles.actions}`}>{children}</div>}
    </header>
  );
}
