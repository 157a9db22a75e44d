import { Radio, RadioGroupField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { FormDialog } from '#components/FormDialog.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { ACT_REASON, type ActOnSubscription } from '#contract/operator/admin';
import { useTexts } from '#i18n/index';

type Cancel = Extract<ActOnSubscription, { readonly action: 'cancel' }>;

/** Asks when a subscription ends, and why. */
export function CancelDialog({
  name,
  busy,
  onCancel,
  onClose,
}: {
  readonly name: string;
  readonly busy: boolean;
  readonly onCancel: (act: Cancel) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const [at, setAt] = useState<Cancel['at']>('period_end');
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const isWrong = reason.trim() === '';
  const submit = () => {
    setChecked(true);
    if (!isWrong) onCancel({ action: 'cancel', at, reason });
  };
  return (
    <FormDialog
      title={t('admin:subscriptions.cancel.title')}
      size="small"
      submitLabel={t('admin:subscriptions.cancel.confirm')}
      isBusy={busy}
      variation="destructive"
      onSubmit={submit}
      onClose={onClose}
    >
      <p>
        <strong>{name}</strong>
      </p>
      <RadioGroupField
        legend={t('admin:subscriptions.cancel.when')}
        name="at"
        value={at}
        onChange={({ target }) => setAt(target.value === 'now' ? 'now' : 'period_end')}
      >
        <Radio value="period_end">{t('admin:subscriptions.cancel.periodEnd')}</Radio>
        <Radio value="now">{t('admin:subscriptions.cancel.now')}</Radio>
      </RadioGroupField>
      <TextInput
        label={t('admin:subscriptions.reason')}
        descriptiveText={t('admin:subscriptions.reasonHint')}
        value={reason}
        most={ACT_REASON.max}
        isRequired
        problem={isChecked && isWrong ? 'admin:subscriptions.reasonMissing' : null}
        onChange={({ target }) => setReason(target.value)}
      />
    </FormDialog>
  );
}
