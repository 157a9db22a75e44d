import { Alert, Button } from '@aws-amplify/ui-react';
import { BadgeCheck } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { LinkButton } from '#components/LinkButton.tsx';
import { Sentence } from '#components/Sentence.tsx';
import { useTexts } from '#i18n/index';
import { confirmSignUp } from '../api/confirm-sign-up';
import { resendConfirmation, type UnconfirmedUser } from '../api/resend-confirmation';
import type { AuthState } from '../auth-state';
import { signInWhereWaiting } from '../confirmation-channel';
import { failureOf, isSpentLink } from '../failures';
import { AFTER_LOGIN, useArrival } from '../hooks/useArrival';
import { useMailedCode } from '../hooks/useMailedCode';
import { useSendAgain } from '../hooks/useSendAgain';
import type { MailedCode } from '../mailed-code';
import { pathOf } from '../modes';
import { clearPendingSignUp, readPendingSignUp } from '../pending-sign-up';
import { AuthPage } from './AuthPage';
import styles from './auth.module.css';
import { DeadLink } from './DeadLink';
import { FailureText } from './FailureText';
import { Redirecting } from './Redirecting';
import { SendAgainButton } from './SendAgainButton';

/** Target of the mailed link. It confirms on a click: mail scanners follow links, but don't press buttons. */
export function ConfirmPage() {
  const mailed = useMailedCode();
  if (mailed) return <Confirmation key={mailed.code} mailed={mailed} />;
  return <DeadConfirmation to={readPendingSignUp()} />;
}

function Confirmation({ mailed }: { readonly mailed: MailedCode }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  // It is cleared on the way, and says until then where they were going.
  const [pending] = useState(readPendingSignUp);
  const own = pending?.username === mailed.username ? pending : null;
  const email = mailed.email ?? own?.email;
  const { arrival, arrive } = useArrival(own?.redirect ?? null);
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const confirm = async () => {
    setError(null);
    setWorking(true);
    try {
      await confirmSignUp(mailed);
    } catch (cause) {
      setError(cause);
      setWorking(false);
      return;
    }
    if (own) clearPendingSignUp();
    if (own && (await signInWhereWaiting(mailed.username))) return arrive(AFTER_LOGIN);
    const state: AuthState = { notice: 'confirmed', ...(email ? { email } : {}) };
    const search = own?.redirect ? `?redirect=${encodeURIComponent(own.redirect)}` : '';
    navigate(pathOf('login') + search, { state, replace: true });
  };

  if (arrival) return <Redirecting />;
  if (error instanceof Error && error.name === 'AliasExistsException') return <KnownAddress email={email} />;
  if (isSpentLink(error)) return <DeadConfirmation error={error} to={mailed} />;
  return (
    <AuthPage
      title={t('auth:confirm.title')}
      lead={
        email ? (
          <Sentence
            text="auth:confirm.leadFor"
            parts={{ email: <span className="strong long">{email}</span> }}
          />
        ) : (
          t('auth:confirm.lead')
        )
      }
      icon={<BadgeCheck size={28} />}
    >
      <div className={`stack starts ${styles.steps}`}>
        {error !== null && (
          <Alert variation="error">
            <FailureText failure={failureOf(error)} />
          </Alert>
        )}
        <Button
          variation="primary"
          onClick={() => void confirm()}
          isLoading={working}
          loadingText={t('auth:confirm.working')}
        >
          {t('auth:confirm.action')}
        </Button>
      </div>
    </AuthPage>
  );
}

/** Only who holds the mailed code, and so the mailbox, learns this. */
function KnownAddress({ email }: { readonly email: string | undefined }) {
  const { t } = useTexts();
  const state: AuthState = email ? { email } : {};
  return (
    <AuthPage
      title={t('auth:confirm.takenTitle')}
      lead={t('auth:errors.addressTaken')}
      icon={<BadgeCheck size={28} />}
    >
      <div className={`stack starts ${styles.steps}`}>
        <LinkButton to={pathOf('login')} state={state} variation="primary">
          {t('auth:confirm.toSignIn')}
        </LinkButton>
        <Link to={pathOf('reset')} state={state}>
          {t('auth:signIn.forgot')}
        </Link>
      </div>
    </AuthPage>
  );
}

/** `to` is whom a new link can be sent. */
function DeadConfirmation({ error, to }: { readonly error?: unknown; readonly to: UnconfirmedUser | null }) {
  const { t, language } = useTexts();
  const sendAgain = useSendAgain(async () => {
    if (to) await resendConfirmation(to, language);
  }, 0);
  return (
    <DeadLink error={error}>
      <p className="muted">{t('auth:confirm.deadHint')}</p>
      {to ? (
        <>
          <SendAgainButton sendAgain={sendAgain} label="auth:confirm.newLink" primary />
          <Link to={pathOf('login')}>{t('auth:confirm.toSignIn')}</Link>
        </>
      ) : (
        <LinkButton to={pathOf('login')} variation="primary">
          {t('auth:confirm.toSignIn')}
        </LinkButton>
      )}
      <Link to={pathOf('signup')}>{t('auth:checkMail.again')}</Link>
    </DeadLink>
  );
}
