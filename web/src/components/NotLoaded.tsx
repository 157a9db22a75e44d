import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { ErrorNotice } from './ErrorNotice';
import { Skeleton } from './Loading';

/** Stands where the data of a query will be: their outline while they are read, and why they did not come. */
export function NotLoaded({
  query,
  ...outline
}: ComponentProps<typeof Skeleton> & {
  readonly query: Pick<UseQueryResult, 'isPending' | 'isError' | 'data' | 'error' | 'refetch'>;
}) {
  if (query.isPending) return <Skeleton {...outline} />;
  if (!query.isError || query.data) return null;
  return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
}
