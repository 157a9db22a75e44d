import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation, useNavigate } from 'react-router-dom';
import { Form } from '#components/form/Form.tsx';
import { EmailInput } from '#features/accounts/components/EmailInput.tsx';
import { useTexts } from '#i18n/index';
import { problemOf } from '#lib/form-errors';
import { requestReset } from '../api/request-reset';
import type { AuthState } from '../auth-state';
import { EMAIL_RULE } from '../email-rule';
import { type Failure, failureOf } from '../failures';
import { AuthPage } from './AuthPage';
import styles from './auth.module.css';
import { FailureText } from './FailureText';
import { ModeLink } from './ModeLink';

export function ResetForm({
  email,
  onEmail,
}: {
  readonly email: string;
  readonly onEmail: (email: string) => void;
}) {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const titleId = useId();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email } });

  const submit = handleSubmit(async ({ email }) => {
    setFailure(null);
    const address = email.trim();
    try {
      await requestReset(address, language);
      const state: AuthState = { linkSent: { email: address, at: Date.now() } };
      navigate({ pathname, search }, { state });
    } catch (error) {
      setFailure(failureOf(error));
    }
  });

  return (
    <AuthPage title={t('auth:reset.title')} titleId={titleId} lead={t('auth:reset.lead')}>
      <Form
        labelledBy={titleId}
        onSubmit={submit}
        failure={
          failure && (
            <>
              {t('auth:resetPassword.error')} <FailureText failure={failure} />
            </>
          )
        }
        submit={{
          label: t('auth:reset.action'),
          working: t('auth:reset.working'),
          isWorking: formState.isSubmitting,
        }}
      >
        <EmailInput
          problem={problemOf(formState.errors.email)}
          {...register('email', { ...EMAIL_RULE, onChange: ({ target }) => onEmail(target.value) })}
        />
      </Form>
      <p className={styles.foot}>
        <ModeLink mode="login">{t('auth:reset.back')}</ModeLink>
      </p>
    </AuthPage>
  );
}
