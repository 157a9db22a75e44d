import { type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadFailed } from '#components/errors/LoadFailed.tsx';
import { Skeleton } from '#components/Loading.tsx';
import { ApiError } from '#lib/api-error';

/** What is made of the articles, or of what searches them, once it is there. */
export function Loaded<DATA, KEY extends readonly unknown[]>({
  query,
  children,
}: {
  readonly query: UseQueryOptions<DATA, Error, DATA, KEY>;
  readonly children: (data: DATA) => ReactNode;
}) {
  const loaded = useQuery(query);
  if (loaded.isPending) return <Skeleton label="loading:help" lines={3} shape="cards" />;
  if (loaded.isError)
    return (
      <LoadFailed
        // They are files of this application: that they don't come is the connection's fault.
        error={new ApiError('network.failed', { cause: loaded.error })}
        onRetry={() => void loaded.refetch()}
      />
    );
  return children(loaded.data);
}
