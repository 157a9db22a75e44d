import { LogoMark } from '#components/Logo.tsx';
import { useTexts } from '#i18n/index';
import { config } from '#lib/config';
import { useTitle } from '#lib/use-title';
import styles from './ErrorScreen.module.css';

/** On a host that this stage doesn't serve. */
export function DomainNotConfigured() {
  const { t } = useTexts();
  useTitle(t('errorPages:domain.title'));
  const { rootOrigin } = config();
  return (
    <main className={`centred ${styles.screen}`}>
      <LogoMark size={44} />
      <h1>{t('errorPages:domain.title')}</h1>
      <p>{t('errorPages:domain.text', { host: location.host })}</p>
      <a className="amplify-button amplify-button--primary" href={rootOrigin}>
        {t('errorPages:domain.action', { host: new URL(rootOrigin).host })}
      </a>
    </main>
  );
}
