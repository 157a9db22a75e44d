import { Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Card } from '#components/Card.tsx';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { Muted, Row, Stack } from '#components/layout.tsx';
import { StatusPill } from '#components/StatusPill.tsx';
import { useToast } from '#components/toasts.tsx';
import type { Billing, Payment, PaymentMethod } from '#contract/accounts/billing';
import { PLAN_TONES, planLine, planValues } from '#features/accounts/plan-texts.ts';
import { formatDate, formatMoney } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useErrorToast } from '#lib/use-error-toast';
import { discountText } from '../discount-text';
import { paymentQuery, useReactivate } from '../queries';
import styles from './billing.module.css';

/** What is paid next, when and with what: what anyone opens this page for. */
export function NextPayment({
  billing,
  mayManage,
  isOpening,
  onPortal,
  onCancel,
}: {
  readonly billing: Billing;
  readonly mayManage: boolean;
  readonly isOpening: boolean;
  readonly onPortal: () => void;
  readonly onCancel: () => void;
}) {
  const { t, language } = useTexts();
  const { standing, subscription } = billing;
  const payment = useQuery(paymentQuery());
  return (
    <Card
      title={t('billing:next.title')}
      action={
        <StatusPill tone={PLAN_TONES[standing.state]}>{t(`common:plan.state.${standing.state}`)}</StatusPill>
      }
    >
      <Stack>
        {payment.isPending && <Skeleton label="loading:default" lines={2} />}
        {payment.isError && <ErrorNotice error={payment.error} onRetry={() => void payment.refetch()} />}
        {payment.data && <Amount payment={payment.data} />}
        <p>
          {/* Just after a renewal its next one is not known yet. */}
          {standing.state === 'active' && standing.at === null
            ? planLine(standing, t, language)
            : t(`billing:current.${standing.state}`, planValues(standing, t, language))}
        </p>
        <Facts billing={billing} payment={payment.data} />
        {!mayManage && <Muted>{t('billing:viewOnly')}</Muted>}
        {mayManage && subscription && (
          <Row>
            <Button isLoading={isOpening} loadingText={t('billing:portal')} onClick={onPortal}>
              {t('billing:portal')}
            </Button>
            {subscription.ends_at !== null ? (
              <Reactivate />
            ) : (
              <Button variation="link" onClick={onCancel}>
                {t('billing:cancel')}
              </Button>
            )}
          </Row>
        )}
      </Stack>
    </Card>
  );
}

function Amount({ payment: { next } }: { readonly payment: Payment }) {
  const { t, language } = useTexts();
  if (!next) return <p className={styles.amount}>{t('billing:next.nothing')}</p>;
  const money = (cents: number) => formatMoney(cents, next.currency, language);
  return (
    <>
      <p className={styles.amount}>
        <strong>{money(next.total - next.credit)}</strong>{' '}
        <span>{t('billing:next.on', { date: formatDate(next.at, language) })}</span>
      </p>
      {next.credit > 0 && <Muted>{t('billing:next.fromCredit', { amount: money(next.credit) })}</Muted>}
    </>
  );
}

function Facts({
  billing: { subscription, standing, prices },
  payment,
}: {
  readonly billing: Billing;
  readonly payment: Payment | undefined;
}) {
  const { t, language } = useTexts();
  const price = prices.find(
    ({ plan, interval, currency }) =>
      plan === subscription?.plan_id &&
      interval === subscription.interval &&
      currency === subscription.currency,
  );
  const credit = payment?.credit;
  const facts: readonly (readonly ['plan' | 'discount' | 'credit' | 'method', ReactNode])[] = [
    [
      'plan',
      price &&
        t(`billing:next.plan.${price.interval}`, {
          plan: t(`common:plan.${price.plan}`),
          amount: formatMoney(price.amount, price.currency, language),
        }),
    ],
    ['discount', standing.discount && discountText(standing.discount, t, language)],
    [
      'credit',
      credit &&
        t('billing:next.creditLeft', { amount: formatMoney(credit.amount, credit.currency, language) }),
    ],
    ['method', payment?.method && <Method method={payment.method} />],
  ];
  const told = facts.filter(([, value]) => value);
  if (told.length === 0) return null;
  return (
    <dl className={`stack small ${styles.facts}`}>
      {told.map(([name, value]) => (
        <div key={name}>
          <dt className="soft">{t(`billing:next.facts.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** As their owners write them. */
const NAMES: Readonly<Record<string, string>> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  link: 'Link',
  mastercard: 'Mastercard',
  paypal: 'PayPal',
  sepa_debit: 'SEPA',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

function Method({ method: { type, card } }: { readonly method: PaymentMethod }) {
  const { t } = useTexts();
  const name = NAMES[card?.brand ?? type] ?? card?.brand ?? type;
  if (!card) return name;
  const until = `${String(card.month).padStart(2, '0')}/${card.year}`;
  return t('billing:next.card', { name, last4: card.last4, until });
}

function Reactivate() {
  const { t } = useTexts();
  const toast = useToast();
  const tellError = useErrorToast();
  const reactivate = useReactivate();
  return (
    <Button
      variation="primary"
      isLoading={reactivate.isPending}
      loadingText={t('billing:reactivate')}
      onClick={() =>
        reactivate.mutate(null, {
          onSuccess: () => toast({ kind: 'success', text: t('billing:reactivated') }),
          onError: tellError,
        })
      }
    >
      {t('billing:reactivate')}
    </Button>
  );
}
