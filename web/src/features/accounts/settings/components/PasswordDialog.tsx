import { type FormEvent, useState } from 'react';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { FormActions } from '#components/form/FormActions.tsx';
import type { PasswordProof } from '#contract/accounts/security';
import { PasswordInput } from '#features/accounts/components/PasswordInput.tsx';
import { provePassword } from '#features/accounts/password-proof.ts';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import styles from './two-step.module.css';

/** Asks for the password before what changes how the person signs in. */
export function PasswordDialog<Done>({
  title,
  text,
  action,
  isDestructive = false,
  run,
  onDone,
  onClose,
}: {
  readonly title: string;
  readonly text: string;
  readonly action: string;
  readonly isDestructive?: boolean;
  readonly run: (proof: PasswordProof) => Promise<Done>;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const { profile } = useAuth();
  const [password, setPassword] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async () => {
    setFailure(null);
    setMissing(password === '');
    if (password === '') return;
    setBusy(true);
    try {
      onDone(await run(await provePassword(profile.email, password)));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Dialog title={title} size="small" onClose={onClose}>
      <form
        className={styles.steps}
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          void submit();
        }}
        noValidate
      >
        <p>{text}</p>
        <PasswordInput
          label={t('settings:twoStep.password')}
          autoComplete="current-password"
          isRequired
          value={password}
          onChange={({ target }) => setPassword(target.value)}
          problem={isMissing ? 'settings:twoStep.passwordRequired' : null}
        />
        {failure !== null && <ErrorNotice error={failure} />}
        <FormActions
          submitLabel={action}
          busyLabel={t('settings:twoStep.checking')}
          isBusy={isBusy}
          variation={isDestructive ? 'destructive' : 'primary'}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
