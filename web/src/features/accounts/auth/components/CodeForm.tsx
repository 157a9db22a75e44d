import { sixDigitsOf } from '#contract/accounts/sign-in-fields';
import { useTexts } from '#i18n/index';
import { type Failure, failureOf } from '../failures';
import styles from './auth.module.css';
import { SecondStepForm } from './SecondStepForm';

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
  return (
    <SecondStepForm
      title={t('auth:code.title')}
      lead={t('auth:code.lead')}
      field={{ label: t('auth:code.label'), autoComplete: 'one-time-code', inputMode: 'numeric' }}
      check={(code) => (sixDigitsOf(code) === null ? 'auth:code.digits' : null)}
      confirm={async (code) => {
        // Fetched here: few come this way.
        const { confirmCode } = await import('../api/confirm-code');
        await confirmCode(sixDigitsOf(code) ?? code);
        onSignedIn();
      }}
      failureOf={codeFailure}
    >
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
    </SecondStepForm>
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
