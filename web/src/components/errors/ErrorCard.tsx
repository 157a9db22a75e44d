import { LockKeyhole, type LucideIcon, SearchX, TriangleAlert, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import type { ErrorKind } from '#lib/error-kind';
import { signInPath } from '#lib/session/return-path';
import { hasStoredSession } from '#lib/storage';
import styles from './ErrorCard.module.css';

interface Words {
  readonly icon: LucideIcon;
  readonly title: TranslationKey;
  readonly text: TranslationKey;
  /** What the person can do about it; else only time or somebody else can. */
  readonly tips?: true;
}

const WORDS: Readonly<Record<ErrorKind, Words>> = {
  module: {
    icon: TriangleAlert,
    title: 'errorPages:module.title',
    text: 'errorPages:module.text',
    tips: true,
  },
  connection: {
    icon: WifiOff,
    title: 'errorPages:connection.title',
    text: 'errorPages:connection.text',
    tips: true,
  },
  other: {
    icon: TriangleAlert,
    title: 'errorPages:other.title',
    text: 'errorPages:other.text',
    tips: true,
  },
  offline: { icon: WifiOff, title: 'errorPages:offline.title', text: 'errorPages:offline.text' },
  notFound: { icon: SearchX, title: 'errorPages:notFound.title', text: 'errorPages:notFound.text' },
  unauthorized: {
    icon: LockKeyhole,
    title: 'errorPages:unauthorized.title',
    text: 'errorPages:unauthorized.text',
  },
  forbidden: { icon: LockKeyhole, title: 'errorPages:forbidden.title', text: 'errorPages:forbidden.text' },
  validation: {
    icon: TriangleAlert,
    title: 'errorPages:validation.title',
    text: 'errorPages:validation.text',
  },
  server: { icon: TriangleAlert, title: 'errorPages:server.title', text: 'errorPages:server.text' },
  unavailable: {
    icon: TriangleAlert,
    title: 'errorPages:unavailable.title',
    text: 'errorPages:unavailable.text',
  },
};

const TIPS: readonly TranslationKey[] = [
  'errorPages:tips.refresh',
  'errorPages:tips.connection',
  'errorPages:tips.cache',
];

export interface ErrorCardProps {
  readonly kind: ErrorKind;
  /** Tries again what failed; without it the page is loaded again. */
  readonly onRetry?: (() => void) | undefined;
  /** In place of the kind's own words. */
  readonly title?: string;
  readonly text?: string;
  /** The way on, in place of the one to the dashboard. */
  readonly action?: ReactNode;
}

/** What went wrong, in place of what it took away, with the ways on. Needs nothing but its texts to be shown. */
export function ErrorCard({ kind, onRetry = () => location.reload(), title, text, action }: ErrorCardProps) {
  const { t } = useTexts();
  const words = WORDS[kind];
  const Icon = words.icon;
  useEffect(() => {
    if (kind !== 'offline') return;
    window.addEventListener('online', onRetry);
    return () => window.removeEventListener('online', onRetry);
  }, [kind, onRetry]);
  return (
    <section className={`framed round centred ${styles.card}`} data-kind={kind}>
      <span className={`emblem large ${styles.icon}`} aria-hidden="true">
        <Icon size={30} />
      </span>
      <div role="alert" className={`stack small ${styles.words}`}>
        <h1>{title ?? t(words.title)}</h1>
        <p>{text ?? t(words.text)}</p>
      </div>
      {words.tips && (
        <ul className={`muted ${styles.tips}`} aria-label={t('errorPages:tipsLabel')}>
          {TIPS.map((tip) => (
            <li key={tip}>{t(tip)}</li>
          ))}
        </ul>
      )}
      <div className={`row middle ${styles.actions}`}>
        <FirstWay kind={kind} onRetry={onRetry} />
        {/* Full loads: what is broken here may be broken in memory. */}
        {action ?? (
          <a className="amplify-button" href="/dashboard">
            {t('errorPages:toDashboard')}
          </a>
        )}
        <a className="amplify-button amplify-button--link" href={hasStoredSession() ? '/help' : '/contact'}>
          {t('errorPages:getHelp')}
        </a>
      </div>
    </section>
  );
}

function FirstWay({ kind, onRetry }: { readonly kind: ErrorKind; readonly onRetry: () => void }) {
  const { t } = useTexts();
  switch (kind) {
    case 'notFound':
    case 'forbidden':
      return null;
    case 'unauthorized': {
      const { pathname, search, hash } = location;
      return (
        <a className="amplify-button amplify-button--primary" href={signInPath(pathname + search + hash)}>
          {t('errorPages:signIn')}
        </a>
      );
    }
    case 'validation':
      return (
        <button
          type="button"
          className="amplify-button amplify-button--primary"
          onClick={() => history.back()}
        >
          {t('errorPages:permissions.back')}
        </button>
      );
    default:
      return (
        <button type="button" className="amplify-button amplify-button--primary" onClick={onRetry}>
          {t('errorPages:tryAgain')}
        </button>
      );
  }
}
