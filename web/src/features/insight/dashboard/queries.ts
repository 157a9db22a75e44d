import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Activity, ActivityPage } from '#contract/insight/dashboard';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';

const PAGE = 10;
/** Totals are made of days that are counted a moment after what they count. */
const REFRESH_MS = 60_000;

export const overviewQuery = queryOptions({
  queryKey: [...queryKeys.bots, 'overview'],
  queryFn: ({ signal }) => call('listBots', { query: { limit: 100 }, signal }),
  select: ({ items }) => ({ bots: items }),
});

export const dashboardQuery = () =>
  queryOptions({
    queryKey: queryKeys.dashboard,
    queryFn: ({ signal }) => call('getDashboard', { signal }),
    refetchInterval: REFRESH_MS,
  });

export const activityQuery = () =>
  infiniteQueryOptions({
    queryKey: queryKeys.activity,
    queryFn: ({ pageParam, signal }): Promise<ActivityPage> =>
      call('listActivity', { query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
  });

/** Puts what was just told of before what is shown; told twice, it is there once. */
export function addActivity(queryClient: QueryClient, activity: Activity): void {
  queryClient.setQueryData(activityQuery().queryKey, (data) => {
    if (!data) return data;
    const pages = data.pages.map((page, place) => ({
      ...page,
      items: withActivity(page.items, activity, place === 0),
    }));
    return { ...data, pages };
  });
}

function withActivity(items: readonly Activity[], activity: Activity, isNewest: boolean): Activity[] {
  const others = items.filter(({ id }) => id !== activity.id);
  if (!isNewest) return others;
  return [...others, activity].sort((a, b) =>
    a.at === b.at ? (a.id < b.id ? 1 : -1) : a.at < b.at ? 1 : -1,
  );
}

export function claimAlphaTrial() {
  return call('claimAlphaTrial', {});
}
