import { Menu, X } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigation } from 'react-router-dom';
import { LanguageMenu } from '#components/LanguageMenu.tsx';
import { LinkButton } from '#components/LinkButton.tsx';
import { Logo } from '#components/Logo.tsx';
import { SiteLink } from '#components/SiteLink.tsx';
import { ThemeMenu } from '#components/ThemeMenu.tsx';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { config } from '#lib/config';
import { hostMode, rootUrl } from '#lib/hosts';
import { useStoredSession } from '#lib/session/stored-session';
import styles from './PublicLayout.module.css';
import { SiteFooter } from './SiteFooter';
import { usePageFocus } from './use-page-focus';

const PAGES: readonly { to: string; name: TranslationKey }[] = [
  { to: '/pricing', name: 'common:public.pricing' },
  { to: '/roadmap', name: 'common:public.roadmap' },
  { to: '/about', name: 'common:public.about' },
  { to: '/contact', name: 'common:public.contact' },
];

/** Frame of the public pages. On a phone its links are behind a button. */
export function PublicLayout() {
  const { t } = useTexts();
  const { pathname } = useLocation();
  const busy = useNavigation().state !== 'idle';
  const [menuOf, setMenuOf] = useState<string | null>(null);
  // It belongs to the page it was opened on: whoever follows one of its links has seen enough of it.
  const open = menuOf === pathname;
  const menuId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  const main = usePageFocus();

  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setMenuOf(null);
    toggle.current?.focus();
  };
  return (
    <div className={styles.page}>
      <a className="unprinted skip-link" href="#main">
        {t('common:nav.skip')}
      </a>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Esc closes the menu from anywhere in it */}
      <header className={`unprinted ${styles.header}`} onKeyDown={closeOnEscape}>
        <div className={styles.bar}>
          <a href={rootUrl('/', config())} className={styles.home} aria-label={t('common:public.home')}>
            <Logo />
          </a>
          <nav className={styles.nav} aria-label={t('common:nav.label')}>
            <PageLinks />
          </nav>
          <div className={styles.tools}>
            <LanguageMenu />
            <ThemeMenu />
          </div>
          <div className={styles.wayIn}>
            <WayIn />
          </div>
          <button
            ref={toggle}
            type="button"
            className={styles.toggle}
            aria-expanded={open}
            aria-controls={menuId}
            onClick={() => setMenuOf(open ? null : pathname)}
          >
            {open ? <X size={22} aria-hidden="true" /> : <Menu size={22} aria-hidden="true" />}
            <span className="amplify-visually-hidden">{t('common:public.menu')}</span>
          </button>
        </div>
        <div id={menuId} className={styles.menu} hidden={!open}>
          <nav aria-label={t('common:nav.label')}>
            <PageLinks />
          </nav>
          <div className={styles.menuWayIn}>
            <WayIn />
          </div>
        </div>
      </header>
      <main id="main" ref={main} className={`unringed ${styles.main}`} tabIndex={-1} aria-busy={busy}>
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  );
}

function PageLinks() {
  const { t } = useTexts();
  const { pathname } = useLocation();
  return (
    <ul className={styles.links}>
      {PAGES.map(({ to, name }) => (
        <li key={to}>
          <SiteLink to={to} isCurrent={pathname === to}>
            {t(name)}
          </SiteLink>
        </li>
      ))}
    </ul>
  );
}

/** Signing in and up; who has a session in this browser goes on to the application instead. */
function WayIn() {
  const { t } = useTexts();
  if (useStoredSession())
    return (
      <LinkButton to="/dashboard" variation="primary" size="small">
        {t('common:nav.dashboard')}
      </LinkButton>
    );
  return (
    <>
      <SiteLink to="/auth/login" className={styles.signIn}>
        {t('common:public.signIn')}
      </SiteLink>
      <LinkButton to={onRoot('/auth/register')} variation="primary" size="small">
        {t('common:public.start')}
      </LinkButton>
    </>
  );
}

function onRoot(path: string): string {
  return hostMode(location.origin, config()) === 'root' ? path : rootUrl(path, config());
}
