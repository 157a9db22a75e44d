import { useEffect, useRef } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import styles from './SectionNav.module.css';

/** Links between the pages of one area, in a row that scrolls where there is no room for all of them. */
export function SectionNav({
  label,
  pages,
}: {
  readonly label: string;
  /** `path` is relative to the area; `.` is its start. */
  readonly pages: readonly { readonly path: string; readonly name: string }[];
}) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page of the area
  useEffect(() => {
    const bar = nav.current;
    const current = bar?.querySelector<HTMLElement>('[aria-current=page]');
    if (!bar || !current) return;
    // Only this bar: scrolling the page is not ours.
    bar.scrollLeft = current.offsetLeft - bar.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
  }, [pathname]);
  return (
    <nav ref={nav} className={styles.nav} aria-label={label}>
      {pages.map(({ path, name }) => (
        <NavLink key={path} to={path} end={path === '.'} className={`brightens ${styles.link}`}>
          {name}
        </NavLink>
      ))}
    </nav>
  );
}
