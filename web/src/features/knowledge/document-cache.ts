import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Document, DocumentPage } from '#contract/knowledge/documents';
import { queryKeys } from '#lib/query-keys';

type Pages = InfiniteData<DocumentPage, string | null>;

/** Puts the server's newest view of a document where it is listed; news that came late changes nothing. */
export function putDocument(queryClient: QueryClient, document: Document): void {
  queryClient.setQueryData<Pages>(queryKeys.documents(document.botId), (data) =>
    data ? withDocument(data, document) : data,
  );
}

export function dropDocument(queryClient: QueryClient, botId: string, documentId: string): void {
  queryClient.setQueryData<Pages>(queryKeys.documents(botId), (data) =>
    data
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.filter(({ id }) => id !== documentId),
          })),
        }
      : data,
  );
}

/** After documents were deleted: what counts them is asked anew. */
export function forgetDocuments(queryClient: QueryClient, botId: string, ids: readonly string[]): void {
  for (const id of ids) dropDocument(queryClient, botId, id);
  void queryClient.invalidateQueries({ queryKey: queryKeys.bot(botId) });
  void queryClient.invalidateQueries({ queryKey: queryKeys.bots });
  void queryClient.invalidateQueries({ queryKey: queryKeys.me });
}

export function withDocument(data: Pages, document: Document): Pages {
  const known = data.pages.some(({ items }) => items.some(({ id }) => id === document.id));
  const pages = data.pages.map((page, index) => ({
    ...page,
    items: known
      ? page.items.map((item) => (item.id === document.id ? newer(item, document) : item))
      : index === 0
        ? [document, ...page.items]
        : page.items,
  }));
  return { ...data, pages };
}

/** Events and answers overtake each other: the later change counts. */
function newer(one: Document, other: Document): Document {
  return other.updatedAt >= one.updatedAt ? other : one;
}
