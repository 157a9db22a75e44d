import { useInfiniteQuery } from '@tanstack/react-query';
import { queryKeys } from '../../../lib/query-keys';
import { listBots } from '../api/list-bots';

export function useBots() {
  return useInfiniteQuery({
    queryKey: [...queryKeys.bots, 'pages'],
    queryFn: ({ pageParam, signal }) => listBots(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
}
