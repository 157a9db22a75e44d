import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { LinkButton } from '#components/LinkButton.tsx';
import type { NewPassword } from '#features/accounts/components/NewPasswordFields.tsx';
import { useTexts } from '#i18n/index';
import { requestReset } from '../api/request-reset';
import { resetPassword } from '../api/reset-password';
import type { AuthState } from '../auth-state';
import { failureOf, isSpentLink } from '../failures';
import { useMailedCode } from '../hooks/useMailedCode';
import { useSendAgain } from '../hooks/useSendAgain';
import type { MailedCode } from '../mailed-code';
import { pathOf } from '../modes';
import { AuthPage } from './AuthPage';
import { DeadLink } from './DeadLink';
import { FailureText } from './FailureText';
import { NewPasswordForm } from './NewPasswordForm';
import { SendAgainButton } from './SendAgainButton';

/** Target of the mailed link: a new password. */
export function ResetPasswordPage() {
  const mailed = useMailedCode();
  return mailed ? <ResetPassword key={mailed.code} mailed={mailed} /> : <DeadReset email={null} />;
}

function ResetPassword({ mailed }: { readonly mailed: MailedCode }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const titleId = useId();
  const [error, setError] = useState<unknown>(null);
  const form = useForm<NewPassword>({
    // Not on blur: an error that comes or goes then moves the button away from under the pointer that presses it.
    mode: 'onSubmit',
    defaultValues: { password: '', confirmPassword: '' },
  });

  const submit = form.handleSubmit(async ({ password }) => {
    setError(null);
    try {
      await resetPassword(mailed, password);
      const state: AuthState = {
        notice: 'passwordChanged',
        ...(mailed.email ? { email: mailed.email } : {}),
      };
      navigate(pathOf('login'), { state, replace: true });
    } catch (cause) {
      setError(cause);
    }
  });

  if (isSpentLink(error)) return <DeadReset error={error} email={mailed.email} />;
  return (
    <AuthPage title={t('auth:newPassword.title')} titleId={titleId} lead={t('auth:newPassword.lead')}>
      <NewPasswordForm
        labelledBy={titleId}
        onSubmit={submit}
        failure={error !== null && <FailureText failure={failureOf(error)} />}
        form={form}
        username={mailed.email ?? undefined}
      />
    </AuthPage>
  );
}

function DeadReset({ error, email }: { readonly error?: unknown; readonly email: string | null }) {
  const { t, language } = useTexts();
  const sendAgain = useSendAgain(async () => {
    if (email) await requestReset(email, language);
  }, 0);
  return (
    <DeadLink error={error}>
      {email ? (
        <SendAgainButton sendAgain={sendAgain} label="auth:confirm.newLink" primary />
      ) : (
        <LinkButton to={pathOf('reset')} variation="primary">
          {t('auth:confirm.newLink')}
        </LinkButton>
      )}
      <Link to={pathOf('login')}>{t('auth:confirm.toSignIn')}</Link>
    </DeadLink>
  );
}
