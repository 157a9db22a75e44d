import { Alert, Button } from '@aws-amplify/ui-react';
import { BadgeCheck, Unlink } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { LinkButton } from '../../../components/LinkButton';
import { useTexts } from '../../../i18n';
import { confirmSignUp } from '../api/confirm-sign-up';
import { authErrorKey, isSpentLink } from '../error-keys';
import { useMailedCode } from '../hooks/useMailedCode';
import { useResend } from '../hooks/useResend';
import { clearPendingSignUp, readPendingSignUp } from '../pending-sign-up';
import { AuthPage } from './AuthPage';
import styles from './forms.module.css';
import type { SignInState } from './SignInPage';

/** Target of the mailed link. It confirms on a click: mail scanners follow links, but don't press buttons. */
export function ConfirmPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const mailed = useMailedCode();
  const [working, setWorking] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const resend = useResend(mailed ?? readPendingSignUp());

  const confirm = async () => {
    if (!mailed) return;
    setError(null);
    setWorking(true);
    try {
      await confirmSignUp(mailed);
      const email = readPendingSignUp()?.email;
      clearPendingSignUp();
      const state: SignInState = { notice: 'confirmed', ...(email ? { email } : {}) };
      navigate('/auth/login', { state, replace: true });
    } catch (cause) {
      setError(cause);
      setWorking(false);
    }
  };

  const taken = error instanceof Error && error.name === 'AliasExistsException';
  if (taken)
    return (
      <AuthPage
        title={t('auth:confirm.takenTitle')}
        lead={t('auth:errors.addressTaken')}
        icon={<BadgeCheck size={28} />}
      >
        <div className={styles.steps}>
          <LinkButton to="/auth/login" variation="primary">
            {t('auth:confirm.toSignIn')}
          </LinkButton>
          <Link to="/auth/reset">{t('auth:signIn.forgot')}</Link>
        </div>
      </AuthPage>
    );
  if (!mailed || isSpentLink(error))
    return (
      <AuthPage
        title={t('auth:confirm.deadTitle')}
        lead={t(error ? authErrorKey(error) : 'auth:confirm.broken')}
        icon={<Unlink size={28} />}
        tone="bad"
      >
        <div className={styles.steps}>
          <p className={styles.quiet}>{t('auth:confirm.deadHint')}</p>
          {resend.state === 'sent' && <Alert variation="success">{t('auth:checkMail.resent')}</Alert>}
          {resend.failure && <Alert variation="error">{t(resend.failure)}</Alert>}
          {(mailed ?? readPendingSignUp()) && (
            <Button
              variation="primary"
              onClick={resend.send}
              isLoading={resend.state === 'sending'}
              loadingText={t('auth:checkMail.resending')}
              isDisabled={resend.waitSeconds > 0}
            >
              {t('auth:confirm.newLink')}
            </Button>
          )}
          <Link to="/auth/login">{t('auth:confirm.toSignIn')}</Link>
          <Link to="/auth/signup">{t('auth:checkMail.again')}</Link>
        </div>
      </AuthPage>
    );
  return (
    <AuthPage title={t('auth:confirm.title')} lead={t('auth:confirm.lead')} icon={<BadgeCheck size={28} />}>
      <div className={styles.steps}>
        {error !== null && <Alert variation="error">{t(authErrorKey(error))}</Alert>}
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
