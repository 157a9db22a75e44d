import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { ProveIdentity } from '#contract/accounts/security';
import { sixDigitsOf } from '#contract/accounts/sign-in-fields';
import { PasswordInput } from '#features/accounts/components/PasswordInput.tsx';
import { useTexts } from '#i18n/index';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';

/** Asks for the password, and then for a code where the person's sign-in takes one. */
export function ProofDialog({
  onProven,
  onClose,
}: {
  readonly onProven: () => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const [takesCode, setTakesCode] = useState(false);
  const [isLooked, setLooked] = useState(false);
  const proving = useMutation({
    mutationFn: (body: ProveIdentity) => call('proveIdentity', { body }),
    onSuccess: onProven,
    onError: (error) => {
      if (errorCode(error) !== 'security.code_needed') return;
      setTakesCode(true);
      setLooked(false);
    },
  });
  const parsed = ProveIdentity.safeParse({ password, ...(takesCode && { code: sixDigitsOf(code) ?? '' }) });
  const isWrong = (field: keyof ProveIdentity) =>
    isLooked && parsed.error?.issues.some(({ path }) => path[0] === field);
  const submit = () => {
    setLooked(true);
    if (parsed.success) proving.mutate(parsed.data);
  };
  return (
    <FormDialog
      title={t('common:proof.title')}
      size="small"
      submitLabel={t('common:proof.action')}
      busyLabel={t('common:proof.checking')}
      isBusy={proving.isPending}
      error={errorCode(proving.error) === 'security.code_needed' ? null : proving.error}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('common:proof.text')}</p>
      <PasswordInput
        label={t('common:proof.password')}
        autoComplete="current-password"
        isRequired
        value={password}
        onChange={({ target }) => setPassword(target.value)}
        problem={isWrong('password') ? 'common:proof.passwordRequired' : null}
      />
      {takesCode && (
        <TextInput
          label={t('common:proof.code')}
          descriptiveText={t('common:proof.codeHint')}
          autoComplete="one-time-code"
          inputMode="numeric"
          isRequired
          autoFocus
          value={code}
          onChange={({ target }) => setCode(target.value)}
          problem={isWrong('code') ? 'common:proof.digits' : null}
        />
      )}
    </FormDialog>
  );
}
