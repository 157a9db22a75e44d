import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query';
import type { RenameTopic } from '#contract/insight/analytics';
import type { AnalyticsLayout } from '#contract/insight/analytics-layout';
import { listAllBots } from '#features/bots/list-all-bots.ts';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { type Scope, toQuery } from './view';

/** Everything that analytics asks. All keys begin alike, so that a test event or a renaming refreshes them at once. */
export const ANALYTICS = queryKeys.analytics;

export const reportQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...ANALYTICS, 'report', toQuery(scope)],
    queryFn: ({ signal }) => call('getAnalytics', { query: toQuery(scope), signal }),
    // Figures of another range stay while those of this one come.
    placeholderData: keepPreviousData,
  });

export const ratingsQuery = (scope: Scope, cursor: string | null) =>
  queryOptions({
    queryKey: [...ANALYTICS, 'ratings', toQuery(scope), cursor],
    queryFn: ({ signal }) =>
      call('listRatings', { query: { ...toQuery(scope), ...(cursor && { cursor }) }, signal }),
  });

export const topicsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...ANALYTICS, 'topics', toQuery(scope)],
    queryFn: ({ signal }) => call('getTopics', { query: toQuery(scope), signal }),
  });

export const flowQuery = (scope: Scope, botId: string) =>
  queryOptions({
    queryKey: [...ANALYTICS, 'flow', toQuery(scope), botId],
    queryFn: ({ signal }) => {
      const { bots: _, ...range } = toQuery(scope);
      return call('getFlowReport', { query: { ...range, botId }, signal });
    },
    enabled: botId !== '',
  });

export const gapsQuery = (scope: Scope) =>
  queryOptions({
    queryKey: [...ANALYTICS, 'gaps', toQuery(scope)],
    queryFn: ({ signal }) => call('getGaps', { query: toQuery(scope), signal }),
  });

export const forecastQuery = queryOptions({
  queryKey: [...ANALYTICS, 'forecast'],
  queryFn: ({ signal }) => call('getForecast', { signal }),
});

export const liveQuery = queryOptions({
  queryKey: [...ANALYTICS, 'live'],
  queryFn: ({ signal }) => call('getLiveFigures', { signal }),
  refetchInterval: 15_000,
});

export const layoutQuery = queryOptions({
  queryKey: [...ANALYTICS, 'layout'],
  queryFn: ({ signal }) => call('getLayout', { signal }),
});

export const botsQuery = queryOptions({
  queryKey: queryKeys.bots,
  queryFn: ({ signal }) => listAllBots(signal),
});

export const saveLayout = (body: AnalyticsLayout) => call('saveLayout', { body });
export const renameTopic = (body: RenameTopic) => call('renameTopic', { body });
export const sendTestEvent = mutationOptions({ mutationFn: () => call('sendTestEvent', {}) });
