import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export function EmptyState({
  icon,
  title,
  children,
  action,
  heading: Heading = 'h2',
}: {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
  readonly action?: ReactNode;
  /** `h1` where it is all there is on the page. */
  readonly heading?: 'h1' | 'h2' | 'h3';
}) {
  return (
    <div className={`framed round centred ${styles.empty}`}>
      <span className={`emblem large ${styles.icon}`} aria-hidden="true">
        {icon}
      </span>
      <Heading>{title}</Heading>
      <p>{children}</p>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
