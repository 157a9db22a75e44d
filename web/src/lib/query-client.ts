import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-error';

/** The one cache of server state. Uploads that outlive their page write to it as well. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
    },
    mutations: { retry: false },
  },
});
