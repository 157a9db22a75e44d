import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/query-keys';
import { listVersions } from '../api/list-versions';

/** Publications of a bot, newest first. */
export function useVersions(botId: string, { enabled = true }: { readonly enabled?: boolean } = {}) {
  return useInfiniteQuery({
    queryKey: queryKeys.versions(botId),
    enabled,
    queryFn: ({ pageParam, signal }) => listVersions(botId, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}
