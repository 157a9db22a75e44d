import styles from './CodeText.module.css';

/** Lines to read and to copy: a field, so that the keyboard reaches and scrolls them, and whole as soon as it is there. */
export function CodeText({
  label,
  text,
  wraps = false,
}: {
  readonly label: string;
  readonly text: string;
  /** What is no code: its lines may be any length. */
  readonly wraps?: boolean;
}) {
  return (
    <textarea
      className={styles.code}
      readOnly
      rows={Math.min(wraps ? Math.ceil(text.length / WRAPPED) : text.split('\n').length, MOST_ROWS)}
      wrap={wraps ? 'soft' : 'off'}
      spellCheck={false}
      value={text}
      aria-label={label}
      onFocus={(event) => event.target.select()}
    />
  );
}

const MOST_ROWS = 14;
/** About as many letters stand in a line. */
const WRAPPED = 60;
