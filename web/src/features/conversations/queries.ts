import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { sequenceOf } from '#contract/base/message-ids';
import type { ReviewedMessage } from '#contract/conversations/inbox';
import type { MessagesQuery } from '#contract/conversations/messages-query';
import { listAllBots } from '#features/bots/list-all-bots.ts';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { type ConversationFilter, queryOf } from './filter';

/** Keys of what no other feature reads. */
export const conversationKeys = {
  /** Lists of conversations by their filters. */
  lists: ['conversations', 'list'] as const,
  /** Those that people talk to, and how many the bot does. */
  desk: ['conversations', 'desk'] as const,
  agents: ['conversations', 'agents'] as const,
  topics: ['conversations', 'topics'] as const,
  views: ['conversations', 'views'] as const,
  cannedReplies: ['conversations', 'canned-replies'] as const,
  timeline: (conversationId: string) => ['conversation', conversationId, 'timeline'] as const,
  one: (conversationId: string) => ['conversation', conversationId] as const,
  transcript: (conversationId: string) => ['transcript', conversationId] as const,
  citingDocument: (botId: string, documentId: string) => ['document', botId, documentId] as const,
};

/** Conversations that the filter lets through, newest first. */
export const conversationsQuery = (filter: ConversationFilter, timeZone: string) =>
  infiniteQueryOptions({
    queryKey: [...conversationKeys.lists, timeZone, filter],
    queryFn: ({ pageParam, signal }) =>
      call('listConversations', {
        query: { ...queryOf(filter, timeZone), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    // One with several answers that cite a document may stand on two pages that follow each other.
    select: ({ pages }) => [
      ...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values(),
    ],
  });

export const deskQuery = queryOptions({
  queryKey: conversationKeys.desk,
  queryFn: ({ signal }) => call('listWithPeople', { signal }),
});

export const conversationQuery = (conversationId: string) =>
  queryOptions({
    queryKey: conversationKeys.one(conversationId),
    queryFn: ({ signal }) => call('getConversation', { params: { conversationId }, signal }),
  });

/**
 * Messages of a conversation without a gap up to the newest, oldest first: at first the newest hundred, to which
 * `withOlder` adds. Read again, what was said since is added.
 */
export const transcriptQuery = (conversationId: string) =>
  queryOptions({
    queryKey: conversationKeys.transcript(conversationId),
    queryFn: async ({ client, signal }) => {
      const newest = await readMessages(conversationId, {}, signal);
      const known =
        client.getQueryData<readonly ReviewedMessage[]>(conversationKeys.transcript(conversationId)) ?? [];
      const whole = untilGap(known);
      const missed: ReviewedMessage[] = [];
      const from = newest[0];
      // More was said meanwhile than one page has.
      for (let last = whole.at(-1); last && from && sequenceOf(last.id) + 1 < sequenceOf(from.id); ) {
        const page = await readMessages(conversationId, { after: last.id }, signal);
        missed.push(...page);
        if (page.length === 0) break;
        last = page.at(-1);
      }
      return merged(whole, missed, newest);
    },
  });

/** The messages with a page of those before them. */
export async function withOlder(
  conversationId: string,
  known: readonly ReviewedMessage[],
): Promise<readonly ReviewedMessage[]> {
  const [first] = known;
  if (!first || !hasOlder(known)) return known;
  return merged(await readMessages(conversationId, { before: first.id }), known);
}

/** Messages are numbered without gaps, from 1. */
export function hasOlder(messages: readonly ReviewedMessage[]): boolean {
  const [first] = messages;
  return first !== undefined && sequenceOf(first.id) > 1;
}

/** Those before the first that is missing: an event may be lost. */
export function untilGap(messages: readonly ReviewedMessage[]): readonly ReviewedMessage[] {
  const start = sequenceOf(messages[0]?.id ?? '');
  const gap = messages.findIndex(({ id }, place) => sequenceOf(id) !== start + place);
  return gap < 0 ? messages : messages.slice(0, gap);
}

async function readMessages(
  conversationId: string,
  query: MessagesQuery,
  signal?: AbortSignal,
): Promise<readonly ReviewedMessage[]> {
  const read = await call('listConversationMessages', {
    params: { conversationId },
    query,
    ...(signal && { signal }),
  });
  return read.items;
}

/** Each once, as the last part has it. */
function merged(...parts: readonly (readonly ReviewedMessage[])[]): readonly ReviewedMessage[] {
  const all = new Map(parts.flat().map((message) => [message.id, message]));
  return [...all.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Who may answer visitors. */
export const agentsQuery = queryOptions({
  queryKey: conversationKeys.agents,
  queryFn: async ({ signal }) => (await call('listAgents', { signal })).items,
  staleTime: 60_000,
});

/** Topics of the filter's days. */
export const topicsQuery = ({ botId, from, to }: Pick<ConversationFilter, 'botId' | 'from' | 'to'>) =>
  queryOptions({
    queryKey: [...conversationKeys.topics, botId, from, to],
    queryFn: async ({ signal }) => {
      const query = { range: 'custom' as const, from, to, ...(botId && { bots: botId }) };
      return (await call('getTopics', { query, signal })).topics;
    },
    staleTime: 60_000,
  });

export const savedViewsQuery = queryOptions({
  queryKey: conversationKeys.views,
  queryFn: ({ signal }) => call('getSavedViews', { signal }),
  staleTime: 60_000,
});

export const cannedRepliesQuery = queryOptions({
  queryKey: conversationKeys.cannedReplies,
  queryFn: async ({ signal }) => (await call('listCannedReplies', { signal })).items,
});

/** What the team did in a conversation, oldest first. */
export const timelineQuery = (conversationId: string) =>
  queryOptions({
    queryKey: conversationKeys.timeline(conversationId),
    queryFn: async ({ signal }) => (await call('getTimeline', { params: { conversationId }, signal })).items,
  });

/** The account's bots, to name them and to choose one. */
export const botNamesQuery = queryOptions({
  queryKey: [...queryKeys.bots, 'names'],
  queryFn: ({ signal }) => listAllBots(signal),
  staleTime: 60_000,
});

export const citingDocumentQuery = (botId: string, documentId: string) =>
  queryOptions({
    queryKey: conversationKeys.citingDocument(botId, documentId),
    queryFn: ({ signal }) => call('getDocument', { params: { botId, documentId }, signal }),
    retry: false,
  });
