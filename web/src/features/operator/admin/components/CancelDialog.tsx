import { Radio, RadioGroupField } from '@aws-amplify/ui-react';
import { useState } from 'react';
import { ACT_REASON, type ActOnSubscription } from '#contract/operator/admin';
import { useTexts } from '#i18n/index';
import { ReasonDialog } from './ReasonDialog';

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
  return (
    <ReasonDialog
      title={t('admin:subscriptions.cancel.title')}
      name={name}
      label={t('admin:subscriptions.reason')}
      hint={t('admin:subscriptions.reasonHint')}
      length={ACT_REASON}
      problem="admin:subscriptions.reasonMissing"
      submitLabel={t('admin:subscriptions.cancel.confirm')}
      busy={busy}
      onReason={(reason) => onCancel({ action: 'cancel', at, reason })}
      onClose={onClose}
    >
      <RadioGroupField
        legend={t('admin:subscriptions.cancel.when')}
        name="at"
        value={at}
        onChange={({ target }) => setAt(target.value === 'now' ? 'now' : 'period_end')}
      >
        <Radio value="period_end">{t('admin:subscriptions.cancel.periodEnd')}</Radio>
        <Radio value="now">{t('admin:subscriptions.cancel.now')}</Radio>
      </RadioGroupField>
    </ReasonDialog>
  );
}
