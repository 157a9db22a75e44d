import { Alert, Button } from '@aws-amplify/ui-react';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTexts } from '#i18n/index';
import { currentIdentity } from '#lib/session/auth';
import { resendConfirmation } from '../api/resend-confirmation';
import { signIn } from '../api/sign-in';
import type { AuthState } from '../auth-state';
import { onConfirmed } from '../confirmation-channel';
import type { Credentials } from '../credentials';
import { type Failure, failureOf } from '../failures';
import { useSendAgain } from '../hooks/useSendAgain';
import { pathOf } from '../modes';
import { clearPendingSignUp, type PendingSignUp, storePendingSignUp } from '../pending-sign-up';
import { AuthPage } from './AuthPage';
import styles from './auth.module.css';
import { FailureText } from './FailureText';
import { ModeLink } from './ModeLink';
import { SendAgainButton } from './SendAgainButton';

/** After the sign-up: the next step is in the mail. Goes on by itself once it was done in another window. */
export function CheckMail({
  pending,
  credentials,
  onSignedIn,
}: {
  readonly pending: PendingSignUp;
  /** Null after a reload: they are not stored. */
  readonly credentials: Credentials | null;
  readonly onSignedIn: () => void;
}) {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<Failure | null>(null);
  const [working, setWorking] = useState(false);
  const sendAgain = useSendAgain(async () => {
    await resendConfirmation(pending, language);
    storePendingSignUp({ ...pending, sentAt: Date.now() });
  }, pending.sentAt);
  useSignedInElsewhere(onSignedIn);

  useEffect(() => {
    if (!credentials) return;
    return onConfirmed(credentials.username, async () => {
      const outcome = await signIn(credentials.username, credentials.password);
      if (outcome !== 'done') throw new Error(`Confirmed, and yet sign-in asks for: ${outcome}`);
      onSignedIn();
    });
  }, [credentials, onSignedIn]);

  /** They have clicked the link on another device. */
  const goOn = async () => {
    const state: AuthState = { email: pending.email };
    if (!credentials) return navigate(pathOf('login'), { state });
    setFailure(null);
    setWorking(true);
    try {
      if ((await signIn(credentials.username, credentials.password)) === 'done') {
        clearPendingSignUp();
        onSignedIn();
      } else setFailure({ key: 'auth:errors.notConfirmed' });
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setWorking(false);
    }
  };

  return (
    <AuthPage
      title={t('auth:checkMail.title')}
      lead={t('auth:checkMail.created')}
      icon={<MailCheck size={28} />}
    >
      <div className={`stack starts ${styles.steps}`}>
        <p>
          {t('auth:checkMail.sentTo')} <span className="strong long">{pending.email}</span>
        </p>
        <p className="muted">{t('auth:checkMail.hint')}</p>
        {failure && (
          <Alert variation="error">
            <FailureText failure={failure} />
          </Alert>
        )}
        <div className="row">
          <Button
            variation="primary"
            onClick={() => void goOn()}
            isLoading={working}
            loadingText={t('auth:signIn.working')}
          >
            {t('auth:checkMail.confirmed')}
          </Button>
          <SendAgainButton sendAgain={sendAgain} />
        </div>
      </div>
      <p className={styles.foot}>
        {t('auth:checkMail.wrongAddress')} <ModeLink mode="signup">{t('auth:checkMail.again')}</ModeLink>
      </p>
    </AuthPage>
  );
}

/** Another window of this browser has signed in, perhaps with the address that was confirmed there. */
function useSignedInElsewhere(onSignedIn: () => void): void {
  useEffect(() => {
    const look = ({ newValue, key }: StorageEvent) => {
      if (newValue === null || !key?.endsWith('.accessToken')) return;
      currentIdentity().then(
        (identity) => identity && onSignedIn(),
        () => {},
      );
    };
    window.addEventListener('storage', look);
    return () => window.removeEventListener('storage', look);
  }, [onSignedIn]);
}
