import { useQueryClient } from '@tanstack/react-query';
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
import { changePassword, passwordFailure } from '../passwords';
import { sessionsQuery } from '../queries';
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
  const queryClient = useQueryClient();
  const { profile } = useAuth();
  const titleId = useId();
  const [failure, setFailure] = useState<TranslationKey | null>(null);
  const [done, setDone] = useState<TranslationKey | null>(null);
  const [current, setCurrent] = useState('');
  const { register, handleSubmit, formState, watch, reset } = useForm<NewPassword>({
    defaultValues: { password: '', confirmPassword: '' },
  });
  const submit = handleSubmit(async ({ password }) => {
    setDone(null);
    if (current === '') return setFailure('settings:security.required');
    setFailure(null);
    try {
      const isAlone = await changePassword(current, password);
      setDone(isAlone ? 'settings:security.done' : 'settings:security.othersStay');
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      setCurrent('');
      reset();
    } catch (error) {
      setFailure(passwordFailure(error));
    }
  });
  return (
    <Card title={t('settings:security.password')}>
      <div className={styles.form}>
        <span id={titleId} hidden>
          {t('settings:security.password')}
        </span>
        <Form
          labelledBy={titleId}
          onSubmit={submit}
          notice={done && t(done)}
          failure={failure && t(failure)}
          submit={{
            label: t('settings:security.action'),
            working: t('settings:security.working'),
            isWorking: formState.isSubmitting,
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
            register={register}
            errors={formState.errors}
            password={watch('password')}
            username={profile.email}
          />
        </Form>
      </div>
    </Card>
  );
}
