import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '#components/ConfirmDialog.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { useToast } from '#components/toasts.tsx';
import type { Billing, PlanChange, Price } from '#contract/accounts/billing';
import { formatDate, formatMoney } from '#i18n/format';
import { useTexts } from '#i18n/index';
import type { TranslationKey } from '#i18n/keys';
import { useErrorToast } from '#lib/use-error-toast';
import { discounted, discountText } from '../discount-text';
import { previewQuery, useChangePlan } from '../queries';
import styles from './billing.module.css';
import { WhatPauses } from './WhatPauses';

/** Says what a change costs at this moment before it is made. */
export function ChangePlanDialog({
  price,
  billing,
  onClose,
}: {
  readonly price: Price;
  readonly billing: Billing;
  readonly onClose: () => void;
}) {
  const { t } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast();
  const preview = useQuery(previewQuery(price.id));
  const change = useChangePlan();
  const plan = t(`common:plan.${price.plan}`);
  return (
    <ConfirmDialog
      title={t('billing:changing.title', { plan })}
      confirmLabel={t('billing:changing.confirm')}
      isHarmless
      busy={change.isPending}
      isReady={preview.isSuccess}
      onCancel={onClose}
      onConfirm={() =>
        change.mutate(price.id, {
          // One that waits for its payment is told of by the page.
          onSuccess: ({ pendingChange }) => {
            if (!pendingChange) toast({ kind: 'success', text: t('billing:changing.done', { plan }) });
          },
          onError: tellError,
          onSettled: onClose,
        })
      }
    >
      {preview.isPending && <p>{t('billing:changing.loading')}</p>}
      {preview.isError && <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.data && <Cost change={preview.data} price={price} billing={billing} />}
      <WhatPauses plan={price.plan} />
    </ConfirmDialog>
  );
}

function Cost({
  change: { total, credit, currency, lines, renewsAt },
  price: { plan: planId, interval, amount },
  billing: { standing, subscription },
}: {
  readonly change: PlanChange;
  readonly price: Price;
  readonly billing: Billing;
}) {
  const { t, language } = useTexts();
  const money = (cents: number) => formatMoney(cents, currency, language);
  const plan = t(`common:plan.${planId}`);
  const date = formatDate(renewsAt, language);
  const isTrial = subscription?.status === 'trialing';
  const due = total - credit;
  const now: TranslationKey =
    due === 0 ? 'billing:changing.nothing' : due > 0 ? 'billing:changing.pay' : 'billing:changing.credit';
  return (
    <>
      <p>
        {t(`billing:changing.costs.${interval}`, { plan, amount: money(amount) })} {t('billing:plans.tax')}
      </p>
      {standing.discount && (
        <p>
          {discountText(standing.discount, t, language)}{' '}
          {t(`billing:changing.discounted.${interval}`, {
            amount: money(discounted(amount, standing.discount)),
          })}
        </p>
      )}
      {lines.length > 0 && (
        <dl className={`stack tight ${styles.lines}`}>
          {lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one answer never move
            <div key={place}>
              <dt>
                {line.amount < 0
                  ? t('billing:changing.unused', { plan: t(`common:plan.${standing.plan}`) })
                  : t('billing:changing.until', { plan, date })}
              </dt>
              <dd>{money(line.amount)}</dd>
            </div>
          ))}
          {credit > 0 && (
            <div>
              <dt>{t('billing:changing.creditUsed')}</dt>
              <dd>{money(-credit)}</dd>
            </div>
          )}
        </dl>
      )}
      <p>
        <strong>{t(now, { amount: money(Math.abs(due)) })}</strong>{' '}
        {t(isTrial ? 'billing:changing.firstDue' : 'billing:changing.nextDue', { date })}
      </p>
      {subscription?.ends_at && <p>{t('billing:changing.kept')}</p>}
    </>
  );
}
