import { Alert, Button } from '@aws-amplify/ui-react';
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { PublicHeading } from '#components/PublicHeading.tsx';
import { useTexts } from '#i18n/index';
import { queryClient } from '#lib/query-client';
import { changeSubscription, openReportFile, subscriptionQuery } from '../queries';
import styles from './reports.module.css';

/**
 * Where the links of mailed reports lead: agree, leave, fetch a large file. What the link shows stands behind the `#`, and
 * nothing happens without a click, since mail scanners follow links.
 */
export function SubscriptionPage() {
  return (
    // Public pages carry none.
    <QueryClientProvider client={queryClient}>
      <SubscriptionState />
    </QueryClientProvider>
  );
}

function SubscriptionState() {
  const { t } = useTexts();
  const [shown] = useState(() => new URLSearchParams(location.hash.slice(1)));
  const token = shown.get('token') ?? '';
  const run = shown.get('run');
  const found = useQuery(subscriptionQuery(token));
  const change = useMutation({ mutationFn: (wanted: boolean) => changeSubscription(token, wanted) });
  const file = useMutation({ mutationFn: (runId: string) => openReportFile(token, runId) });
  const subscription = change.data ?? found.data;
  const isIn = subscription?.status === 'team' || subscription?.status === 'confirmed';
  return (
    <section className={`stack ${styles.subscription}`}>
      <PublicHeading
        title={t('reports:subscription.title')}
        lead={t('reports:subscription.lead')}
        description={t('reports:subscription.lead')}
      />
      {found.isPending && <Skeleton label="loading:analytics" lines={3} />}
      {found.isError && <ErrorNotice error={found.error} />}
      {subscription && (
        <>
          <p>
            {t('reports:subscription.about', {
              title: subscription.title,
              company: subscription.company,
              email: subscription.email,
            })}
          </p>
          {change.data && (
            <Alert variation="success">
              {t(isIn ? 'reports:subscription.in' : 'reports:subscription.out')}
            </Alert>
          )}
          {change.isError && <ErrorNotice error={change.error} />}
          {file.isError && <ErrorNotice error={file.error} />}
          <div className="row small">
            {run !== null && isIn && (
              <Button variation="primary" isLoading={file.isPending} onClick={() => file.mutate(run)}>
                {t('reports:subscription.download')}
              </Button>
            )}
            {isIn ? (
              <Button isLoading={change.isPending} onClick={() => change.mutate(false)}>
                {t('reports:subscription.leave')}
              </Button>
            ) : (
              <Button variation="primary" isLoading={change.isPending} onClick={() => change.mutate(true)}>
                {t('reports:subscription.agree')}
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}
