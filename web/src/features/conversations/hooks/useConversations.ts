import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { listAllBots } from '../../../lib/list-all-bots';
import { useLiveEvents, useLiveStatus } from '../../../lib/live-context';
import { queryKeys } from '../../../lib/query-keys';
import { listConversations } from '../api/list-conversations';
import { putSummary } from '../cache';
import type { ConversationFilter } from '../filter';

/** How often to ask, in milliseconds: conversations with the bot alone bring no events. */
const ASK = { live: 30_000, down: 10_000 } as const;

/** Conversations, newest first; those with a person in them change by themselves. */
export function useConversations(filter: ConversationFilter) {
  const queryClient = useQueryClient();
  const live = useLiveStatus() === 'open';
  useLiveEvents((event) => {
    if (event.type === 'conversation.changed') putSummary(queryClient, event.conversation);
  });
  return useInfiniteQuery({
    queryKey: [...queryKeys.conversationLists, filter],
    queryFn: ({ pageParam, signal }) => listConversations(filter, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // One with several answers that cite a document may stand on two pages that follow each other.
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values(),
    ],
    refetchInterval: live ? ASK.live : ASK.down,
  });
}

/** The account's bots, to name them and to choose one. */
export function useBotNames() {
  return useQuery({
    queryKey: [...queryKeys.bots, 'names'],
    queryFn: ({ signal }) => listAllBots(signal),
    staleTime: 60_000,
  });
}
