import { Alert, Button } from '@aws-amplify/ui-react';
import { MailCheck } from 'lucide-react';
import { Link, Navigate } from 'react-router-dom';
import { useTexts } from '../../../i18n';
import { useResend } from '../hooks/useResend';
import { readPendingSignUp } from '../pending-sign-up';
import { AuthPage } from './AuthPage';
import styles from './forms.module.css';

/** After the sign-up: the next step is in the mail. */
export function CheckMailPage() {
  const { t } = useTexts();
  const pending = readPendingSignUp();
  const resend = useResend(pending);
  if (!pending) return <Navigate to="/auth/signup" replace />;
  return (
    <AuthPage
      title={t('auth:checkMail.title')}
      lead={t('auth:checkMail.created')}
      icon={<MailCheck size={28} />}
    >
      <div className={styles.steps}>
        <p>
          {t('auth:checkMail.sentTo')} <span className={styles.address}>{pending.email}</span>
        </p>
        <p className={styles.quiet}>{t('auth:checkMail.hint')}</p>
        {resend.state === 'sent' && <Alert variation="success">{t('auth:checkMail.resent')}</Alert>}
        {resend.failure && <Alert variation="error">{t(resend.failure)}</Alert>}
        <Button
          onClick={resend.send}
          isLoading={resend.state === 'sending'}
          loadingText={t('auth:checkMail.resending')}
          isDisabled={resend.waitSeconds > 0}
        >
          {resend.waitSeconds > 0
            ? t('auth:checkMail.wait', { seconds: resend.waitSeconds })
            : t('auth:checkMail.resend')}
        </Button>
      </div>
      <p className={styles.foot}>
        {t('auth:checkMail.wrongAddress')} <Link to="/auth/signup">{t('auth:checkMail.again')}</Link>
      </p>
    </AuthPage>
  );
}
