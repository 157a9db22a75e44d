import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useTitle } from '#lib/use-title';
import styles from './auth.module.css';

/** Title, words and form of one step on the way in. */
export function AuthPage({
  title,
  titleId,
  lead,
  icon,
  tone = 'good',
  children,
}: {
  readonly title: string;
  readonly titleId?: string;
  readonly lead?: ReactNode;
  readonly icon?: ReactNode;
  readonly tone?: 'good' | 'bad';
  readonly children: ReactNode;
}) {
  useTitle(title);
  const page = useFocus();
  return (
    <div ref={page}>
      {icon && (
        <span className={`emblem large ${styles.figure}`} data-tone={tone} aria-hidden="true">
          {icon}
        </span>
      )}
      <div className={styles.title}>
        <h1 id={titleId} className="unringed" tabIndex={-1}>
          {title}
        </h1>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </div>
  );
}

/**
 * A step that comes takes the focus along: to its first empty field, or to its title where there is none or where
 * the keyboard of a phone would cover the page. Whoever opened the page themselves keeps it, fields aside.
 */
function useFocus() {
  const page = useRef<HTMLDivElement>(null);
  const opened = useLocation().key === 'default';
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the step comes
  useEffect(() => {
    const field = matchMedia('(pointer: fine)').matches
      ? [...(page.current?.querySelectorAll('input') ?? [])].find(
          ({ value, tabIndex }) => value === '' && tabIndex >= 0,
        )
      : undefined;
    if (field) field.focus();
    else if (!opened) page.current?.querySelector('h1')?.focus();
  }, []);
  return page;
}
