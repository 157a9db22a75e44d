import { Alert } from '@aws-amplify/ui-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { LoadFailed } from '#components/errors/LoadFailed.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import type { Billing } from '#contract/accounts/billing';
import { useTexts } from '#i18n/index';
import { useLiveEvents, useLiveStatus } from '#lib/live-context';
import { queryKeys } from '#lib/query-keys';
import { readAgain } from '#lib/read-again';
import { usePermission } from '#lib/session/session';
import { useErrorToast } from '#lib/use-error-toast';
import { billingQuery, usePortal } from '../queries';
import { BillingDetailsCard } from './BillingDetailsCard';
import styles from './billing.module.css';
import { CancelDialog } from './CancelDialog';
import { Invoices } from './Invoices';
import { NextPayment } from './NextPayment';
import { PaymentDue } from './PaymentDue';
import { PendingChange } from './PendingChange';
import { PlanChoice } from './PlanChoice';
import { PlanUse } from './PlanUse';

/** While no socket tells of changes. */
const ASK_AGAIN = 20_000;

/** What the account pays for. A checkout that was left comes back here with `canceled=true`. */
export function BillingPage() {
  const { t } = useTexts();
  const tellError = useErrorToast();
  const queryClient = useQueryClient();
  const isLive = useLiveStatus() === 'open';
  const canceled = useSearchParams()[0].get('canceled') === 'true';
  const billing = useQuery({ ...billingQuery(), refetchInterval: isLive ? false : ASK_AGAIN });
  const mayManage = usePermission('billing.manage');
  const portal = usePortal();
  const [isCanceling, setCanceling] = useState(false);
  useLiveEvents((event) => {
    if (event.type !== 'billing.changed') return;
    for (const queryKey of [queryKeys.billing, queryKeys.invoices]) readAgain(queryClient, { queryKey });
  });
  const openPortal = () =>
    portal.mutate(undefined, {
      onError: tellError,
    });
  const isPaying = Boolean(billing.data?.subscription);
  const paid = (
    <div key="paid" className={`stack large ${styles.parts}`}>
      <Invoices />
      <BillingDetailsCard mayManage={mayManage} />
    </div>
  );
  const plans = (data: Billing) => (
    <PlanChoice key="plans" billing={data} mayManage={mayManage} onCancel={() => setCanceling(true)} />
  );
  return (
    <>
      <PageHeader title={t('billing:title')} lead={t('billing:lead')} />
      {canceled && (
        <Alert variation="info" className="parted-below">
          {t('billing:canceled')}
        </Alert>
      )}
      {billing.isPending && <Skeleton label="loading:default" lines={6} />}
      {billing.isError && !billing.data && (
        <LoadFailed error={billing.error} onRetry={() => void billing.refetch()} />
      )}
      {billing.data && (
        <div className={`stack large ${styles.parts}`}>
          <PendingChange billing={billing.data} mayManage={mayManage} />
          <PaymentDue
            billing={billing.data}
            mayManage={mayManage}
            isOpening={portal.isPending}
            onPortal={openPortal}
          />
          <div className={`stack large ${styles.first}`}>
            <NextPayment
              billing={billing.data}
              mayManage={mayManage}
              isOpening={portal.isPending}
              onPortal={openPortal}
              onCancel={() => setCanceling(true)}
            />
            <PlanUse />
          </div>
          {/* Who pays already looks for what was paid; who doesn't, for what it would cost. */}
          {isPaying ? [paid, plans(billing.data)] : [plans(billing.data), paid]}
          {isCanceling && <CancelDialog billing={billing.data} onClose={() => setCanceling(false)} />}
        </div>
      )}
    </>
  );
}
