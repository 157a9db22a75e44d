import { Button, SelectField } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Dialog } from '#components/Dialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Options } from '#components/form/Options.tsx';
import { TextInput } from '#components/form/TextInput.tsx';
import { Skeleton } from '#components/Loading.tsx';
import type { Invoice } from '#contract/accounts/billing';
import { ACT_REASON, type ActOnSubscription } from '#contract/operator/admin';
import { formatDate, formatMoney } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { accountInvoicesQuery } from '../queries';

type Refund = Extract<ActOnSubscription, { readonly action: 'refund' }>;

/** Gives back what was paid for an invoice, or a part of it. */
export function RefundDialog({
  accountId,
  name,
  ...props
}: {
  readonly accountId: string;
  readonly name: string;
  readonly busy: boolean;
  readonly onRefund: (act: Refund) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const invoices = useQuery(accountInvoicesQuery(accountId));
  const refundable = invoices.data?.invoices.filter((invoice) => left(invoice) > 0) ?? [];
  return (
    <Dialog title={t('admin:subscriptions.refund.title')} size="small" onClose={props.onClose}>
      <p>
        <strong>{name}</strong>
      </p>
      {invoices.isPending && <Skeleton label="loading:default" lines={3} />}
      {invoices.isError && <ErrorNotice error={invoices.error} onRetry={() => void invoices.refetch()} />}
      {invoices.data && refundable.length === 0 && <p>{t('admin:subscriptions.refund.none')}</p>}
      {refundable.length > 0 && <RefundForm invoices={refundable} {...props} />}
    </Dialog>
  );
}

function RefundForm({
  invoices,
  busy,
  onRefund,
  onClose,
}: {
  readonly invoices: readonly Invoice[];
  readonly busy: boolean;
  readonly onRefund: (act: Refund) => void;
  readonly onClose: () => void;
}) {
  const { t, language } = useTexts();
  const [chosen, setChosen] = useState(invoices[0]?.id ?? '');
  const [typed, setTyped] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [isChecked, setChecked] = useState(false);
  const invoice = invoices.find(({ id }) => id === chosen) ?? invoices[0];
  if (!invoice) return null;
  const most = left(invoice);
  const amount = typed ?? (most / 100).toFixed(2);
  const cents = centsOf(amount);
  const isTooMuch = cents === null || cents < 1 || cents > most;
  const hasReason = reason.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (isTooMuch || !hasReason) return;
    onRefund({ action: 'refund', invoiceId: invoice.id, amount: cents, refunded: invoice.refunded, reason });
  };
  return (
    <form className="stack" onSubmit={submit} noValidate>
      <SelectField
        label={t('admin:subscriptions.refund.invoice')}
        value={invoice.id}
        onChange={({ target }) => {
          setChosen(target.value);
          setTyped(null);
        }}
      >
        <Options of={invoices} value={(each) => each.id}>
          {(each) =>
            t('admin:subscriptions.refund.option', {
              number: each.number ?? each.id,
              date: formatDate(each.at, language),
              left: formatMoney(left(each), each.currency, language),
            })
          }
        </Options>
      </SelectField>
      <TextInput
        label={t('admin:subscriptions.refund.amount', { currency: invoice.currency.toUpperCase() })}
        inputMode="decimal"
        value={amount}
        most={12}
        isRequired
        problem={isChecked && isTooMuch ? 'admin:subscriptions.refund.tooMuch' : null}
        onChange={({ target }) => setTyped(target.value)}
      />
      <TextInput
        label={t('admin:subscriptions.reason')}
        descriptiveText={t('admin:subscriptions.reasonHint')}
        value={reason}
        most={ACT_REASON.max}
        isRequired
        problem={isChecked && !hasReason ? 'admin:subscriptions.reasonMissing' : null}
        onChange={({ target }) => setReason(target.value)}
      />
      <p className="muted">{t('admin:subscriptions.refund.text')}</p>
      <div className="row small end">
        <Button onClick={onClose} isDisabled={busy}>
          {t('common:cancel')}
        </Button>
        <Button
          type="submit"
          variation="destructive"
          isLoading={busy}
          loadingText={t('admin:subscriptions.refund.confirm')}
        >
          {t('admin:subscriptions.refund.confirm')}
        </Button>
      </div>
    </form>
  );
}

function left({ paid, refunded }: Invoice): number {
  return paid - refunded;
}

/** Cents of `29`, `29.5` or `29,50`; null of what is no amount. */
function centsOf(typed: string): number | null {
  const [, whole, part = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(typed.trim()) ?? [];
  return whole === undefined ? null : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}
