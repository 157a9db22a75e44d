import { Link } from 'react-router-dom';
import { CookieSettings } from '#components/consent/CookieSettings.tsx';
import { Logo } from '#components/Logo.tsx';
import { SiteLink } from '#components/SiteLink.tsx';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { config } from '#lib/config';
import { hasStoredSession } from '#lib/storage';
import { VERSION } from '#lib/version';
import styles from './SiteFooter.module.css';

interface Group {
  readonly title: TranslationKey;
  readonly links: readonly { readonly to: string; readonly name: TranslationKey }[];
}

const GROUPS: readonly Group[] = [
  {
    title: 'common:footer.product',
    links: [
      { to: '/pricing', name: 'common:public.pricing' },
      { to: '/roadmap', name: 'common:public.roadmap' },
      { to: '/chat-demo', name: 'common:footer.demo' },
    ],
  },
  {
    title: 'common:footer.company',
    links: [
      { to: '/about', name: 'common:public.about' },
      { to: '/contact', name: 'common:public.contact' },
    ],
  },
  {
    title: 'common:footer.legal',
    links: [
      { to: '/impressum', name: 'common:footer.imprint' },
      { to: '/privacy', name: 'common:footer.privacy' },
      { to: '/terms', name: 'common:footer.terms' },
    ],
  },
];
const ACCOUNT: Readonly<Record<'stranger' | 'signedIn', Group['links']>> = {
  stranger: [
    { to: '/auth/login', name: 'common:public.signIn' },
    { to: '/auth/register', name: 'common:public.start' },
  ],
  signedIn: [
    { to: '/dashboard', name: 'common:nav.dashboard' },
    { to: '/profile', name: 'common:nav.profile' },
  ],
};

export function SiteFooter() {
  const { t } = useTexts();
  return (
    <footer className={`unprinted muted ${styles.footer}`}>
      <div className={styles.inner}>
        <div className={`stack snug ${styles.brand}`}>
          <Logo size={24} />
          <p>{t('common:footer.claim')}</p>
        </div>
        <nav className={`stack wide halves ${styles.groups}`} aria-label={t('common:footer.label')}>
          {GROUPS.map(({ title, links }) => (
            <div key={title}>
              <h2>{t(title)}</h2>
              <ul className={styles.links}>
                {links.map(({ to, name }) => (
                  <li key={to}>
                    <SiteLink to={to}>{t(name)}</SiteLink>
                  </li>
                ))}
                {title === 'common:footer.legal' && (
                  <li>
                    <CookieSettings className={styles.asLink} />
                  </li>
                )}
              </ul>
            </div>
          ))}
          <div>
            <h2>{t('common:footer.account')}</h2>
            <AccountLinks />
          </div>
        </nav>
        <p className={styles.line}>
          <span>{t('common:footer.copyright', { company: config().operator.company })}</span>
          <span>{t('common:public.version', { version: VERSION })}</span>
        </p>
      </div>
    </footer>
  );
}

/** The way in; who has a session in this browser goes on to the application, on either host. */
function AccountLinks() {
  const { t } = useTexts();
  const signedIn = hasStoredSession();
  return (
    <ul className={styles.links}>
      {ACCOUNT[signedIn ? 'signedIn' : 'stranger'].map(({ to, name }) => (
        <li key={to}>{signedIn ? <Link to={to}>{t(name)}</Link> : <SiteLink to={to}>{t(name)}</SiteLink>}</li>
      ))}
    </ul>
  );
}
