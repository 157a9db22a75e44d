import { type FormEvent, useState } from 'react';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { FormActions } from '#components/form/FormActions.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { useToast } from '#components/toasts.tsx';
import { sixDigitsOf } from '#contract/accounts/sign-in-fields';
import { isEmail } from '#contract/base/email';
import { EmailInput } from '#features/accounts/components/EmailInput.tsx';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { useConfirmEmail, useRequestEmail } from '../queries';
import styles from './profile.module.css';

/** Another address to sign in by: asked for, then confirmed by the code that it is mailed. */
export function EmailDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTexts();
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Dialog title={t('profile:email.title')} size="small" onClose={onClose}>
      {asked === null ? (
        <AddressForm onAsked={setAsked} onClose={onClose} />
      ) : (
        <CodeForm email={asked} onClose={onClose} />
      )}
    </Dialog>
  );
}

function AddressForm({
  onAsked,
  onClose,
}: {
  readonly onAsked: (email: string) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const { profile } = useAuth();
  const [email, setEmail] = useState('');
  const [isLooked, setLooked] = useState(false);
  const requesting = useRequestEmail();
  const address = email.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setLooked(true);
    if (isEmail(address)) requesting.mutate(address, { onSuccess: () => onAsked(address) });
  };
  return (
    <form className={`stack ${styles.form}`} onSubmit={submit} noValidate>
      <p>{t('profile:email.lead', { email: profile.email })}</p>
      <EmailInput
        label={t('profile:email.new')}
        autoComplete="email"
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        problem={isLooked && !isEmail(address) ? 'profile:email.invalid' : null}
      />
      {requesting.isError && <ErrorNotice error={requesting.error} />}
      <FormActions
        submitLabel={t('profile:email.send')}
        busyLabel={t('profile:email.sending')}
        isBusy={requesting.isPending}
        onCancel={onClose}
      />
    </form>
  );
}

function CodeForm({ email, onClose }: { readonly email: string; readonly onClose: () => void }) {
  const { t } = useTexts();
  const toast = useToast();
  const [code, setCode] = useState('');
  const [isWrong, setWrong] = useState(false);
  const confirming = useConfirmEmail();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const digits = sixDigitsOf(code);
    setWrong(digits === null);
    if (digits === null) return;
    confirming.mutate(digits, {
      onSuccess: () => {
        onClose();
        toast({ kind: 'success', text: t('profile:email.done') });
      },
    });
  };
  return (
    <form className={`stack ${styles.form}`} onSubmit={submit} noValidate>
      <p>{t('profile:email.sent', { email })}</p>
      <TextInput
        label={t('profile:email.code')}
        descriptiveText={t('profile:email.nothing')}
        autoComplete="one-time-code"
        inputMode="numeric"
        isRequired
        value={code}
        onChange={({ target }) => setCode(target.value)}
        problem={isWrong ? 'profile:email.digits' : null}
      />
      {confirming.isError && <ErrorNotice error={confirming.error} />}
      <FormActions
        submitLabel={t('profile:email.confirm')}
        busyLabel={t('profile:email.confirming')}
        isBusy={confirming.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
