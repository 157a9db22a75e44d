import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { botsQuery } from '../queries';

/** Bots of the account. `all` reads the pages that are still missing by itself: what is searched must be there. */
export function useBots({ all }: { readonly all: boolean }) {
  const bots = useInfiniteQuery(botsQuery);
  const { hasNextPage, isFetching, isError, fetchNextPage } = bots;
  useEffect(() => {
    if (all && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [all, hasNextPage, isFetching, isError, fetchNextPage]);
  return bots;
}
