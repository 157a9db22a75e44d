import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Limits, limitsWith, type PlanId } from '#contract/accounts/plans';
import { call } from './api';
import { queryKeys } from './query-keys';

const LOOK_AGAIN = 30_000;

/** What everybody may know of the platform, asked for again and again by the application's frame. */
export const platformStatusQuery = queryOptions({
  queryKey: queryKeys.status,
  queryFn: ({ signal }) => call('getPublicStatus', { signal }),
  staleTime: LOOK_AGAIN,
  refetchInterval: LOOK_AGAIN,
  // Nobody misses what can't be read now.
  retry: false,
});

/** What each plan allows as administrators have set it; as the plans' table has it before that is known. */
export function usePlanLimits(): (plan: PlanId) => Limits {
  const { data } = useQuery(platformStatusQuery);
  return (plan) => limitsWith(plan, data?.limits);
}
