import { Avatar } from '#components/Avatar.tsx';
import { CookieSettings } from '#components/consent/CookieSettings.tsx';
import { LanguageSwitch } from '#components/LanguageSwitch.tsx';
import { SignOutButton } from '#components/SignOutButton.tsx';
import { SiteLink } from '#components/SiteLink.tsx';
import { ThemeSwitch } from '#components/ThemeSwitch.tsx';
import { planLine } from '#features/accounts/plan-texts.ts';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { useAuth } from '#lib/session/session';
import styles from './AccountPanel.module.css';
import { AccountSwitch } from './AccountSwitch';

/** Pages of the public site that are owed to everyone everywhere. */
const LINKS: readonly { readonly to: string; readonly name: TranslationKey }[] = [
  { to: '/privacy', name: 'common:footer.privacy' },
  { to: '/terms', name: 'common:footer.terms' },
  { to: '/impressum', name: 'common:footer.imprint' },
];

/** Who is signed in, language, appearance and the way out. */
export function AccountPanel() {
  const { t, language } = useTexts();
  const { profile, account, accounts, suspended } = useAuth();
  return (
    <div className={`stack ${styles.panel}`}>
      <div className="long">
        {account.logoUrl && <Avatar name={account.name} picture={account.logoUrl} />}
        <p className="strong">{profile.full_name}</p>
        <p className="muted">{profile.email}</p>
        <p className="faint parted-above-tight">{planLine(account.standing, t, language)}</p>
      </div>
      {accounts.length + suspended.length > 1 && (
        <AccountSwitch accounts={accounts} suspended={suspended} current={account} />
      )}
      <LanguageSwitch />
      <ThemeSwitch />
      <SignOutButton isFullWidth />
      <ul className={styles.links}>
        {LINKS.map(({ to, name }) => (
          <li key={to}>
            <SiteLink to={to}>{t(name)}</SiteLink>
          </li>
        ))}
        <li>
          <CookieSettings className={styles.cookies} />
        </li>
      </ul>
    </div>
  );
}
