import styles from './Clamp.module.css';

/**
 * A name of any length in at most two lines, or as many as `--clamp` says around it. All of it shows on hover, on
 * keyboard focus of what it belongs to, and to a screen reader.
 */
export function Clamp({ text }: { readonly text: string }) {
  return (
    <span className={styles.clamp} title={text}>
      {text}
    </span>
  );
}
