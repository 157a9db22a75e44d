import { MailCheck } from 'lucide-react';
import { useTexts } from '#i18n/index';
import { requestReset } from '../api/request-reset';
import { useSendAgain } from '../hooks/useSendAgain';
import { AuthPage } from './AuthPage';
import styles from './auth.module.css';
import { ModeLink } from './ModeLink';
import { SendAgainButton } from './SendAgainButton';

/** After asking for a new password; the same whether the address has an account or not. */
export function LinkSent({ email, at }: { readonly email: string; readonly at: number }) {
  const { t, language } = useTexts();
  const sendAgain = useSendAgain(() => requestReset(email, language), at);
  return (
    <AuthPage
      title={t('auth:checkMail.title')}
      lead={
        <span role="status">
          {t('auth:resetPassword.success')} <span className="strong long">{email}</span>
        </span>
      }
      icon={<MailCheck size={28} />}
    >
      <div className={`stack starts ${styles.steps}`}>
        <p className="muted">
          {t('auth:checkMail.hint')} {t('auth:reset.validFor')}
        </p>
        <SendAgainButton sendAgain={sendAgain} />
      </div>
      <p className={styles.foot}>
        {t('auth:checkMail.wrongAddress')} <ModeLink mode="reset">{t('auth:reset.otherAddress')}</ModeLink>
      </p>
      <p className={styles.foot}>
        <ModeLink mode="login">{t('auth:reset.back')}</ModeLink>
      </p>
    </AuthPage>
  );
}
