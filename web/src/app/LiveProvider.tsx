import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { ServerEvent } from '../../../functions/contract/socket';
import { call, sessionEnded } from '../lib/api';
import { type LiveStatus, openLive } from '../lib/live';
import { LiveContext } from '../lib/live-context';
import { queryKeys } from '../lib/query-keys';
import { useAuth } from '../lib/session';

/** One socket for the signed-in window. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const accountId = useAuth().account.id;
  const [status, setStatus] = useState<LiveStatus>('connecting');
  const listeners = useRef(new Set<(event: ServerEvent) => void>());

  // biome-ignore lint/correctness/useExhaustiveDependencies: another account is another socket
  useEffect(() => {
    let wasOpen = false;
    return openLive({
      address: async () => {
        const { ticket, socketUrl } = await call('createSocketTicket', {});
        return `${socketUrl}?ticket=${encodeURIComponent(ticket)}`;
      },
      onEvent: (event) => {
        if (event.type === 'session.ended') sessionEnded('signedOut');
        for (const listener of listeners.current) listener(event);
        // What is announced, fails or goes changes what counts against the plan; what is ready, what a bot counts.
        const status = event.type === 'document.changed' ? event.document.status : undefined;
        const removed = event.type === 'document.removed';
        if (removed || status === 'pending' || status === 'failed')
          void queryClient.invalidateQueries({ queryKey: queryKeys.me });
        if (removed || status === 'success') {
          void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
          void queryClient.invalidateQueries({ queryKey: ['bot'] });
        }
      },
      onStatus: (next) => {
        setStatus(next);
        // What happened while nobody listened is read again.
        if (next === 'open' && wasOpen) void queryClient.invalidateQueries();
        if (next === 'open') wasOpen = true;
      },
    });
  }, [accountId, queryClient]);

  const live = useMemo(
    () => ({
      status,
      subscribe: (listener: (event: ServerEvent) => void) => {
        listeners.current.add(listener);
        return () => listeners.current.delete(listener);
      },
    }),
    [status],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}
