import { Alert, Button, TextField } from '@aws-amplify/ui-react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import * as z from 'zod';
import { CompanyName, FullName } from '../../../../../functions/contract/profile';
import { PasswordInput } from '../../../components/PasswordInput';
import { useTexts } from '../../../i18n';
import type { TranslationKey } from '../../../i18n/keys';
import { fieldErrorKey } from '../../../lib/form-errors';
import { signUp } from '../api/sign-up';
import { authErrorKey } from '../error-keys';
import { PasswordTwice } from '../password';
import { storePendingSignUp } from '../pending-sign-up';
import { AuthPage } from './AuthPage';
import styles from './forms.module.css';
import { PasswordRules } from './PasswordRules';

const SignUp = z
  .object({
    fullName: FullName,
    companyName: CompanyName,
    email: z.string().trim().toLowerCase().pipe(z.email()),
  })
  .and(PasswordTwice);

export function SignUpPage() {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const alpha = useSearchParams()[0].get('alpha') === 'true';
  const rulesId = useId();
  const [failure, setFailure] = useState<TranslationKey | null>(null);
  const { register, handleSubmit, formState, watch } = useForm({
    resolver: zodResolver(SignUp),
    // Not on blur: an error that comes or goes then moves the button away from under the pointer that presses it.
    mode: 'onSubmit',
    defaultValues: { fullName: '', companyName: '', email: '', password: '', confirmPassword: '' },
  });
  const { errors } = formState;

  const submit = handleSubmit(async ({ confirmPassword: _, ...user }) => {
    setFailure(null);
    try {
      const username = await signUp({ ...user, locale: language, alpha });
      storePendingSignUp({ username, email: user.email, alpha });
      navigate('/auth/check-mail');
    } catch (error) {
      setFailure(authErrorKey(error));
    }
  });

  const nameError = fieldErrorKey(errors.fullName, {
    too_small: 'auth:fields.nameRequired',
    otherwise: 'auth:fields.nameLong',
  });
  const companyError = fieldErrorKey(errors.companyName, { otherwise: 'auth:fields.companyLong' });
  const emailError = fieldErrorKey(errors.email, {
    invalid_format: watch('email').trim() ? 'auth:fields.emailInvalid' : 'auth:fields.emailRequired',
    otherwise: 'auth:fields.emailInvalid',
  });
  const passwordError = fieldErrorKey(errors.password, { otherwise: 'auth:fields.passwordRules' });
  const confirmError = fieldErrorKey(errors.confirmPassword, {
    too_small: 'auth:fields.confirmRequired',
    otherwise: 'auth:fields.passwordsDoNotMatch',
  });
  return (
    <AuthPage title={t('auth:signUp.title')} lead={t('auth:signUp.lead')}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {failure && <Alert variation="error">{t(failure)}</Alert>}
        <TextField
          label={t('auth:fields.fullName')}
          autoComplete="name"
          isRequired
          hasError={nameError !== null}
          errorMessage={nameError && t(nameError)}
          {...register('fullName')}
        />
        <TextField
          label={t('auth:fields.company')}
          autoComplete="organization"
          hasError={companyError !== null}
          errorMessage={companyError && t(companyError)}
          {...register('companyName')}
        />
        <TextField
          label={t('auth:fields.email')}
          type="email"
          autoComplete="username"
          inputMode="email"
          isRequired
          hasError={emailError !== null}
          errorMessage={emailError && t(emailError)}
          {...register('email')}
        />
        <PasswordInput
          label={t('auth:fields.password')}
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
          loadingText={t('auth:signUp.working')}
        >
          {t('auth:signUp.action')}
        </Button>
      </form>
      <p className={styles.foot}>
        {t('auth:signUp.haveAccount')} <Link to="/auth/login">{t('auth:signUp.toSignIn')}</Link>
      </p>
    </AuthPage>
  );
}
