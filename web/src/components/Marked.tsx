import styles from './Marked.module.css';

/** A text in which what was searched stands out. */
export function Marked({
  text,
  marks,
}: {
  readonly text: string;
  /** From the first character to before the last, in their order. */
  readonly marks: readonly { readonly start: number; readonly end: number }[];
}) {
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
