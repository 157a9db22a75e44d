import { Alert, Button } from '@aws-amplify/ui-react';
import { zodResolver } from '@hookform/resolvers/zod';
import { Unlink } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { LinkButton } from '../../../components/LinkButton';
import { PasswordInput } from '../../../components/PasswordInput';
import { useTexts } from '../../../i18n';
import { fieldErrorKey } from '../../../lib/form-errors';
import { resetPassword } from '../api/reset-password';
import { authErrorKey, isSpentLink } from '../error-keys';
import { useMailedCode } from '../hooks/useMailedCode';
import { PasswordTwice } from '../password';
import { AuthPage } from './AuthPage';
import styles from './forms.module.css';
import { PasswordRules } from './PasswordRules';
import type { SignInState } from './SignInPage';

/** Target of the mailed link: a new password. */
export function ResetPasswordPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const rulesId = useId();
  const mailed = useMailedCode();
  const [error, setError] = useState<unknown>(null);
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(PasswordTwice),
    // Not on blur: an error that comes or goes then moves the button away from under the pointer that presses it.
    mode: 'onSubmit',
    defaultValues: { password: '', confirmPassword: '' },
  });

  if (!mailed || isSpentLink(error))
    return (
      <AuthPage
        title={t('auth:confirm.deadTitle')}
        lead={t(error ? authErrorKey(error) : 'auth:confirm.broken')}
        icon={<Unlink size={28} />}
        tone="bad"
      >
        <div className={styles.steps}>
          <LinkButton to="/auth/reset" variation="primary">
            {t('auth:confirm.newLink')}
          </LinkButton>
          <Link to="/auth/login">{t('auth:confirm.toSignIn')}</Link>
        </div>
      </AuthPage>
    );

  const submit = handleSubmit(async ({ password }) => {
    setError(null);
    try {
      await resetPassword(mailed, password);
      const state: SignInState = { notice: 'passwordChanged' };
      navigate('/auth/login', { state, replace: true });
    } catch (cause) {
      setError(cause);
    }
  });
  const passwordError = fieldErrorKey(formState.errors.password, { otherwise: 'auth:fields.passwordRules' });
  const confirmError = fieldErrorKey(formState.errors.confirmPassword, {
    too_small: 'auth:fields.confirmRequired',
    otherwise: 'auth:fields.passwordsDoNotMatch',
  });
  return (
    <AuthPage title={t('auth:newPassword.title')} lead={t('auth:newPassword.lead')}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {error !== null && <Alert variation="error">{t(authErrorKey(error))}</Alert>}
        <PasswordInput
          label={t('auth:newPassword.password')}
          autoComplete="new-password"
          isRequired
          aria-describedby={rulesId}
          hasError={passwordError !== null}
          errorMessage={passwordError && t(passwordError)}
          {...register('password', { deps: ['confirmPassword'] })}
        />
        <PasswordRules id={rulesId} password={watch('password')} />
        <PasswordInput
          label={t('auth:fields.confirmPassword')}
          autoComplete="new-password"
          isRequired
          hasError={confirmError !== null}
          errorMessage={confirmError && t(confirmError)}
          {...register('confirmPassword')}
        />
        <Button
          type="submit"
          variation="primary"
          isFullWidth
          isLoading={formState.isSubmitting}
          loadingText={t('auth:newPassword.working')}
        >
          {t('auth:newPassword.action')}
        </Button>
      </form>
    </AuthPage>
  );
}
