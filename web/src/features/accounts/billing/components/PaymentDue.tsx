import { Alert, Button } from '@aws-amplify/ui-react';
import { useQuery } from '@tanstack/react-query';
import type { Billing } from '#contract/accounts/billing';
import { formatDate } from '#i18n/format';
import { useTexts } from '#i18n/index';
import { useAuth } from '#lib/session/session';
import { invoicesQuery } from '../queries';
import styles from './billing.module.css';

/** Says what an unpaid invoice has come to, and leads to where it is paid. Nothing of a subscription that is paid. */
export function PaymentDue({
  billing: { subscription, plan },
  mayManage,
  isOpening,
  onPortal,
}: {
  readonly billing: Billing;
  readonly mayManage: boolean;
  readonly isOpening: boolean;
  readonly onPortal: () => void;
}) {
  const { t, language } = useTexts();
  const { profile } = useAuth();
  const { data } = useQuery(invoicesQuery(profile.id));
  const open = data?.invoices.find(({ status, url }) => status === 'open' && url !== null);
  if (!subscription || !isPaymentDue(subscription)) return null;
  const until = subscription.grace_until;
  const isKept = subscription.status === 'past_due' && plan !== 'free' && until !== null;
  return (
    <Alert variation="warning" heading={t('billing:pastDue.title')}>
      <p>
        {isKept
          ? t('billing:pastDue.text', { date: formatDate(until, language) })
          : t('billing:pastDue.over')}
      </p>
      {mayManage && (
        <div className={`row ${styles.actions}`}>
          {open?.url && (
            <a href={open.url} className="strong">
              {t('billing:pastDue.pay')}
            </a>
          )}
          <Button variation="primary" isLoading={isOpening} onClick={onPortal}>
            {t('billing:pastDue.action')}
          </Button>
        </div>
      )}
    </Alert>
  );
}

/** Until the invoice is paid, the plan can't be changed. */
export function isPaymentDue({ status }: NonNullable<Billing['subscription']>): boolean {
  return status === 'past_due' || status === 'unpaid';
}
