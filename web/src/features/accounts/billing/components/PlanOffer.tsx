import { Button } from '@aws-amplify/ui-react';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { Muted } from '#components/layout.tsx';
import { type Billing, type Currency, type Price, TriedPlan } from '#contract/accounts/billing';
import { SOLD_RESOURCES } from '#contract/accounts/limits';
import { ANNUAL_DISCOUNT, type PlanId } from '#contract/accounts/plans';
import { formatDate, formatMoney, formatNumber } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { usePlanLimits } from '#lib/platform-status';
import { discounted } from '../discount-text';
import styles from './billing.module.css';

export interface OfferActions {
  readonly isDisabled: boolean;
  readonly isChoosing: boolean;
  readonly isTrying: boolean;
  readonly onChoose: () => void;
  readonly onTry: (plan: TriedPlan) => void;
}

/** A plan that is paid for: what it costs, what it allows, and the ways to it. */
export function PaidOffer({
  price,
  billing,
  isWanted,
  actions,
}: {
  readonly price: Price;
  readonly billing: Billing;
  readonly isWanted: boolean;
  /** False for who may not choose. */
  readonly actions: OfferActions | false;
}) {
  const { t, language } = useTexts();
  const { plan, interval, amount, currency } = price;
  const { standing, earlyAdopter, subscription } = billing;
  const off = standing.discount ?? (earlyAdopter ? { percent: ANNUAL_DISCOUNT * 100 } : null);
  const monthly = interval === 'month' ? amount : Math.round(amount / 12);
  const money = (cents: number) => formatMoney(cents, currency, language);
  const isCurrent = subscription?.plan_id === plan && subscription.interval === interval;
  const name = t(`common:plan.${plan}`);
  const tried = standing.state === 'trial' ? TriedPlan.safeParse(plan).data : undefined;
  const isTried = tried !== undefined && standing.plan === tried;
  return (
    <Offer plan={plan} price={money(monthly)} isWanted={isWanted}>
      {interval === 'year' && <Muted>{t('billing:plans.billedYear', { total: money(amount) })}</Muted>}
      {off !== null && (
        <Muted>
          {t(standing.discount?.until ? 'billing:plans.discounted' : 'billing:plans.firstYear', {
            amount: money(discounted(monthly, off)),
            date: standing.discount?.until ? formatDate(standing.discount.until, language) : '',
          })}
        </Muted>
      )}
      <PlanLimits plan={plan} />
      {isTried && <Muted>{t('billing:plans.trying', { plan: name })}</Muted>}
      {actions && tried && !isTried && (
        <Button
          {...(isWanted && { variation: 'primary' as const })}
          isLoading={actions.isTrying}
          onClick={() => actions.onTry(tried)}
        >
          {t('billing:plans.try', {
            plan: name,
            date: standing.at === null ? '' : formatDate(standing.at, language),
          })}
        </Button>
      )}
      {actions && (
        <Button
          {...(isWanted && (!tried || isTried) && { variation: 'primary' as const })}
          isDisabled={isCurrent || actions.isDisabled}
          isLoading={actions.isChoosing}
          onClick={actions.onChoose}
        >
          {isCurrent
            ? t('billing:plans.current')
            : t(subscription ? 'billing:plans.change' : 'billing:plans.choose', { plan: name })}
        </Button>
      )}
    </Offer>
  );
}

/** What an account has that pays nothing. */
export function FreeOffer({
  billing: { plan, standing, subscription },
  currency,
  mayManage,
  onCancel,
}: {
  readonly billing: Billing;
  readonly currency: Currency;
  readonly mayManage: boolean;
  readonly onCancel: () => void;
}) {
  const { t, language } = useTexts();
  return (
    <Offer plan="free" price={formatMoney(0, currency, language)} isWanted={false}>
      <PlanLimits plan="free" />
      {standing.state === 'trial' && <Muted>{t('billing:plans.freeAfterTrial')}</Muted>}
      {subscription?.ends_at && (
        <Muted>{t('billing:plans.freeFrom', { date: formatDate(subscription.ends_at, language) })}</Muted>
      )}
      {mayManage && plan === 'free' && !subscription && (
        <Button isDisabled>{t('billing:plans.current')}</Button>
      )}
      {mayManage && subscription && !subscription.ends_at && (
        <Button onClick={onCancel}>{t('billing:plans.free')}</Button>
      )}
    </Offer>
  );
}

function Offer({
  plan,
  price,
  isWanted,
  children,
}: {
  readonly plan: PlanId;
  /** Of a month. */
  readonly price: string;
  readonly isWanted: boolean;
  readonly children: ReactNode;
}) {
  const { t } = useTexts();
  return (
    <li className={styles.plan} data-wanted={isWanted}>
      <h3>{t(`common:plan.${plan}`)}</h3>
      <p className={styles.price}>
        <strong>{price}</strong> {t('billing:plans.perMonth')}
      </p>
      {children}
    </li>
  );
}

function PlanLimits({ plan }: { readonly plan: PlanId }) {
  const { t, language } = useTexts();
  const limits = usePlanLimits()(plan);
  return (
    <ul className={`muted ${styles.limits}`}>
      {SOLD_RESOURCES.map((resource) => (
        <li key={resource} className="line">
          <Check size={16} className="brand" aria-hidden="true" />
          {limits[resource] <= 0
            ? t(`billing:unlimited.${resource}`)
            : t(`billing:limits.${resource}`, {
                count: limits[resource],
                number: formatNumber(limits[resource], language),
              })}
        </li>
      ))}
    </ul>
  );
}
