import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { Form } from '#components/form/Form.tsx';
import { EmailInput } from '#features/accounts/components/EmailInput.tsx';
import { PasswordInput } from '#features/accounts/components/PasswordInput.tsx';
import { knownPasswordProblem } from '#features/accounts/password.ts';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { problemOf, rule } from '#lib/form-errors';
import { signIn } from '../api/sign-in';
import type { AuthState } from '../auth-state';
import type { Credentials } from '../credentials';
import { EMAIL_RULE } from '../email-rule';
import { type Failure, failureOf, isWrongCredentials } from '../failures';
import { pathOf } from '../modes';
import { clearPendingSignUp, readPendingSignUp } from '../pending-sign-up';
import { AuthPage } from './AuthPage';
import styles from './auth.module.css';
import { FailureText } from './FailureText';
import { ModeLink } from './ModeLink';

const NOTICES: Record<NonNullable<AuthState['notice']>, TranslationKey> = {
  confirmed: 'auth:signIn.confirmed',
  passwordChanged: 'auth:newPassword.saved',
};

export function SignInForm({
  email,
  onEmail,
  notice,
  onSignedIn,
  onChoosePassword,
  onCode,
}: {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly notice?: AuthState['notice'];
  readonly onSignedIn: () => void;
  /** The password was an operator's. */
  readonly onChoosePassword: () => void;
  /** A code of the authenticator app is asked for. */
  readonly onCode: (credentials: Credentials) => void;
}) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const titleId = useId();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState, getValues, setFocus } = useForm({
    defaultValues: { email, password: '' },
  });

  const submit = handleSubmit(async ({ email, password }) => {
    setFailure(null);
    try {
      const outcome = await signIn(email.trim(), password);
      if (outcome === 'done') {
        clearPendingSignUp();
        onSignedIn();
      } else if (outcome === 'reset') {
        const state: AuthState = { email };
        navigate(pathOf('reset'), { state });
      } else if (outcome === 'choose') {
        onChoosePassword();
      } else if (outcome === 'code') {
        onCode({ username: email.trim(), password });
      } else {
        setFailure({ key: 'auth:errors.notConfirmed' });
      }
    } catch (error) {
      if (error instanceof Error && error.name === 'UserAlreadyAuthenticatedException') return onSignedIn();
      const why = failureOf(error);
      setFailure(why);
      // The field is disabled while it works, and takes the focus only after.
      if (isWrongCredentials(why)) setTimeout(() => setFocus('password', { shouldSelect: true }));
    }
  });

  // Cognito doesn't tell an unconfirmed address from a wrong one; this browser may know better.
  const unconfirmed = failure && readPendingSignUp()?.email === getValues('email').trim().toLowerCase();
  const waiting: AuthState = { waiting: true };
  return (
    <AuthPage title={t('auth:signIn.title')} titleId={titleId} lead={t('auth:signIn.lead')}>
      <Form
        labelledBy={titleId}
        onSubmit={submit}
        notice={notice && t(NOTICES[notice])}
        failure={
          failure && (
            <>
              <FailureText failure={failure} />{' '}
              {unconfirmed && (
                <Link to={pathOf('signup')} state={waiting}>
                  {t('auth:signIn.notConfirmedYet')}
                </Link>
              )}
            </>
          )
        }
        submit={{
          label: t('auth:signIn.action'),
          working: t('auth:signIn.working'),
          isWorking: formState.isSubmitting,
        }}
      >
        <EmailInput
          problem={problemOf(formState.errors.email)}
          {...register('email', { ...EMAIL_RULE, onChange: ({ target }) => onEmail(target.value) })}
        />
        <PasswordInput
          label={t('auth:fields.password')}
          autoComplete="current-password"
          isRequired
          problem={problemOf(formState.errors.password)}
          {...register('password', rule(knownPasswordProblem))}
        />
        <p className={styles.aside}>
          <ModeLink mode="reset">{t('auth:signIn.forgot')}</ModeLink>
        </p>
      </Form>
      <p className={styles.foot}>
        {t('auth:signIn.noAccount')} <ModeLink mode="signup">{t('auth:signIn.toSignUp')}</ModeLink>
      </p>
    </AuthPage>
  );
}
