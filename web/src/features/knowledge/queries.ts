import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { DocumentId } from '#contract/base/ids';
import { MAX_ASKED_DOCUMENTS } from '#contract/knowledge/documents';
import { call } from '#lib/api';
import { queryKeys } from '#lib/query-keys';
import { isBeingRead } from './tables';

const DOCUMENTS_AT_ONCE = 100;

/** Keys of what no other feature reads. */
export const knowledgeKeys = {
  /** What was looked up in documents. */
  passages: (botId: string) => ['passages', botId] as const,
  /** How many answers cite documents. */
  citations: (botId: string) => ['citations', botId] as const,
  faq: (botId: string, documentId: string | undefined) => ['faq', botId, documentId] as const,
  pictures: (botId: string) => ['pictures', botId] as const,
  tables: (botId: string, documentId: string) => ['tables', botId, documentId] as const,
  sites: (botId: string) => ['sites', botId] as const,
  /** Pages of one of a bot's websites, or of all of them. */
  sitePages: (botId: string, siteId?: string) =>
    siteId === undefined ? (['site-pages', botId] as const) : (['site-pages', botId, siteId] as const),
};

export const documentsQuery = (botId: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.documents(botId),
    queryFn: ({ pageParam, signal }) =>
      call('listDocuments', {
        params: { botId },
        query: { limit: DOCUMENTS_AT_ONCE, ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  });

/** How many answers cite documents, as it is when somebody asks: visitors go on asking. */
export const citationsQuery = (botId: string, documentIds: readonly DocumentId[]) => {
  const asked = documentIds.slice(0, MAX_ASKED_DOCUMENTS);
  return queryOptions({
    queryKey: [...knowledgeKeys.citations(botId), asked],
    queryFn: async ({ signal }) => {
      const counts = await call('countCitations', {
        params: { botId },
        body: { documentIds: asked },
        signal,
      });
      return { ...counts, hasMore: counts.hasMore || asked.length < documentIds.length };
    },
    staleTime: 0,
    gcTime: 0,
  });
};

/** The question and answer that a document is; null of none, which is never asked for. */
export const faqQuery = (botId: string, documentId: DocumentId | undefined) =>
  queryOptions({
    queryKey: knowledgeKeys.faq(botId, documentId),
    queryFn: ({ signal }) =>
      documentId === undefined ? null : call('getFaq', { params: { botId, documentId }, signal }),
    enabled: documentId !== undefined,
    // What is edited must be what is there.
    gcTime: 0,
  });

/** How often to ask while a document is read again, in milliseconds: the event that tells of it may be lost. */
const ASK_WHILE_READ = 3_000;

/** How the tables of a document were read. */
export const tablesQuery = (botId: string, documentId: DocumentId) =>
  queryOptions({
    queryKey: knowledgeKeys.tables(botId, documentId),
    queryFn: ({ signal }) => call('getDocument', { params: { botId, documentId }, signal }),
    select: ({ tables = [] }) => tables,
    refetchInterval: ({ state }) => (state.data?.tables?.some(isBeingRead) ? ASK_WHILE_READ : false),
  });

/** Whether a bot reads scanned pages, and how many of the account's month are used; `pages` is null where none are read. */
export const picturesQuery = (botId: string) =>
  queryOptions({
    queryKey: knowledgeKeys.pictures(botId),
    queryFn: async ({ signal }) => {
      const [bot, { picturePages }] = await Promise.all([
        call('getBot', { params: { botId }, signal }),
        call('getUsage', { signal }),
      ]);
      return { isOn: bot.readsPictures, version: bot.version, pages: picturePages };
    },
    // Documents that are read use pages up, and others edit the bot.
    staleTime: 0,
  });

/** Passages in which words stand. `state` names the documents as they are: changed ones are searched anew. */
export const passagesQuery = (botId: string, words: string, state: string) =>
  queryOptions({
    queryKey: [...knowledgeKeys.passages(botId), words, state],
    queryFn: ({ signal }) => call('searchPassages', { params: { botId }, body: { words }, signal }),
    staleTime: 60_000,
  });

export const sitesQuery = (botId: string) =>
  queryOptions({
    queryKey: knowledgeKeys.sites(botId),
    queryFn: ({ signal }) => call('listSites', { params: { botId }, signal }),
    select: ({ items }) => items,
  });

export const sitePagesQuery = (botId: string, siteId: string) =>
  queryOptions({
    queryKey: knowledgeKeys.sitePages(botId, siteId),
    queryFn: ({ signal }) => call('listSitePages', { params: { botId, siteId }, signal }),
    select: ({ items }) => items,
  });
