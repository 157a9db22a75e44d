import styles from './integrations.module.css';

/** Lines to read and to copy: a field, so that the keyboard reaches and scrolls them. */
export function CodeText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <textarea
      className={styles.code}
      readOnly
      rows={Math.min(text.split('\n').length, MOST_ROWS)}
      wrap="off"
      spellCheck={false}
      value={text}
      aria-label={label}
    />
  );
}

const MOST_ROWS = 14;
