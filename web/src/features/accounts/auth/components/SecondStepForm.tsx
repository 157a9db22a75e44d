import { type ReactNode, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Form } from '#components/form/Form.tsx';
import { TextInput, type TextInputProps } from '#components/form/TextInput.tsx';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { problemOf, rule } from '#lib/form-errors';
import type { Failure } from '../failures';
import { AuthPage } from './AuthPage';
import { FailureText } from './FailureText';

/** The second step of a sign-in: asks for a code, which `confirm` sends. */
export function SecondStepForm({
  title,
  lead,
  field,
  check,
  confirm,
  failureOf,
  children,
}: {
  readonly title: string;
  readonly lead: string;
  readonly field: TextInputProps;
  readonly check: (code: string) => TranslationKey | null;
  readonly confirm: (code: string) => Promise<void>;
  readonly failureOf: (error: unknown) => Failure;
  /** Other ways on. */
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  const titleId = useId();
  const [failure, setFailure] = useState<Failure | null>(null);
  const { register, handleSubmit, formState, setFocus } = useForm({ defaultValues: { code: '' } });
  const submit = handleSubmit(async ({ code }) => {
    setFailure(null);
    try {
      await confirm(code);
    } catch (error) {
      setFailure(failureOf(error));
      setTimeout(() => setFocus('code', { shouldSelect: true }));
    }
  });
  return (
    <AuthPage title={title} titleId={titleId} lead={lead}>
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
          {...field}
          isRequired
          problem={problemOf(formState.errors.code)}
          {...register('code', rule(check))}
        />
      </Form>
      {children}
    </AuthPage>
  );
}
