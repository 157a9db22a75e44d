import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ErrorNotice } from '#components/ErrorNotice.tsx';
import { FeedbackButton } from '#components/FeedbackButton.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { PageHeader } from '#components/PageHeader.tsx';
import { BotList } from '#features/bots/components/BotList.tsx';
import { NewBotAction } from '#features/bots/components/NewBotAction.tsx';
import { AlphaBanner } from '#features/insight/dashboard/components/AlphaBanner.tsx';
import { useTexts } from '#i18n/index';
import { useAuth, usePermission } from '#lib/session/session';
import { activityQuery, dashboardQuery, overviewQuery } from '../queries';
import { ClaimAlphaTrial } from './ClaimAlphaTrial';
import { NextSteps, stepsDone } from './NextSteps';
import { QuickActions } from './QuickActions';
import { RecentActivity } from './RecentActivity';
import { Totals } from './Totals';
import { WhatWaits } from './WhatWaits';

export function DashboardPage() {
  const { t } = useTexts();
  const { profile } = useAuth();
  const overview = useQuery(overviewQuery);
  const mayManage = usePermission('bots.manage');
  const mayClaim = usePermission('settings.edit');
  const dashboard = useQuery(dashboardQuery());
  const activity = useInfiniteQuery(activityQuery());
  // Shown together: what came later would push down what is being read.
  const isPending = overview.isPending || dashboard.isPending || activity.isPending;
  // What one of them failed of, the others mostly did: one press is for all.
  const retry = () => {
    for (const query of [overview, dashboard, activity]) if (query.isError) void query.refetch();
  };
  // Then the next step is what is wanted most.
  const conversations =
    (dashboard.data?.conversations.now ?? 0) + (dashboard.data?.conversations.before ?? 0);
  const isBeginning =
    mayManage && overview.data !== undefined && stepsDone(overview.data.bots, conversations).includes(false);
  // Names are called out whole: what comes first may be a title or a family's name. Whoever gave none has their
  // address in its place.
  const name = profile.full_name;
  const greeting = name.includes('@') ? t('dashboard:titleUnnamed') : t('dashboard:title', { name });
  return (
    <div>
      <AlphaBanner
        placement="dashboard"
        action={
          <>
            {mayClaim && dashboard.data?.alphaTrial === 'open' && <ClaimAlphaTrial />}
            <FeedbackButton />
          </>
        }
      />
      <PageHeader title={greeting} name={t('common:nav.dashboard')} lead={t('dashboard:lead')}>
        {mayManage && overview.data && !isBeginning && <NewBotAction />}
      </PageHeader>
      {isPending && !overview.isError && <Skeleton label="loading:dashboard" shape="dashboard" />}
      {overview.isError && !overview.data && <ErrorNotice error={overview.error} onRetry={retry} />}
      {overview.data && !isPending && (
        <div className="stack wider">
          {isBeginning && <NextSteps bots={overview.data.bots} conversations={conversations} />}
          {dashboard.isError && !dashboard.data && <ErrorNotice error={dashboard.error} onRetry={retry} />}
          {dashboard.data && (dashboard.data.health.length > 0 || !isBeginning) && (
            <WhatWaits health={dashboard.data.health} />
          )}
          {dashboard.data && <Totals dashboard={dashboard.data} />}
          {overview.data.bots.length > 0 && (
            <section aria-labelledby="your-bots">
              <h2 id="your-bots" className="parted-below">
                {t('dashboard:bots')}
              </h2>
              <BotList bots={overview.data.bots.slice(0, 6)} heading="h3" />
            </section>
          )}
          <QuickActions botId={overview.data.bots[0]?.id ?? null} />
          <RecentActivity />
        </div>
      )}
    </div>
  );
}
