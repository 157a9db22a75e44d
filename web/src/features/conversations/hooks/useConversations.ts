import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLiveEvents, useLiveStatus } from '#lib/live-context';
import { useAuth } from '#lib/session/session';
import { putSummary, removeConversation } from '../cache';
import { shownOf } from '../desk';
import type { ConversationFilter } from '../filter';
import { conversationsQuery, deskQuery } from '../queries';
import { isDeskView } from '../views';

/** How often to ask, in milliseconds: conversations with the bot alone bring no events. */
const ASK = { live: 30_000, down: 10_000 } as const;

/** Conversations with people, and those of a filter, newest first; those with a person in them change by themselves. */
export function useConversations(filter: ConversationFilter, hasDesk: boolean) {
  const { profile, account } = useAuth();
  const queryClient = useQueryClient();
  const live = useLiveStatus() === 'open';
  useLiveEvents((event) => {
    if (event.type === 'conversation.changed') putSummary(queryClient, event.conversation);
    if (event.type === 'conversation.removed') removeConversation(queryClient, event.conversationId);
  });
  const refetchInterval = live ? ASK.live : ASK.down;
  const { view } = filter;
  const isDesk = isDeskView(view) && filter.documentId === '';
  const desk = useQuery({ ...deskQuery, refetchInterval, enabled: hasDesk });
  const list = useInfiniteQuery({
    ...conversationsQuery(filter, account.timeZone),
    refetchInterval,
    enabled: !isDesk,
  });
  const reader = { userId: profile.id, timeZone: account.timeZone };
  return {
    desk: desk.data,
    /** What `reading` has found so far. */
    found: isDesk ? desk.data && shownOf(desk.data, view, filter, reader) : list.data,
    reading: isDesk ? desk : list,
    more: !isDesk && list.hasNextPage ? list : null,
  };
}
