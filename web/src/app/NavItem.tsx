import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import styles from './NavItem.module.css';
import { currentState, type NavigationEntry } from './navigation';

/** One entry of the navigation; how it lies is told by what is around it. */
export function NavItem({
  entry,
  replace = false,
}: {
  readonly entry: NavigationEntry;
  /** Takes the place of the step of history that it is shown in. */
  readonly replace?: boolean;
}) {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const { to, name, icon: Icon, badge } = entry;
  const link = useRef<HTMLAnchorElement>(null);
  const current = currentState(entry, pathname);
  useEffect(() => {
    const bar = link.current?.closest('nav');
    if (!current || !link.current || !bar) return;
    const [own, all] = [link.current.getBoundingClientRect(), bar.getBoundingClientRect()];
    // Only this bar: scrolling the page is not ours.
    if (own.top < all.top || own.bottom > all.bottom)
      bar.scrollTop += own.top - all.top - (bar.clientHeight - own.height) / 2;
  }, [current]);
  return (
    <Link ref={link} to={to} replace={replace} className={styles.item} aria-current={current}>
      <Icon size={20} aria-hidden="true" />
      <span className={styles.name}>{t(name)}</span>
      {badge && <NavBadge {...badge} />}
    </Link>
  );
}

function NavBadge({ useCount, label }: NonNullable<NavigationEntry['badge']>) {
  const { t, language } = useTexts();
  const count = useCount();
  if (count === 0) return null;
  const number = formatNumber(count, language);
  return (
    <span className={`badge ${styles.badge}`}>
      <span aria-hidden="true">{count > 99 ? '99+' : number}</span>
      <span className="amplify-visually-hidden">{t(label, { count, number })}</span>
    </span>
  );
}
