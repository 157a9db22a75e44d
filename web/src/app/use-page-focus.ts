import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** For the main part of a page: a new page is announced and read from its start, as after a full load. */
export function usePageFocus(): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
