import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { NewPassword } from '#features/accounts/components/NewPasswordFields.tsx';
import { useTexts } from '#i18n/index';
import { type Failure, failureOf } from '../failures';
import { AuthPage } from './AuthPage';
import styles from './auth.module.css';
import { FailureText } from './FailureText';
import { ModeLink } from './ModeLink';
import { NewPasswordForm } from './NewPasswordForm';

/** The first sign-in of somebody whom an operator has created, with the password that was mailed. */
export function ChoosePassword({
  email,
  onSignedIn,
}: {
  readonly email: string;
  readonly onSignedIn: () => void;
}) {
  const { t } = useTexts();
  const titleId = useId();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<NewPassword>({
    defaultValues: { password: '', confirmPassword: '' },
  });

  const submit = form.handleSubmit(async ({ password }) => {
    setFailure(null);
    try {
      // Fetched here: next to nobody comes this way.
      const { choosePassword } = await import('../api/choose-password');
      await choosePassword(password);
      onSignedIn();
    } catch (error) {
      setFailure(failureOf(error));
    }
  });

  return (
    <AuthPage
      title={t('auth:newPassword.chooseTitle')}
      titleId={titleId}
      lead={t('auth:newPassword.chooseLead')}
    >
      <NewPasswordForm
        labelledBy={titleId}
        onSubmit={submit}
        failure={failure && <FailureText failure={failure} />}
        form={form}
        username={email}
      />
      <p className={styles.foot}>
        <ModeLink mode="login">{t('auth:reset.back')}</ModeLink>
      </p>
    </AuthPage>
  );
}
