import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { Document } from '#contract/knowledge/documents';
import { useLiveEvents, useLiveStatus } from '#lib/live-context';
import { dropDocument, putDocument } from '../document-cache';
import { documentsQuery } from '../queries';

/** How often to ask, in milliseconds, while documents are being worked on and while none is. */
const ASK = { live: { working: 15_000, idle: false }, down: { working: 3_000, idle: 30_000 } } as const;

/**
 * All documents of a bot, since they are searched and sorted here; kept current by events or, while none can arrive,
 * by asking.
 */
export function useDocuments(botId: string) {
  const queryClient = useQueryClient();
  const live = useLiveStatus() === 'open';
  useLiveEvents((event) => {
    if (event.type === 'document.changed') putDocument(queryClient, event.document);
    if (event.type === 'document.removed') dropDocument(queryClient, event.botId, event.documentId);
  });
  const documents = useInfiniteQuery({
    ...documentsQuery(botId),
    refetchInterval: ({ state }) => {
      const working = state.data?.pages.some(({ items }) => items.some(isWorking)) ?? false;
      return ASK[live ? 'live' : 'down'][working ? 'working' : 'idle'];
    },
  });
  const { hasNextPage, isFetchingNextPage, isError, fetchNextPage } = documents;
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isError, fetchNextPage]);
  return documents;
}

export function isWorking({ status }: Document): boolean {
  return status === 'pending' || status === 'processing' || status === 'uploading';
}
