import { queryOptions } from '@tanstack/react-query';
import type { UnansweredState } from '#contract/insight/unanswered';
import type { Document } from '#contract/knowledge/documents';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';

/** Keys of what no other feature reads. */
export const questionKeys = {
  /** Questions that a bot could not answer, by where they stand. */
  unanswered: (botId: string, state: UnansweredState) => ['unanswered', botId, state] as const,
};

export const unansweredQuery = (botId: string, state: UnansweredState) =>
  queryOptions({
    queryKey: questionKeys.unanswered(botId, state),
    queryFn: ({ signal }) => call('listUnanswered', { params: { botId }, query: { state }, signal }),
    // What has left a list stays in it, with the way back, until the list is opened again.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  });

export const goldenSetQuery = (botId: string) =>
  queryOptions({
    queryKey: queryKeys.goldenSet(botId),
    queryFn: ({ signal }) => call('getGoldenSet', { params: { botId }, signal }),
  });

/** All documents that a bot answers from. */
export const readyDocumentsQuery = (botId: string) =>
  queryOptions({
    queryKey: [...queryKeys.documents(botId), 'ready'],
    queryFn: ({ signal }) => readyDocuments(botId, signal),
  });

async function readyDocuments(botId: string, signal: AbortSignal): Promise<readonly Document[]> {
  const found: Document[] = [];
  let cursor: string | null = null;
  do {
    const page: { readonly items: readonly Document[]; readonly cursor: string | null } = await call(
      'listDocuments',
      { params: { botId }, query: cursor ? { limit: 100, cursor } : { limit: 100 }, signal },
    );
    found.push(...page.items);
    cursor = page.cursor;
  } while (cursor);
  return found.filter(({ status }) => status === 'success');
}
