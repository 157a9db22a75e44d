import { useId, useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { Form } from '#components/form/Form.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { COMPANY_NAME, FULL_NAME } from '#contract/accounts/sign-in-fields';
import { lengthIssue } from '#contract/base/clean';
import { EmailInput } from '#features/accounts/components/EmailInput.tsx';
import { type NewPassword, NewPasswordFields } from '#features/accounts/components/NewPasswordFields.tsx';
import { useTexts } from '#i18n/index';
import { problemOf, ruleOf } from '#lib/form-errors';
import { signUp } from '../api/sign-up';
import type { AuthState } from '../auth-state';
import type { Credentials } from '../credentials';
import { EMAIL_RULE } from '../email-rule';
import { type Failure, failureOf } from '../failures';
import { storePendingSignUp } from '../pending-sign-up';
import { AlphaOffer } from './AlphaOffer';
import { AuthPage } from './AuthPage';
import styles from './auth.module.css';
import { FailureText } from './FailureText';
import { ModeLink } from './ModeLink';

const RULES = {
  fullName: ruleOf((text) => lengthIssue(text, FULL_NAME), {
    empty: 'auth:fields.nameRequired',
    too_big: 'auth:fields.nameLong',
    otherwise: 'auth:fields.nameShort',
  }),
  companyName: ruleOf((text) => lengthIssue(text, COMPANY_NAME), { otherwise: 'auth:fields.companyLong' }),
};

interface Values extends NewPassword {
  readonly email: string;
  readonly fullName: string;
  readonly companyName: string;
}

export interface SignUpFormProps {
  readonly email: string;
  readonly onEmail: (email: string) => void;
  readonly onSignedUp: (credentials: Credentials) => void;
}

export function SignUpForm({ email, onEmail, onSignedUp }: SignUpFormProps) {
  const { t, language } = useTexts();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const [query] = useSearchParams();
  const alpha = query.get('alpha') === 'true';
  const titleId = useId();
  const [failure, setFailure] = useState<Failure | null>(null);
  const form = useForm<Values>({
    // Not on blur: an error that comes or goes then moves the button away from under the pointer that presses it.
    mode: 'onSubmit',
    defaultValues: { fullName: '', companyName: '', email, password: '', confirmPassword: '' },
  });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;

  const submit = handleSubmit(async ({ fullName, companyName, email, password }) => {
    setFailure(null);
    const address = email.trim().toLowerCase();
    try {
      const username = await signUp({
        email: address,
        password,
        fullName: fullName.trim(),
        companyName: companyName.trim(),
        locale: language,
        alpha,
      });
      storePendingSignUp({
        username,
        email: address,
        alpha,
        sentAt: Date.now(),
        redirect: query.get('redirect'),
      });
      onSignedUp({ username, password });
      const state: AuthState = { waiting: true };
      navigate({ pathname, search }, { state });
    } catch (error) {
      setFailure(failureOf(error));
    }
  });

  return (
    <AuthPage
      title={t('auth:signUp.title')}
      titleId={titleId}
      lead={t(alpha ? 'auth:signUp.leadAlpha' : 'auth:signUp.lead')}
    >
      {alpha && <AlphaOffer />}
      <Form
        labelledBy={titleId}
        onSubmit={submit}
        failure={failure && <FailureText failure={failure} />}
        submit={{
          label: t('auth:signUp.action'),
          working: t('auth:signUp.working'),
          isWorking: formState.isSubmitting,
        }}
      >
        <div className={styles.pair}>
          <TextInput
            label={t('auth:fields.fullName')}
            autoComplete="name"
            isRequired
            problem={problemOf(errors.fullName)}
            {...register('fullName', RULES.fullName)}
          />
          <TextInput
            label={t('auth:fields.company')}
            autoComplete="organization"
            problem={problemOf(errors.companyName)}
            {...register('companyName', RULES.companyName)}
          />
        </div>
        <EmailInput
          problem={problemOf(errors.email)}
          {...register('email', { ...EMAIL_RULE, onChange: ({ target }) => onEmail(target.value) })}
        />
        <NewPasswordFields
          label={t('auth:fields.password')}
          form={form as unknown as UseFormReturn<NewPassword>}
        />
      </Form>
      <p className={styles.foot}>
        {t('auth:signUp.haveAccount')} <ModeLink mode="login">{t('auth:signUp.toSignIn')}</ModeLink>
      </p>
    </AuthPage>
  );
}
