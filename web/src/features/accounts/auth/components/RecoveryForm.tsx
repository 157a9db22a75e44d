import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Form } from '#components/form/Form.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { RECOVERY_CODE_LENGTH } from '#contract/accounts/sign-in-fields';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { ApiError } from '#lib/api-error';
import { problemOf, rule } from '#lib/form-errors';
import { type Failure, failureOf } from '../failures';
import { AuthPage } from './AuthPage';
import styles from './auth.module.css';
import { FailureText } from './FailureText';

/** The second step of a sign-in for who has lost the authenticator app. */
export function RecoveryForm({
  email,
  password,
  onSignedIn,
  onBack,
}: {
  readonly email: string;
  readonly password: string;
  readonly onSignedIn: () => void;
  readonly onBack: () => void;
}) {
  const { t } = useTexts();
  const titleId = useId();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } });

  const submit = handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      // Fetched here: next to nobody comes this way.
      const { recover } = await import('../api/recover');
      await recover(email, password, code.trim());
      onSignedIn();
    } catch (error) {
      setFailure(error instanceof ApiError ? { key: `errors:${error.code}` } : failureOf(error));
      setTimeout(() => setFocus('code', { shouldSelect: true }));
    }
  });

  return (
    <AuthPage title={t('auth:recovery.title')} titleId={titleId} lead={t('auth:recovery.lead')}>
      <Form
        labelledBy={titleId}
        onSubmit={submit}
        failure={failure && <FailureText failure={failure} />}
        submit={{
          label: t('auth:signIn.action'),
          working: t('auth:signIn.working'),
          isWorking: formState.isSubmitting,
        }}
      >
        <TextInput
          label={t('auth:recovery.label')}
          placeholder={t('auth:recovery.example')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          isRequired
          problem={problemOf(formState.errors.code)}
          {...register('code', rule(recoveryProblem))}
        />
      </Form>
      <p className={styles.foot}>
        <button type="button" className={styles.way} onClick={onBack}>
          {t('auth:recovery.back')}
        </button>
      </p>
    </AuthPage>
  );
}

function recoveryProblem(code: string): TranslationKey | null {
  return code.replace(/[^0-9a-z]/gi, '').length === RECOVERY_CODE_LENGTH ? null : 'auth:recovery.length';
}
