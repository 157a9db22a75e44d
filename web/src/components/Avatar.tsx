import { initials } from '#lib/initials';
import styles from './Avatar.module.css';

/** A person in two letters. Her name stands beside it. */
export function Avatar({ name, large = false }: { readonly name: string; readonly large?: boolean }) {
  return (
    <span className={styles.avatar} data-large={large} aria-hidden="true">
      {initials(name)}
    </span>
  );
}
