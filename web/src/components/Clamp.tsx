import { type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './Clamp.module.css';

/**
 * A name of any length in at most two lines, or as many as `--clamp` says around it. All of it shows on hover, on
 * keyboard focus of what it belongs to (the link around it, or the `data-clamp-group`), and to a screen reader.
 */
export function Clamp({
  text,
  children,
}: {
  readonly text: string;
  /** The same text, with parts of it marked. */
  readonly children?: ReactNode;
}) {
  const lines = useRef<HTMLSpanElement>(null);
  const [cut, setCut] = useState(false);
  useEffect(() => {
    const element = lines.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setCut(element.scrollHeight > element.clientHeight + 1));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <span className={styles.name} title={text} data-cut={cut}>
      <span className={styles.lines} ref={lines}>
        {children ?? text}
      </span>
    </span>
  );
}
