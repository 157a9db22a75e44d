import { Bot, CircleUserRound, LayoutDashboard } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { NavLink, Outlet, useLocation, useNavigation } from 'react-router-dom';
import { ConnectionNotice } from '../components/ConnectionNotice';
import { Logo, LogoMark } from '../components/Logo';
import { useTexts } from '../i18n';
import type { TranslationKey } from '../i18n/keys';
import { initials } from '../lib/initials';
import { useSession } from '../lib/session';
import { ACCOUNT_MENU, AccountMenu } from './AccountMenu';
import styles from './AppShell.module.css';

const PAGES: readonly { to: string; name: TranslationKey; icon: typeof Bot }[] = [
  { to: '/dashboard', name: 'common:nav.dashboard', icon: LayoutDashboard },
  { to: '/bots', name: 'common:nav.bots', icon: Bot },
];

/** Frame of every signed-in page: sidebar on a desktop, rail on a tablet, bar at the bottom on a phone. */
export function AppShell() {
  const { t } = useTexts();
  const { profile, account } = useSession();
  const { pathname } = useLocation();
  const busy = useNavigation().state !== 'idle';
  const main = useRef<HTMLElement>(null);

  // A new page is announced and read from its start, as after a full load.
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);

  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#main">
        {t('common:nav.skip')}
      </a>
      <header className={styles.side}>
        <NavLink to="/dashboard" className={styles.logo ?? ''} aria-label={t('common:nav.home')}>
          <span className={styles.wide}>
            <Logo />
          </span>
          <span className={styles.narrow}>
            <LogoMark size={32} />
          </span>
        </NavLink>
        <nav className={styles.nav} aria-label={t('common:nav.label')}>
          {PAGES.map(({ to, name, icon: Icon }) => (
            <NavLink
              key={to}
              to={to}
              className={styles.link ?? ''}
              data-home={pathname === '/' && to === '/dashboard'}
            >
              <Icon size={20} aria-hidden="true" />
              <span>{t(name)}</span>
            </NavLink>
          ))}
          <button
            type="button"
            className={`${styles.link} ${styles.accountTab}`}
            popoverTarget={ACCOUNT_MENU}
            aria-haspopup="dialog"
          >
            <CircleUserRound size={20} aria-hidden="true" />
            <span>{t('common:account.label')}</span>
          </button>
        </nav>
        <button type="button" className={styles.account} popoverTarget={ACCOUNT_MENU} aria-haspopup="dialog">
          <span className={styles.avatar} aria-hidden="true">
            {initials(profile.full_name)}
          </span>
          <span className={styles.hidden}>{t('common:account.label')}</span>
          <span className={styles.who}>
            <span className={styles.name}>{profile.full_name}</span>
            <span className={styles.company}>{account.name}</span>
          </span>
        </button>
      </header>
      <AccountMenu />
      <main id="main" ref={main} className={styles.main} tabIndex={-1} aria-busy={busy}>
        <ConnectionNotice />
        <Outlet />
      </main>
      <div className={styles.progress} data-busy={busy} aria-hidden="true" />
    </div>
  );
}
