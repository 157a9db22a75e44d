import { QueryClient } from '@tanstack/react-query';
import { isPassing } from './api-error';

/** The one cache of server state. Uploads that outlive their page write to it as well. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (failures, error) => failures < 2 && isPassing(error),
      // Offline a page says that it could not be loaded, rather than seem to load for ever, and asks when it can.
      networkMode: 'always',
      refetchOnReconnect: 'always',
    },
    // Nothing is saved behind a person's back later on: it fails now, and what was typed is still there.
    mutations: { retry: false, networkMode: 'always' },
  },
});
