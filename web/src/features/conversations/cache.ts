import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import { isOpen } from '#contract/conversations/conversation-status';
import type { Message } from '#contract/conversations/conversations';
import type {
  Conversation,
  ConversationPage,
  ConversationSummary,
  ReviewedMessage,
} from '#contract/conversations/inbox';
import { readAgain } from '#lib/read-again';
import type { ConversationFilter } from './filter';
import { conversationKeys } from './queries';

type Pages = InfiniteData<ConversationPage, string | null>;

/**
 * Puts the server's newest view of a conversation where it is listed. One that a list doesn't know, or has under
 * another status, may have to appear in it or to leave it: the lists are read again.
 */
export function putSummary(queryClient: QueryClient, summary: ConversationSummary): void {
  let isMoved = false;
  for (const [key, data] of queryClient.getQueriesData<Pages>({ queryKey: conversationKeys.lists })) {
    const known = data?.pages.flatMap(({ items }) => items).find(({ id }) => id === summary.id);
    if (!known || known.status !== summary.status) isMoved = true;
    if (!data || !known) continue;
    const next = withSummary(data, summary);
    queryClient.setQueryData<Pages>(key, isByLastMessage(key) ? inOrder(next) : next);
  }
  if (isMoved) readAgain(queryClient, { queryKey: conversationKeys.lists });
}

/** Whether a list's filter is one open status and no words: the server orders it by when somebody last wrote. */
function isByLastMessage(key: QueryKey): boolean {
  const { status, text, documentId } = key.at(-1) as ConversationFilter;
  return status !== '' && isOpen(status) && text === '' && documentId === '';
}

/** What somebody has written in comes to the head of the list, across its pages. */
function inOrder(data: Pages): Pages {
  const lastOf = (item: ConversationSummary) => Date.parse(item.lastMessageAt ?? item.startedAt);
  const all = data.pages.flatMap(({ items }) => items).sort((one, other) => lastOf(other) - lastOf(one));
  let from = 0;
  const pages = data.pages.map((page) => {
    const items = all.slice(from, from + page.items.length);
    from += items.length;
    return { ...page, items };
  });
  return { ...data, pages };
}

export function withSummary(data: Pages, summary: ConversationSummary): Pages {
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.map((item) => (item.id === summary.id ? newer(item, summary) : item)),
  }));
  return { ...data, pages };
}

/** Takes what was erased out of every list; a page that shows it asks again, and says that it is gone. */
export function removeConversation(queryClient: QueryClient, conversationId: string): void {
  for (const [key, data] of queryClient.getQueriesData<Pages>({ queryKey: conversationKeys.lists })) {
    const pages = data?.pages.map((page) => ({
      ...page,
      items: page.items.filter(({ id }) => id !== conversationId),
    }));
    if (data && pages) queryClient.setQueryData<Pages>(key, { ...data, pages });
  }
  void queryClient.resetQueries({ queryKey: conversationKeys.one(conversationId) });
}

/** What a call answered with: every page shows it from now on. */
export function putConversation(queryClient: QueryClient, conversation: Conversation): void {
  queryClient.setQueryData(conversationKeys.one(conversation.id), conversation);
  putSummary(queryClient, conversation);
}

/** Adds a message where it belongs; one that is known is replaced. */
export function putMessage(queryClient: QueryClient, message: Message): void {
  queryClient.setQueryData<readonly ReviewedMessage[]>(
    conversationKeys.transcript(message.conversationId),
    (known) => (known ? withMessage(known, message) : known),
  );
}

/** Ids of a conversation's messages sort by time. Events don't tell what only the team knows of an answer: what is known of it stays. */
export function withMessage(known: readonly ReviewedMessage[], message: Message): readonly ReviewedMessage[] {
  const {
    record = null,
    thumbComment = null,
    goneDocuments = [],
  } = known.find(({ id }) => id === message.id) ?? {};
  const others = known.filter(({ id }) => id !== message.id);
  return [...others, { ...message, record, thumbComment, goneDocuments }].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
}

/** Events overtake each other: the one with more messages is later. */
function newer(one: ConversationSummary, other: ConversationSummary): ConversationSummary {
  return other.messageCount >= one.messageCount ? other : one;
}
