import type { ReactNode } from 'react';
import { useTitle } from '../../../lib/use-title';
import styles from './forms.module.css';

/** Title, words and form of one step on the way in. */
export function AuthPage({
  title,
  lead,
  icon,
  tone = 'good',
  children,
}: {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly icon?: ReactNode;
  readonly tone?: 'good' | 'bad';
  readonly children: ReactNode;
}) {
  useTitle(title);
  return (
    <div>
      {icon && (
        <span className={styles.figure} data-tone={tone} aria-hidden="true">
          {icon}
        </span>
      )}
      <div className={styles.title}>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </div>
  );
}
