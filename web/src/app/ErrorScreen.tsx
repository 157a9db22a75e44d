import { useEffect } from 'react';
import { useRouteError } from 'react-router-dom';
import { LogoMark } from '../components/Logo';
import { useTexts } from '../i18n';
import type { TranslationKey } from '../i18n/keys';
import { useTitle } from '../lib/use-title';
import styles from './ErrorScreen.module.css';

type Kind = 'module' | 'connection' | 'other';

const TITLES: Record<Kind, TranslationKey> = {
  module: 'errorPages:module.title',
  connection: 'errorPages:connection.title',
  other: 'errorPages:other.title',
};
const TEXTS: Record<Kind, TranslationKey> = {
  module: 'errorPages:module.text',
  connection: 'errorPages:connection.text',
  other: 'errorPages:other.text',
};
const TIPS: readonly TranslationKey[] = [
  'errorPages:tips.refresh',
  'errorPages:tips.connection',
  'errorPages:tips.cache',
];

/** In place of a page that could not be loaded or rendered. */
export function ErrorScreen() {
  const { t } = useTexts();
  const kind = kindOf(useRouteError());
  useTitle(t(TITLES[kind]));
  useEffect(() => {
    if (navigator.onLine || kind === 'other') return;
    const reload = () => location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [kind]);
  return (
    <main className={styles.screen}>
      <LogoMark size={44} />
      <h1>{t(TITLES[kind])}</h1>
      <p>{t(TEXTS[kind])}</p>
      <ul className={styles.tips}>
        {TIPS.map((tip) => (
          <li key={tip}>{t(tip)}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <button
          type="button"
          className="amplify-button amplify-button--primary"
          onClick={() => location.reload()}
        >
          {t('common:tryAgain')}
        </button>
        {/* A full load: what is broken here may be broken in memory. */}
        <a className="amplify-button" href="/dashboard">
          {t('errorPages:toDashboard')}
        </a>
      </div>
    </main>
  );
}

function kindOf(error: unknown): Kind {
  const message = error instanceof Error ? error.message : String(error);
  if (/dynamically imported module|module script|preload/i.test(message)) return 'module';
  return /fetch|time-?out|network/i.test(message) ? 'connection' : 'other';
}
