import { Alert, Button, TextField } from '@aws-amplify/ui-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { LoadingScreen } from '../../../components/Loading';
import { PasswordInput } from '../../../components/PasswordInput';
import { useTexts } from '../../../i18n';
import type { TranslationKey } from '../../../i18n/keys';
import { currentIdentity } from '../../../lib/auth';
import { fieldErrorKey } from '../../../lib/form-errors';
import { SESSION_ENDED, takeLandingPath } from '../../../lib/return-path';
import { signIn } from '../api/sign-in';
import { authErrorKey } from '../error-keys';
import { clearPendingSignUp, readPendingSignUp } from '../pending-sign-up';
import { AuthPage } from './AuthPage';
import styles from './forms.module.css';

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** What the step before says when it sends someone here. */
export interface SignInState {
  readonly notice?: 'confirmed' | 'passwordChanged';
  readonly email?: string;
}

const NOTICES: Record<NonNullable<SignInState['notice']>, TranslationKey> = {
  confirmed: 'auth:signIn.confirmed',
  passwordChanged: 'auth:signIn.passwordChanged',
};
const REDIRECT_DELAY = 100;

export function SignInPage() {
  const { t } = useTexts();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const state = (useLocation().state ?? {}) as SignInState;
  const [failure, setFailure] = useState<TranslationKey | null>(null);
  const [signedIn, setSignedIn] = useState(false);
  const pending = readPendingSignUp();
  const { register, handleSubmit, formState, getValues } = useForm<Credentials>({
    defaultValues: { email: state.email ?? '', password: '' },
  });

  useEffect(() => {
    // Who is signed in already has nothing to do here. Cognito unreachable: the form will tell.
    currentIdentity().then(
      (identity) => identity && setSignedIn(true),
      () => {},
    );
  }, []);

  const redirect = search.get('redirect');
  useEffect(() => {
    if (!signedIn) return;
    const timer = setTimeout(() => navigate(takeLandingPath(redirect), { replace: true }), REDIRECT_DELAY);
    return () => clearTimeout(timer);
  }, [signedIn, redirect, navigate]);

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      const outcome = await signIn(email.trim(), password);
      if (outcome === 'done') {
        clearPendingSignUp();
        setSignedIn(true);
      } else if (outcome === 'reset') {
        navigate('/auth/reset', { state: { email } });
      } else {
        setFailure('auth:errors.notConfirmed');
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'UserAlreadyAuthenticatedException') setSignedIn(true);
      else setFailure(authErrorKey(error));
    }
  });

  if (signedIn) return <LoadingScreen text="loading:toDashboard" />;

  const emailError = fieldErrorKey(formState.errors.email, {
    required: 'auth:fields.emailRequired',
    otherwise: 'auth:fields.emailInvalid',
  });
  const passwordError = fieldErrorKey(formState.errors.password, {
    required: 'auth:fields.passwordRequired',
    otherwise: 'auth:fields.passwordShort',
  });
  // Cognito doesn't tell an unconfirmed address from a wrong one; this browser may know better.
  const unconfirmed = failure !== null && pending?.email === getValues('email').trim().toLowerCase();
  return (
    <AuthPage title={t('auth:signIn.title')} lead={t('auth:signIn.lead')}>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        {state.notice && !failure && <Alert variation="success">{t(NOTICES[state.notice])}</Alert>}
        {!state.notice && !failure && search.has(SESSION_ENDED) && (
          <Alert variation="info">{t('auth:signIn.sessionEnded')}</Alert>
        )}
        {failure && (
          <Alert variation="error">
            {t(failure)}{' '}
            {unconfirmed && <Link to="/auth/check-mail">{t('auth:signIn.notConfirmedYet')}</Link>}
          </Alert>
        )}
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
        <PasswordInput
          label={t('auth:fields.password')}
          autoComplete="current-password"
          isRequired
          hasError={passwordError !== null}
          errorMessage={passwordError && t(passwordError)}
          {...register('password', { required: true, minLength: 6 })}
        />
        <div className={styles.aside}>
          <Link to="/auth/reset">{t('auth:signIn.forgot')}</Link>
        </div>
        <Button
          type="submit"
          variation="primary"
          isFullWidth
          isLoading={formState.isSubmitting}
          loadingText={t('auth:signIn.working')}
        >
          {t('auth:signIn.action')}
        </Button>
      </form>
      <p className={styles.foot}>
        {t('auth:signIn.noAccount')} <Link to="/auth/signup">{t('auth:signIn.toSignUp')}</Link>
      </p>
    </AuthPage>
  );
}
