import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Message } from '#contract/conversations/conversations';
import type {
  Conversation,
  ConversationPage,
  ConversationSummary,
  ConversationsWithPeople,
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
  putOnDesk(queryClient, summary);
  if (isMoved)
    for (const queryKey of [conversationKeys.lists, conversationKeys.desk])
      readAgain(queryClient, { queryKey });
}

/** Among those that people talk to it stands where its status says, at once: the tabs count them. */
function putOnDesk(queryClient: QueryClient, summary: ConversationSummary): void {
  queryClient.setQueryData<ConversationsWithPeople>(conversationKeys.desk, (desk) => {
    if (!desk) return desk;
    const known = [...desk.waiting, ...desk.answered].find(({ id }) => id === summary.id);
    const now = known ? newer(known, summary) : summary;
    const others = (list: readonly ConversationSummary[]) => list.filter(({ id }) => id !== now.id);
    const waiting = now.status === 'escalated' ? [...others(desk.waiting), now] : others(desk.waiting);
    const answered = now.status === 'pending' ? [now, ...others(desk.answered)] : others(desk.answered);
    return { ...desk, waiting: waiting.sort(byWaiting), answered };
  });
}

function byWaiting(one: ConversationSummary, other: ConversationSummary): number {
  return (one.waitingSince ?? '').localeCompare(other.waitingSince ?? '');
}

/** Whether a list's filter is one status that is open and no words: the server orders it by when somebody last wrote. */
function isByLastMessage(key: QueryKey): boolean {
  const { view, status, text, documentId } = key.at(-1) as ConversationFilter;
  const isOne = view === 'bot' || status === 'active' || status === 'pending';
  return isOne && text === '' && documentId === '';
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

function withSummary(data: Pages, summary: ConversationSummary): Pages {
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
  queryClient.setQueryData<ConversationsWithPeople>(conversationKeys.desk, (desk) => {
    const others = (list: readonly ConversationSummary[]) => list.filter(({ id }) => id !== conversationId);
    return desk && { ...desk, waiting: others(desk.waiting), answered: others(desk.answered) };
  });
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
