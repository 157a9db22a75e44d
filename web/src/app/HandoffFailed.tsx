import { Button } from '@aws-amplify/ui-react';
import { LogoMark } from '#components/Logo.tsx';
import { useTexts } from '#i18n/index';
import { signOut } from '#lib/session/sign-out';
import { useTitle } from '#lib/use-title';
import styles from './ErrorScreen.module.css';

/** Signed in here, but the app host could not take the session: it would send it back again and again. */
export function HandoffFailed({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTexts();
  useTitle(t('errorPages:handoff.title'));
  const leave = () =>
    signOut()
      .catch(() => {})
      .finally(() => location.assign('/auth/login'));
  return (
    <main className={`centred ${styles.screen}`}>
      <LogoMark size={44} />
      <h1>{t('errorPages:handoff.title')}</h1>
      <p>{t('errorPages:handoff.text')}</p>
      <div className="row middle parted-above-snug">
        <Button variation="primary" onClick={onRetry}>
          {t('common:tryAgain')}
        </Button>
        <Button onClick={() => void leave()}>{t('common:account.signOut')}</Button>
      </div>
    </main>
  );
}
