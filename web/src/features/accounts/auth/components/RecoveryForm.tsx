import { RECOVERY_CODE_LENGTH } from '#contract/accounts/sign-in-fields';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { ApiError } from '#lib/api-error';
import { failureOf } from '../failures';
import styles from './auth.module.css';
import { SecondStepForm } from './SecondStepForm';

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
  return (
    <SecondStepForm
      title={t('auth:recovery.title')}
      lead={t('auth:recovery.lead')}
      field={{
        label: t('auth:recovery.label'),
        placeholder: t('auth:recovery.example'),
        autoComplete: 'off',
        autoCapitalize: 'characters',
        spellCheck: false,
      }}
      check={recoveryProblem}
      confirm={async (code) => {
        // Fetched here: next to nobody comes this way.
        const { recover } = await import('../api/recover');
        await recover(email, password, code.trim());
        onSignedIn();
      }}
      failureOf={(error) => (error instanceof ApiError ? { key: `errors:${error.code}` } : failureOf(error))}
    >
      <p className={styles.foot}>
        <button type="button" className={styles.way} onClick={onBack}>
          {t('auth:recovery.back')}
        </button>
      </p>
    </SecondStepForm>
  );
}

function recoveryProblem(code: string): TranslationKey | null {
  return code.replace(/[^0-9a-z]/gi, '').length === RECOVERY_CODE_LENGTH ? null : 'auth:recovery.length';
}
