import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { queryKeys } from '../../../lib/query-keys';
import { listBots } from '../api/list-bots';
import { listDeletedBots } from '../api/list-deleted-bots';

/** Bots of the account. `all` reads the pages that are still missing by itself: what is searched must be there. */
export function useBots({ all }: { readonly all: boolean }) {
  const bots = useInfiniteQuery({
    queryKey: [...queryKeys.bots, 'pages'],
    queryFn: ({ pageParam, signal }) => listBots(pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });
  const { hasNextPage, isFetching, isError, fetchNextPage } = bots;
  useEffect(() => {
    if (all && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [all, hasNextPage, isFetching, isError, fetchNextPage]);
  return bots;
}

/** Bots that can still be brought back. */
export function useDeletedBots({ enabled }: { readonly enabled: boolean }) {
  return useQuery({
    queryKey: [...queryKeys.bots, 'deleted'],
    queryFn: ({ signal }) => listDeletedBots(signal),
    enabled,
  });
}
