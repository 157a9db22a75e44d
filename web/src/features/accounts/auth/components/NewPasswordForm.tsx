import type { UseFormReturn } from 'react-hook-form';
import { Form, type FormProps } from '#components/form/Form.tsx';
import { type NewPassword, NewPasswordFields } from '#features/accounts/components/NewPasswordFields.tsx';
import { changedPasswordProblem, changedRepetitionProblem } from '#features/accounts/password.ts';
import { useTexts } from '#i18n/index';

/** A password in the place of another, by somebody who is not signed in. */
export function NewPasswordForm({
  form,
  username,
  ...around
}: Pick<FormProps, 'labelledBy' | 'onSubmit' | 'failure'> & {
  readonly form: UseFormReturn<NewPassword>;
  readonly username?: string | undefined;
}) {
  const { t } = useTexts();
  return (
    <Form
      {...around}
      submit={{
        label: t('auth:newPassword.action'),
        working: t('auth:newPassword.working'),
        isWorking: form.formState.isSubmitting,
      }}
    >
      <NewPasswordFields
        label={t('auth:newPassword.password')}
        check={changedPasswordProblem}
        checkRepetition={changedRepetitionProblem}
        form={form}
        username={username}
      />
    </Form>
  );
}
