import { type DocumentNotice, MOST_NOTICED_PAGES, type NoticeKind } from '#contract/knowledge/documents';

/** What its owner is told of a document, by how often it is so. */
export function noticesOf(counts: Partial<Record<NoticeKind, number>>): DocumentNotice[] {
  return Object.entries(counts).flatMap(([kind, count]) =>
    count > 0 ? [{ kind: kind as NoticeKind, count, pages: [] }] : [],
  );
}

/** What its owner is told of pages, by their numbers. */
export function pageNotice(kind: NoticeKind, pages: readonly number[]): DocumentNotice[] {
  return pages.length === 0 ? [] : [{ kind, count: pages.length, pages: pages.slice(0, MOST_NOTICED_PAGES) }];
}
