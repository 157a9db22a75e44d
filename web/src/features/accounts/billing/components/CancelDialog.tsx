import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { useToast } from '#components/toasts.tsx';
import type { Billing } from '#contract/accounts/billing';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useErrorToast } from '#lib/use-error-toast';
import { useCancel } from '../queries';
import { WhatPauses } from './WhatPauses';

/** Asks before a subscription ends with its period. */
export function CancelDialog({
  billing: { periodEnd, subscription },
  onClose,
}: {
  readonly billing: Billing;
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast();
  const cancel = useCancel();
  const date = formatDate(periodEnd, language);
  if (!subscription) return null;
  return (
    <ConfirmDialog
      title={t('billing:canceling.title')}
      confirmLabel={t('billing:canceling.confirm')}
      busy={cancel.isPending}
      onCancel={onClose}
      onConfirm={() =>
        cancel.mutate(subscription.id, {
          onSuccess: () => toast({ kind: 'success', text: t('billing:canceling.done', { date }) }),
          onError: tellError,
          onSettled: onClose,
        })
      }
    >
      <p>{t('billing:canceling.text', { date })}</p>
      <WhatPauses plan="free" />
    </ConfirmDialog>
  );
}
