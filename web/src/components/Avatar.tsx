import { initials } from '#lib/initials';
import styles from './Avatar.module.css';

/** A person, or an account by its logo: the picture, else two letters of the name, which stands beside it. */
export function Avatar({
  name,
  picture = null,
  size = 'medium',
}: {
  readonly name: string;
  readonly picture?: string | null;
  readonly size?: 'small' | 'medium' | 'large';
}) {
  return (
    <span className={styles.avatar} data-size={size} aria-hidden="true">
      {/* Above the letters, which are seen while it comes, and where it doesn't. */}
      {picture && <img src={picture} alt="" onError={({ currentTarget }) => currentTarget.remove()} />}
      {initials(name)}
    </span>
  );
}
