import { Button } from '@aws-amplify/ui-react';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Card } from '#components/Card.tsx';
import { Segmented } from '#components/Segmented.tsx';
import { useToast } from '#components/toasts.tsx';
import { type Billing, BillingInterval, PaidPlan, type Price } from '#contract/accounts/billing';
import { SOLD_RESOURCES } from '#contract/accounts/limits';
import { ANNUAL_DISCOUNT } from '#contract/accounts/plans';
import { formatDate, formatMoney, formatNumber, formatPercent } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { errorCode } from '#lib/api-error';
import { usePlanLimits } from '#lib/platform-status';
import { discounted } from '../discount-text';
import { useCheckout } from '../queries';
import styles from './billing.module.css';
import { ChangePlanDialog } from './ChangePlanDialog';
import { isPaymentDue } from './PaymentDue';

/** The plans at what they cost, in the currency of the reader or of what is paid already. */
export function PlanChoice({
  billing,
  mayManage,
}: {
  readonly billing: Billing;
  readonly mayManage: boolean;
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
  const wanted = PaidPlan.safeParse(search.get('plan')).data;
  const currency = subscription?.currency ?? (language === 'de' ? 'eur' : 'usd');
  const discount = formatPercent(ANNUAL_DISCOUNT, language);
  const offered = prices.filter((price) => price.currency === currency && price.interval === interval);
  const off = standing.discount ?? (earlyAdopter ? { percent: ANNUAL_DISCOUNT * 100 } : null);
  const isDue = subscription !== null && isPaymentDue(subscription);
  const choose = (price: Price) => {
    if (subscription) setChanging(price);
    else
      checkout.mutate(
        { priceId: price.id, plan: price.plan },
        { onError: (error) => toast({ kind: 'error', text: t(`errors:${errorCode(error)}`) }) },
      );
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
      {offered.length === 0 && <p className={styles.faint}>{t('billing:plans.notConfigured')}</p>}
      {offered.length > 0 && trialDaysLeft > 0 && (
        <p className={styles.faint}>
          {t('billing:plans.trialNote', { days: formatNumber(trialDaysLeft, language) })}
        </p>
      )}
      {offered.length > 0 && earlyAdopter && (
        <p className={styles.faint}>{t('billing:plans.earlyAdopter', { discount })}</p>
      )}
      {isDue && mayManage && <p className={styles.faint}>{t('errors:billing.payment_due')}</p>}
      <ul className={styles.plans}>
        {offered.map((price) => (
          <li key={price.id} className={styles.plan} data-wanted={price.plan === wanted}>
            <h3>{t(`common:plan.${price.plan}`)}</h3>
            <p className={styles.price}>
              <strong>{formatMoney(monthly(price), currency, language)}</strong> {t('billing:plans.perMonth')}
            </p>
            {interval === 'year' && (
              <p className={styles.faint}>
                {t('billing:plans.billedYear', { total: formatMoney(price.amount, currency, language) })}
              </p>
            )}
            {off !== null && (
              <p className={styles.faint}>
                {t(standing.discount?.until ? 'billing:plans.discounted' : 'billing:plans.firstYear', {
                  amount: formatMoney(discounted(monthly(price), off), currency, language),
                  date: standing.discount?.until ? formatDate(standing.discount.until, language) : '',
                })}
              </p>
            )}
            <PlanLimits plan={price.plan} />
            {mayManage && (
              <Button
                {...(price.plan === wanted && { variation: 'primary' as const })}
                isDisabled={isCurrent(price, billing) || isDue || checkout.isPending}
                isLoading={checkout.isPending && checkout.variables.priceId === price.id}
                onClick={() => choose(price)}
              >
                {isCurrent(price, billing)
                  ? t('billing:plans.current')
                  : t(subscription ? 'billing:plans.change' : 'billing:plans.choose', {
                      plan: t(`common:plan.${price.plan}`),
                    })}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {offered.length > 0 && <p className={styles.faint}>{t('billing:plans.tax')}</p>}
      {changing && subscription && (
        <ChangePlanDialog price={changing} billing={billing} onClose={() => setChanging(null)} />
      )}
    </Card>
  );
}

function PlanLimits({ plan }: { readonly plan: PaidPlan }) {
  const { t, language } = useTexts();
  const limits = usePlanLimits()(plan);
  const lines = SOLD_RESOURCES.map((resource) =>
    limits[resource] <= 0
      ? t(`billing:unlimited.${resource}`)
      : t(`billing:limits.${resource}`, {
          count: limits[resource],
          number: formatNumber(limits[resource], language),
        }),
  );
  return (
    <ul className={styles.limits}>
      {lines.map((line) => (
        <li key={line}>
          <Check size={16} aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  );
}

function monthly({ amount, interval }: Price): number {
  return interval === 'month' ? amount : Math.round(amount / 12);
}

function isCurrent({ plan, interval }: Price, { subscription }: Billing): boolean {
  return subscription?.plan_id === plan && subscription.interval === interval;
}
