import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { PlanId } from '#contract/accounts/plans';
import type { BotId } from '#contract/base/ids';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';

export const usageQuery = queryOptions({
  queryKey: queryKeys.usage,
  queryFn: ({ signal }) => call('getUsage', { signal }),
});

/** What a plan would change; with `keep`, which bots are to stay on the air where it has no room for all. */
export const planPreviewQuery = (plan: PlanId, keep: readonly BotId[] | null) =>
  queryOptions({
    queryKey: [...queryKeys.usage, 'preview', plan, keep] as const,
    queryFn: ({ signal }) =>
      call('previewPlan', { body: { plan, ...(keep !== null && { keep: [...keep] }) }, signal }),
    // Another choice of bots moves names about: the page does not jump meanwhile.
    placeholderData: keepPreviousData,
  });

/** Keeps the choice for whenever a plan has no room for all bots. */
export function useKeepBots() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (keep: readonly BotId[]) => call('keepBots', { body: { keep: [...keep] } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.usage }),
  });
}
