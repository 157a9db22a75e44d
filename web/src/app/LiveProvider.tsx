import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import type { Document } from '#contract/knowledge/documents';
import type { ServerEvent } from '#contract/socket';
import { call, sessionEnded } from '#lib/api';
import { paceEvents } from '#lib/event-pace';
import { type LiveStatus, openLive } from '#lib/live';
import { LiveContext } from '#lib/live-context';
import { queryKeys } from '#lib/query-keys';
import { readAgain } from '#lib/read-again';
import { useAuth } from '#lib/session/session';

/** More in a second come together. */
const EVENTS_A_SECOND = 10;

/** One socket for the signed-in window. */
export function LiveProvider({ children }: { readonly children: ReactNode }) {
  const queryClient = useQueryClient();
  const accountId = useAuth().account.id;
  const [status, setStatus] = useState<LiveStatus>('connecting');
  const listeners = useRef(new Set<(event: ServerEvent) => void>());

  // biome-ignore lint/correctness/useExhaustiveDependencies: another account is another socket
  useEffect(() => {
    // The first pages are read while the socket is on its way, and nothing tells what changes in between.
    let missed = true;
    const events = paceEvents<ServerEvent>(EVENTS_A_SECOND, (events) => {
      // Together they are one change of the page, and each list is read again once.
      const stale = new Map<string, QueryKey>();
      for (const event of events) {
        for (const listener of listeners.current) listener(event);
        for (const queryKey of staleAfter(event)) stale.set(JSON.stringify(queryKey), queryKey);
      }
      for (const queryKey of stale.values()) readAgain(queryClient, { queryKey });
    });
    const close = openLive({
      address: async () => {
        const { ticket, socketUrl } = await call('createSocketTicket', {});
        return `${socketUrl}?ticket=${encodeURIComponent(ticket)}`;
      },
      onEvent: (event) => {
        if (event.type === 'session.ended') sessionEnded(event.reason ?? 'signedOut');
        events(event);
      },
      onStatus: (next) => {
        setStatus(next);
        // What was read while nobody listened is read again.
        if (next === 'open' && missed) readAgain(queryClient);
        missed = next !== 'open';
      },
    });
    return () => {
      events.stop();
      close();
    };
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

/** What is read again after an event. */
function staleAfter(event: ServerEvent): readonly QueryKey[] {
  switch (event.type) {
    case 'account.changed':
      return [queryKeys.me, queryKeys.bots, ['bot'], queryKeys.team, queryKeys.usage];
    case 'team.changed':
      return [queryKeys.team, queryKeys.me];
    // Another role, or no membership any more.
    case 'membership.ended':
    case 'billing.changed':
      return [queryKeys.me];
    // What is announced, fails or goes changes what counts against the plan; what is ready, what a bot counts.
    case 'document.removed':
      return [queryKeys.me, queryKeys.bots, ['bot']];
    case 'document.changed':
      return STALE_AFTER_DOCUMENT[event.document.status] ?? [];
    default:
      return [];
  }
}

const STALE_AFTER_DOCUMENT: Readonly<Partial<Record<Document['status'], readonly QueryKey[]>>> = {
  pending: [queryKeys.me],
  failed: [queryKeys.me],
  success: [queryKeys.bots, ['bot']],
};
