import { ErrorCard } from '#components/errors/ErrorCard.tsx';
import { LogoMark } from '#components/Logo.tsx';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { errorKind } from '#lib/error-kind';
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
  const kind = errorKind(error);
  // Whoever is offline knows why, and the page comes back with the network.
  const words =
    kind === 'offline' ? {} : { title: t('errorPages:session.title'), text: t(`errors:${errorCode(error)}`) };
  return (
    <main className={`centred ${styles.screen}`}>
      <LogoMark size={44} />
      <ErrorCard
        kind={kind}
        onRetry={onRetry}
        {...words}
        action={
          onSignOut && (
            <button type="button" className="amplify-button" onClick={onSignOut}>
              {t('common:account.signOut')}
            </button>
          )
        }
      />
    </main>
  );
}
