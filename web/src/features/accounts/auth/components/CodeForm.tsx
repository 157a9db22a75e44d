import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Form } from '#components/form/Form.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { sixDigitsOf } from '#contract/accounts/sign-in-fields';
import { useTexts } from '#i18n/index';
import { problemOf, rule } from '#lib/form-errors';
import { type Failure, failureOf } from '../failures';
import { AuthPage } from './AuthPage';
import styles from './auth.module.css';
import { FailureText } from './FailureText';

const CODE_RULE = rule((code) => (sixDigitsOf(code) === null ? 'auth:code.digits' : null));

/** The second step of a sign-in: a code of the authenticator app. */
export function CodeForm({
  onSignedIn,
  onRecover,
  onBack,
}: {
  readonly onSignedIn: () => void;
  readonly onRecover: () => void;
  readonly onBack: () => void;
}) {
  const { t } = useTexts();
  const titleId = useId();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } });

  const submit = handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      // Fetched here: few come this way.
      const { confirmCode } = await import('../api/confirm-code');
      await confirmCode(sixDigitsOf(code) ?? code);
      onSignedIn();
    } catch (error) {
      setFailure(codeFailure(error));
      setTimeout(() => setFocus('code', { shouldSelect: true }));
    }
  });

  return (
    <AuthPage title={t('auth:code.title')} titleId={titleId} lead={t('auth:code.lead')}>
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
          label={t('auth:code.label')}
          autoComplete="one-time-code"
          inputMode="numeric"
          isRequired
          problem={problemOf(formState.errors.code)}
          {...register('code', CODE_RULE)}
        />
      </Form>
      <p className={styles.foot}>
        <button type="button" className={styles.way} onClick={onRecover}>
          {t('auth:code.recover')}
        </button>
      </p>
      <p className={styles.foot}>
        <button type="button" className={styles.way} onClick={onBack}>
          {t('auth:reset.back')}
        </button>
      </p>
    </AuthPage>
  );
}

function codeFailure(error: unknown): Failure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'CodeMismatchException') return { key: 'auth:code.wrong' };
  if (name === 'ExpiredCodeException') return { key: 'auth:code.used' };
  const failure = failureOf(error);
  // The password was right: the time for the code is over.
  return 'key' in failure && failure.key === 'auth:errors.wrongCredentials'
    ? { key: 'auth:code.expired' }
    : failure;
}
