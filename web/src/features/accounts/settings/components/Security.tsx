import { useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Card } from '#components/Card.tsx';
import { Form } from '#components/form/Form.tsx';
import { type NewPassword, NewPasswordFields } from '#features/accounts/components/NewPasswordFields.tsx';
import { PasswordInput } from '#features/accounts/components/PasswordInput.tsx';
import { changedPasswordProblem, changedRepetitionProblem } from '#features/accounts/password.ts';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { useAuth } from '#lib/session/session';
import { changePassword, notePasswordChange, passwordFailure } from '../passwords';
import { Sessions } from './Sessions';
import styles from './settings.module.css';
import { TwoStep } from './TwoStep';

export function Security() {
  return (
    <>
      <PasswordCard />
      <TwoStep />
      <Sessions />
    </>
  );
}

function PasswordCard() {
  const { t } = useTexts();
  const { profile, endBy } = useAuth();
  const titleId = useId();
  const [failure, setFailure] = useState<TranslationKey | null>(null);
  const [current, setCurrent] = useState('');
  const form = useForm<NewPassword>({
    defaultValues: { password: '', confirmPassword: '' },
  });
  const submit = form.handleSubmit(async ({ password }) => {
    if (current === '') return setFailure('settings:security.required');
    setFailure(null);
    try {
      await changePassword(current, password);
    } catch (error) {
      return setFailure(passwordFailure(error));
    }
    setCurrent('');
    form.reset();
    await endBy(notePasswordChange, 'newPassword').catch(() => setFailure('settings:security.stillSignedIn'));
  });
  return (
    <Card title={t('settings:security.password')} lead={t('settings:security.everyDevice')}>
      <div className={styles.form}>
        <span id={titleId} hidden>
          {t('settings:security.password')}
        </span>
        <Form
          labelledBy={titleId}
          onSubmit={submit}
          failure={failure && t(failure)}
          submit={{
            label: t('settings:security.action'),
            working: t('settings:security.working'),
            isWorking: form.formState.isSubmitting,
          }}
        >
          <PasswordInput
            label={t('settings:security.current')}
            autoComplete="current-password"
            isRequired
            value={current}
            onChange={({ target }) => setCurrent(target.value)}
          />
          <NewPasswordFields
            label={t('settings:security.new')}
            check={changedPasswordProblem}
            checkRepetition={changedRepetitionProblem}
            form={form}
            username={profile.email}
          />
        </Form>
      </div>
    </Card>
  );
}
