import { type ReactNode, useId } from 'react';
import styles from './Card.module.css';

/** A titled part of a page. */
export function Card({
  title,
  lead,
  action,
  children,
}: {
  readonly title: string;
  readonly lead?: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section className={`framed round ${styles.card}`} aria-labelledby={id}>
      <div className={`row apart top parted-below ${styles.head}`}>
        <div>
          <h2 id={id}>{title}</h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}
