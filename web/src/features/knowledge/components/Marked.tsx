import type { MarkedText } from '../../../../../functions/contract/retrieval';
import styles from './found.module.css';

/** A text in which what was searched stands out. */
export function Marked({ text, marks }: MarkedText) {
  return (
    <>
      {marks.map(({ start, end }, index) => (
        <span key={start}>
          {text.slice(marks[index - 1]?.end ?? 0, start)}
          <mark className={styles.mark}>{text.slice(start, end)}</mark>
        </span>
      ))}
      {text.slice(marks.at(-1)?.end ?? 0)}
    </>
  );
}
