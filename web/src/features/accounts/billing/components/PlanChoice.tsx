import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { Muted } from '#components/layout.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { useToast } from '#components/toasts.tsx';
import { type Billing, BillingInterval, PaidPlan, type Price } from '#contract/accounts/billing';
import { ANNUAL_DISCOUNT } from '#contract/accounts/plans';
import { planValues } from '#features/accounts/plan-texts.ts';
import { formatNumber, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { currencyHere } from '#lib/currency';
import { useErrorToast } from '#lib/use-error-toast';
import { useCheckout, useTryPlan } from '../queries';
import styles from './billing.module.css';
import { ChangePlanDialog } from './ChangePlanDialog';
import { isPaymentDue } from './PaymentDue';
import { FreeOffer, PaidOffer } from './PlanOffer';

/** The plans at what they cost, in the currency of what was paid before, or of where the reader is. */
export function PlanChoice({
  billing,
  mayManage,
  onCancel,
}: {
  readonly billing: Billing;
  readonly mayManage: boolean;
  readonly onCancel: () => void;
}) {
  const { t, language } = useTexts();
  const toast = useToast();
  const [search] = useSearchParams();
  const { subscription, prices, trialDaysLeft, earlyAdopter, standing } = billing;
  const [interval, setInterval] = useState<BillingInterval>(
    subscription?.interval ?? BillingInterval.catch('month').parse(search.get('interval')),
  );
  const [changing, setChanging] = useState<Price | null>(null);
  const checkout = useCheckout();
  const trying = useTryPlan();
  const wanted = PaidPlan.safeParse(search.get('plan')).data;
  const currency = billing.currency ?? currencyHere(language);
  const discount = formatPercent(ANNUAL_DISCOUNT, language);
  const offered = prices.filter((price) => price.currency === currency && price.interval === interval);
  const isDue = subscription !== null && isPaymentDue(subscription);
  const onError = useErrorToast();
  const choose = (price: Price) => {
    if (subscription) setChanging(price);
    else checkout.mutate({ priceId: price.id, plan: price.plan }, { onError });
  };
  return (
    <Card
      title={t('billing:plans.title')}
      action={
        offered.length > 0 && (
          <Segmented
            label={t('billing:plans.interval')}
            labelHidden
            value={interval}
            options={[
              { value: 'month', label: t('billing:plans.month') },
              { value: 'year', label: t('billing:plans.year', { discount }) },
            ]}
            onChange={setInterval}
          />
        )
      }
    >
      {offered.length === 0 && <Muted>{t('billing:plans.notConfigured')}</Muted>}
      {standing.state === 'trial' && (
        <Muted>{t('billing:plans.tryHint', planValues(standing, t, language))}</Muted>
      )}
      {offered.length > 0 && trialDaysLeft > 0 && (
        <Muted>{t('billing:plans.trialNote', { days: formatNumber(trialDaysLeft, language) })}</Muted>
      )}
      {offered.length > 0 && earlyAdopter && <Muted>{t('billing:plans.earlyAdopter', { discount })}</Muted>}
      {isDue && mayManage && <Muted>{t('errors:billing.payment_due')}</Muted>}
      <ul className={`stack ${styles.plans}`}>
        <FreeOffer billing={billing} currency={currency} mayManage={mayManage} onCancel={onCancel} />
        {offered.map((price) => (
          <PaidOffer
            key={price.id}
            price={price}
            billing={billing}
            isWanted={price.plan === wanted}
            actions={
              mayManage && {
                isDisabled: isDue || checkout.isPending,
                isChoosing: checkout.isPending && checkout.variables.priceId === price.id,
                isTrying: trying.isPending && trying.variables === price.plan,
                onChoose: () => choose(price),
                onTry: (plan) =>
                  trying.mutate(plan, {
                    onSuccess: ({ standing: now }) =>
                      toast({
                        kind: 'success',
                        text: t('billing:plans.tried', planValues(now, t, language)),
                      }),
                    onError,
                  }),
              }
            }
          />
        ))}
      </ul>
      {offered.length > 0 && <Muted>{t('billing:plans.tax')}</Muted>}
      {changing && subscription && (
        <ChangePlanDialog price={changing} billing={billing} onClose={() => setChanging(null)} />
      )}
    </Card>
  );
}
