import { Button } from '@aws-amplify/ui-react';
import { UserRoundCog } from 'lucide-react';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { config } from '#lib/config';
import { rootUrl } from '#lib/hosts';
import { useTitle } from '#lib/use-title';
import styles from './ErrorScreen.module.css';

/** Signed in, but the profile could not be created yet. */
export function ProfileDeferredScreen({
  email,
  reason,
  retrying,
  onRetry,
  onSignOut,
}: {
  readonly email: string;
  /** Why it could not. */
  readonly reason: TranslationKey;
  readonly retrying: boolean;
  readonly onRetry: () => void;
  readonly onSignOut: () => void;
}) {
  const { t } = useTexts();
  useTitle(t('errorPages:deferred.title'));
  return (
    <main className={`centred ${styles.screen}`}>
      <UserRoundCog size={44} aria-hidden="true" />
      <h1>{t('errorPages:deferred.title')}</h1>
      <div role="alert">
        <p>{t('errorPages:deferred.message')}</p>
        <p>{t('errorPages:deferred.reason', { reason: t(reason) })}</p>
      </div>
      <p className="long">{t('errorPages:deferred.text', { email })}</p>
      <div className="row middle parted-above-snug">
        <Button
          variation="primary"
          onClick={onRetry}
          isLoading={retrying}
          loadingText={t('errorPages:deferred.retrying')}
        >
          {t('errorPages:deferred.retry')}
        </Button>
        <Button onClick={onSignOut} isDisabled={retrying}>
          {t('common:account.signOut')}
        </Button>
      </div>
      <p>
        <a href={rootUrl('/contact', config())}>{t('errorPages:deferred.contact')}</a>
      </p>
    </main>
  );
}
