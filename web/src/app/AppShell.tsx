import { Menu } from 'lucide-react';
import { lazy, type MouseEvent, Suspense } from 'react';
import { Link, Outlet, useLocation, useNavigation } from 'react-router-dom';
import { Avatar } from '#components/Avatar.tsx';
import { ConnectionNotice } from '#components/ConnectionNotice.tsx';
import { Logo, LogoMark } from '#components/Logo.tsx';
import { planLine } from '#features/accounts/plan-texts.ts';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { ACCOUNT_MENU, AccountMenu } from './AccountMenu';
import { AccountNotices } from './AccountNotices';
import styles from './AppShell.module.css';
import { BrowserMessages } from './BrowserMessages';
import { LimitNotices } from './LimitNotices';
import { MaintenanceNotice } from './MaintenanceNotice';
import { MenuDialog, useMenu } from './MenuDialog';
import { NavItem } from './NavItem';
import { BAR_LENGTH, currentState, navigationFor } from './navigation';
import { PaletteButton } from './PaletteButton';
import { TitleAnnouncer } from './TitleAnnouncer';
import { usePageFocus } from './use-page-focus';
import { usePalette } from './use-palette';

const CommandPalette = lazy(async () => ({
  default: (await import('./CommandPalette')).CommandPalette,
}));

/** Frame of every signed-in page: sidebar on a desktop, rail on a tablet, bar and menu on a phone. */
export function AppShell() {
  const { t } = useTexts();
  const { profile, account } = useAuth();
  const { pathname } = useLocation();
  const busy = useNavigation().state !== 'idle';
  const menu = useMenu();
  const palette = usePalette();
  const main = usePageFocus();
  const entries = navigationFor({ profile: profile.role, team: account.role });
  const isBehindMenu = entries.slice(BAR_LENGTH).some((entry) => currentState(entry, pathname));

  const skip = (event: MouseEvent) => {
    // Not by the address: that would be a step of history, and no page.
    event.preventDefault();
    main.current?.focus();
  };
  return (
    <div className={styles.shell}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads where its address says, but for the step of history */}
      <a className="skip-link" href="#main" onClick={skip}>
        {t('common:nav.skip')}
      </a>
      <header className={styles.side}>
        <Link to="/dashboard" className={`plain-link ${styles.logo}`} aria-label={t('common:nav.home')}>
          <span className={styles.wide}>
            <Logo />
          </span>
          <span className={styles.narrow}>
            <LogoMark size={32} />
          </span>
        </Link>
        <PaletteButton onOpen={palette.open} />
        <nav className={styles.nav} aria-label={t('common:nav.label')}>
          <ul className={styles.entries}>
            {entries.map((entry, index) => (
              <li
                key={entry.to}
                data-bar={index < BAR_LENGTH}
                data-starts={entry.group !== entries[index - 1]?.group}
              >
                <NavItem entry={entry} />
              </li>
            ))}
          </ul>
          <button
            type="button"
            className={styles.menu}
            data-current={isBehindMenu}
            aria-haspopup="dialog"
            aria-expanded={menu.isOpen}
            onClick={menu.open}
          >
            <Menu size={20} aria-hidden="true" />
            <span>{t('common:nav.menu')}</span>
          </button>
        </nav>
        <AccountButton />
      </header>
      <AccountMenu />
      {palette.isOpen && (
        <Suspense fallback={null}>
          <CommandPalette onClose={palette.close} />
        </Suspense>
      )}
      <BrowserMessages />
      {menu.isOpen && <MenuDialog entries={entries} onClose={menu.close} onSearch={palette.open} />}
      <main id="main" ref={main} className={`unringed ${styles.main}`} tabIndex={-1} aria-busy={busy}>
        <ConnectionNotice />
        <MaintenanceNotice />
        <AccountNotices />
        <LimitNotices />
        {/* One part, whatever a page is made of: its parts keep the edge that they share. */}
        <div>
          <Outlet />
        </div>
      </main>
      <TitleAnnouncer />
      <div className={styles.progress} data-busy={busy} aria-hidden="true" />
    </div>
  );
}

/** Whose account it is; opens its menu. */
function AccountButton() {
  const { t, language } = useTexts();
  const { profile, account } = useAuth();
  return (
    <button
      type="button"
      className={`pressable ${styles.account}`}
      popoverTarget={ACCOUNT_MENU}
      aria-haspopup="dialog"
    >
      <Avatar name={profile.full_name} picture={profile.avatar_url} />
      <span className="amplify-visually-hidden">{t('common:account.label')}</span>
      <span className={`stack bare ${styles.who}`}>
        <span className={`strong cut ${styles.name}`}>{profile.full_name}</span>
        <span className={`note cut ${styles.company}`}>
          {account.role === 'owner'
            ? (profile.company_name ?? planLine(account.standing, t, language))
            : account.name}
        </span>
      </span>
    </button>
  );
}
