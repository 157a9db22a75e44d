import type { DocumentNotice, NoticeKind } from '#contract/knowledge/documents';

/** What its owner is told of a document, by how often it is so. */
export function noticesOf(counts: Partial<Record<NoticeKind, number>>): DocumentNotice[] {
  return Object.entries(counts).flatMap(([kind, count]) =>
    count > 0 ? [{ kind: kind as NoticeKind, count, pages: [] }] : [],
  );
}
