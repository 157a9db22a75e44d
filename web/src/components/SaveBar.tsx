import { type ReactNode, useEffect, useRef } from 'react';
import { useTexts } from '../i18n';
import { errorCode } from '../lib/api-error';
import styles from './SaveBar.module.css';

interface Props {
  readonly text: ReactNode;
  /** Where the text asks for something: on a phone it has a row of its own then, and else there is room for the buttons alone. */
  readonly isUrgent?: boolean;
  /** Why the last attempt failed, or null: told here instead of the text, since whoever saves may see no other part of the page. */
  readonly failure?: unknown;
  readonly children: ReactNode;
}

/** What is unsaved is saved from wherever one is on the page: the last part of it, at the bottom of the window. */
export function SaveBar({ text, isUrgent = false, failure = null, children }: Props) {
  const { t } = useTexts();
  const bar = useRef<HTMLDivElement>(null);
  // What it takes of the window, up to its upper edge, is `--save-bar`: toasts stand above it.
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const measure = () =>
      style.setProperty('--save-bar', `${window.innerHeight - element.getBoundingClientRect().top}px`);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // At the page's end it rests where it is written, and goes with what grows above it.
    observer.observe(document.body);
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
      style.removeProperty('--save-bar');
    };
  }, []);
  return (
    <div ref={bar} className={styles.bar}>
      {failure === null ? (
        <p data-urgent={isUrgent}>{text}</p>
      ) : (
        <p className={styles.failure} data-urgent role="alert">
          {t(`errors:${errorCode(failure)}`)}
        </p>
      )}
      {children}
    </div>
  );
}
