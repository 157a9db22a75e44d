import type { ReactNode } from 'react';
import { useDescription } from '#lib/use-description';
import { useTitle } from '#lib/use-title';
import styles from './PublicHeading.module.css';

/** What a public page is, for its reader, the browser's tab and search engines. */
export function PublicHeading({
  title,
  heading = title,
  lead,
  description,
  above,
  children,
}: {
  /** In the tab. */
  readonly title: string;
  /** On the page, where that may say more. */
  readonly heading?: string;
  readonly lead: string;
  readonly description: string;
  readonly above?: ReactNode;
  readonly children?: ReactNode;
}) {
  useTitle(title);
  useDescription(description);
  return (
    <header className={styles.heading}>
      {above}
      <h1>{heading}</h1>
      <p className={styles.lead}>{lead}</p>
      {children && <div className={styles.actions}>{children}</div>}
    </header>
  );
}
