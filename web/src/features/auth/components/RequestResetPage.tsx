import { Alert, Button, TextField } from '@aws-amplify/ui-react';
import { MailCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation } from 'react-router-dom';
import { useTexts } from '../../../i18n';
import type { TranslationKey } from '../../../i18n/keys';
import { fieldErrorKey } from '../../../lib/form-errors';
import { requestReset } from '../api/request-reset';
import { authErrorKey } from '../error-keys';
import { AuthPage } from './AuthPage';
import styles from './forms.module.css';

export function RequestResetPage() {
  const { t } = useTexts();
  const state = (useLocation().state ?? {}) as { readonly email?: string };
  const [failure, setFailure] = useState<TranslationKey | null>(null);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email: state.email ?? '' } });

  const submit = handleSubmit(async ({ email }) => {
    setFailure(null);
    try {
      await requestReset(email.trim());
      setSentTo(email.trim());
    } catch (error) {
      setFailure(authErrorKey(error));
    }
  });

  if (sentTo)
    return (
      <AuthPage title={t('auth:checkMail.title')} icon={<MailCheck size={28} />}>
        <div className={styles.steps}>
          <p role="status">
            {t('auth:reset.sent')} <span className={styles.address}>{sentTo}</span>
          </p>
          <p className={styles.quiet}>{t('auth:checkMail.hint')}</p>
          <Button onClick={() => setSentTo(null)}>{t('auth:reset.otherAddress')}</Button>
          <Link to="/auth/login">{t('auth:confirm.toSignIn')}</Link>
        </div>
      </AuthPage>
    );
  const emailError = fieldErrorKey(formState.errors.email, {
    required: 'auth:fields.emailRequired',
    otherwise: 'auth:fields.emailInvalid',
  });
  return (
    <AuthPage title={t('auth:reset.title')} lead={t('auth:reset.lead')}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && <Alert variation="error">{t(failure)}</Alert>}
        <TextField
          label={t('auth:fields.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          isRequired
          hasError={emailError !== null}
          errorMessage={emailError && t(emailError)}
          {...register('email', { required: true, pattern: /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/ })}
        />
        <Button
          type="submit"
          variation="primary"
          isFullWidth
          isLoading={formState.isSubmitting}
          loadingText={t('auth:reset.working')}
        >
          {t('auth:reset.action')}
        </Button>
      </form>
      <p className={styles.foot}>
        <Link to="/auth/login">{t('auth:reset.back')}</Link>
      </p>
    </AuthPage>
  );
}
