import styles from './Logo.module.css';

/** A speech bubble that is also the P of Parley; the answer is the dot inside. */
export function LogoMark({ size = 28 }: { readonly size?: number }) {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <rect className={styles.tile} width="32" height="32" rx="8" />
      <path className={styles.bubble} d="M8 27.4V14a8 8 0 0 1 16 0 8 8 0 0 1-8 8h-1.6z" />
      <circle className={styles.dot} cx="16" cy="14" r="3.6" />
    </svg>
  );
}

export function Logo({ size = 28 }: { readonly size?: number }) {
  return (
    <span className={styles.logo}>
      <LogoMark size={size} />
      <span className={styles.name}>Parley</span>
    </span>
  );
}
