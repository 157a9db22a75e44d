import type { QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Marks what was read as old, and reads again what is shown. A first reading that is under way may have seen what was
 * before, and TanStack would let it stand as the new one: it is read again as soon as it is done.
 */
export function readAgain(queryClient: QueryClient, filters: Pick<QueryFilters, 'queryKey'> = {}): void {
  const underWay = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  for (const { promise, queryKey } of underWay)
    void promise?.then(
      () => queryClient.invalidateQueries({ queryKey, exact: true }),
      // Nothing is shown that could be old, and the page offers to try again.
      () => {},
    );
  void queryClient.invalidateQueries(filters);
}
