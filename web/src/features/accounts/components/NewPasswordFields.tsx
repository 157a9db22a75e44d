import { Check, Circle, X } from 'lucide-react';
import { useId } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  newPasswordProblem,
  PASSWORD_RULES_ATTRIBUTE,
  repetitionProblem,
} from '#features/accounts/password.ts';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { problemOf, rule } from '#lib/form-errors';
import styles from '../../../components/form/form.module.css';
import { PasswordInput } from './PasswordInput';
import { PasswordRules } from './PasswordRules';

export interface NewPassword {
  readonly password: string;
  readonly confirmPassword: string;
}

/**
 * A new password, its rules as they are met, and the password again; for sign-up, reset and change alike. The page
 * loads the texts of `auth`.
 */
export function NewPasswordFields({
  label,
  form: { register, formState, watch },
  username,
  check = newPasswordProblem,
  checkRepetition = repetitionProblem,
}: {
  readonly label: string;
  readonly form: Pick<UseFormReturn<NewPassword>, 'register' | 'formState' | 'watch'>;
  /** Whose password it is, where the form doesn't ask: a password manager files it under this. */
  readonly username?: string | undefined;
  readonly check?: (password: string) => TranslationKey | null;
  readonly checkRepetition?: (repetition: string, password: string) => TranslationKey | null;
}) {
  const { t } = useTexts();
  const [rulesId, repetitionId] = [useId(), useId()];
  const { errors } = formState;
  const [password, repetition] = watch(['password', 'confirmPassword']);
  return (
    <>
      {username !== undefined && (
        <input
          className="amplify-visually-hidden"
          type="text"
          name="email"
          autoComplete="username"
          value={username}
          readOnly
          tabIndex={-1}
          aria-hidden="true"
        />
      )}
      <div className="stack small">
        <PasswordInput
          label={label}
          autoComplete="new-password"
          isRequired
          aria-describedby={rulesId}
          problem={problemOf(errors.password)}
          {...{ passwordrules: PASSWORD_RULES_ATTRIBUTE }}
          {...register('password', { ...rule(check), deps: ['confirmPassword'] })}
        />
        <PasswordRules id={rulesId} password={password} />
      </div>
      <div className="stack small">
        <PasswordInput
          label={t('auth:fields.confirmPassword')}
          autoComplete="new-password"
          isRequired
          aria-describedby={repetitionId}
          problem={problemOf(errors.confirmPassword)}
          {...{ passwordrules: PASSWORD_RULES_ATTRIBUTE }}
          {...register(
            'confirmPassword',
            rule<NewPassword>((again, values) => checkRepetition(again, values.password)),
          )}
        />
        {/* What is wrong stands in its place, once. */}
        {!errors.confirmPassword && (
          <Repetition id={repetitionId} password={password} repetition={repetition} />
        )}
      </div>
    </>
  );
}

/** Whether what is typed again is the same so far: told while it is typed, in a line that is always there. */
function Repetition({
  id,
  password,
  repetition,
}: {
  readonly id: string;
  readonly password: string;
  readonly repetition: string;
}) {
  const { t } = useTexts();
  const isSame = repetition !== '' && repetition === password;
  const isOther = !password.startsWith(repetition);
  const Icon = isSame ? Check : isOther ? X : Circle;
  return (
    <ul id={id} className={`muted ${styles.rules}`}>
      <li className="line" data-met={isSame} data-wrong={isOther}>
        <Icon size={15} aria-hidden="true" />
        {t(isOther ? 'auth:rules.other' : 'auth:rules.same')}
        {isSame && <span className="amplify-visually-hidden">{t('auth:rules.met')}</span>}
      </li>
    </ul>
  );
}
