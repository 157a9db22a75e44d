import { Button } from '@aws-amplify/ui-react';
import { LogoMark } from '../components/Logo';
import { useTexts } from '../i18n';
import { errorCode } from '../lib/api-error';
import styles from './ErrorScreen.module.css';

/** Signed in, but who this is could not be read. */
export function SessionFailed({
  error,
  onRetry,
  onSignOut,
}: {
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly onSignOut?: () => void;
}) {
  const { t } = useTexts();
  return (
    <main className={styles.screen}>
      <LogoMark size={44} />
      <h1>{t('errorPages:session.title')}</h1>
      <p role="alert">{t(`errors:${errorCode(error)}`)}</p>
      <div className={styles.actions}>
        <Button variation="primary" onClick={onRetry}>
          {t('common:tryAgain')}
        </Button>
        {onSignOut && <Button onClick={onSignOut}>{t('common:account.signOut')}</Button>}
      </div>
    </main>
  );
}
