import styles from './knowledge.module.css';

/** The kind of a file as a small label in its own colour. */
export function FileMark({ fileName }: { readonly fileName: string }) {
  const extension = fileName.includes('.') ? (fileName.split('.').at(-1) ?? '') : '';
  const kind = extension.toLowerCase().replace('markdown', 'md').slice(0, 4);
  return (
    <span className={styles.file} data-kind={kind} aria-hidden="true">
      {kind || '?'}
    </span>
  );
}
