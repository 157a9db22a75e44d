import { type FormEvent, useState } from 'react';
import { CopyButton } from '#components/CopyButton.tsx';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { FormActions } from '#components/form/FormActions.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { sixDigitsOf } from '#contract/accounts/sign-in-fields';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { useTurnOnSecondFactor } from '../queries';
import { QrCode } from './QrCode';
import styles from './two-step.module.css';

/** The secret for an authenticator app, and the code that shows that the app has it. */
export function SetUpDialog({
  secret,
  onOn,
  onClose,
}: {
  readonly secret: string;
  readonly onOn: (recoveryCodes: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const { profile } = useAuth();
  const [code, setCode] = useState('');
  const [isWrong, setWrong] = useState(false);
  const turningOn = useTurnOnSecondFactor();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const digits = sixDigitsOf(code);
    setWrong(digits === null);
    if (digits === null) return;
    turningOn.mutate(digits, {
      onSuccess: ({ codes }) => {
        onClose();
        onOn(codes);
      },
    });
  };
  return (
    <Dialog title={t('settings:twoStep.scanTitle')} onClose={onClose}>
      <form className="stack" onSubmit={submit} noValidate>
        <p>{t('settings:twoStep.scan')}</p>
        <QrCode text={uriOf(secret, profile.email)} label={t('settings:twoStep.qr')} />
        <div>
          <p>{t('settings:twoStep.byHand')}</p>
          <div className={`row ${styles.secret}`}>
            <code>{secret.replace(/.{4}(?=.)/g, '$& ')}</code>
            <CopyButton text={secret} label={t('settings:twoStep.copySecret')} quiet />
          </div>
        </div>
        <TextInput
          label={t('settings:twoStep.code')}
          autoComplete="one-time-code"
          inputMode="numeric"
          isRequired
          value={code}
          onChange={({ target }) => setCode(target.value)}
          problem={isWrong ? 'settings:twoStep.digits' : null}
        />
        {turningOn.isError && <ErrorNotice error={turningOn.error} />}
        <FormActions
          submitLabel={t('settings:twoStep.turnOn')}
          busyLabel={t('settings:twoStep.turningOn')}
          isBusy={turningOn.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

/** As authenticator apps read it from the picture. */
function uriOf(secret: string, email: string): string {
  return `otpauth://totp/Parley:${encodeURIComponent(email)}?secret=${secret}&issuer=Parley`;
}
