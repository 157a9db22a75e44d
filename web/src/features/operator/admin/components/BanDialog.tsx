import { useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { type ActOnUser, BAN_REASON } from '#contract/operator/admin';
import { useTexts } from '#i18n/index';

/** Asks for the reason of a ban, which the user is told. */
export function BanDialog({
  name,
  busy,
  onBan,
  onClose,
}: {
  readonly name: string;
  readonly busy: boolean;
  readonly onBan: (act: ActOnUser) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const { length } = reason.trim();
  const isWrong = length < BAN_REASON.min || length > BAN_REASON.max;
  const submit = () => {
    setChecked(true);
    if (!isWrong) onBan({ action: 'ban', reason });
  };
  return (
    <FormDialog
      title={t('admin:users.ban.title')}
      size="small"
      submitLabel={t('admin:users.ban.action')}
      isBusy={busy}
      variation="destructive"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong>
      </p>
      <p>{t('admin:users.ban.text')}</p>
      <TextInput
        label={t('admin:users.ban.reason')}
        descriptiveText={t('admin:users.ban.reasonHint')}
        value={reason}
        most={BAN_REASON.max}
        isRequired
        autoFocus
        problem={isChecked && isWrong ? 'admin:users.ban.reasonWrong' : null}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
