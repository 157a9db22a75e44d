import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/api';
import { useLiveEvents, useLiveStatus } from '#lib/live-context';
import { queryKeys } from '#lib/query-keys';
import { readAgain } from '#lib/read-again';

/** More than the badge shows as a figure. */
const ENOUGH = 100;

/** How many visitors wait for a person's answer. */
export function useWaitingConversations(): number {
  const queryClient = useQueryClient();
  const live = useLiveStatus() === 'open';
  useLiveEvents((event) => {
    if (event.type === 'conversation.changed')
      readAgain(queryClient, { queryKey: queryKeys.waitingConversations });
  });
  const { data } = useQuery({
    queryKey: queryKeys.waitingConversations,
    queryFn: async ({ signal }) =>
      (await call('listConversations', { query: { status: 'escalated', limit: ENOUGH }, signal })).items
        .length,
    refetchInterval: live ? false : 60_000,
  });
  return data ?? 0;
}
