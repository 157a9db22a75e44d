import { DOCUMENT_LIMITS, type Document, type UpdateDocument } from '#contract/knowledge/documents';

/** What is to be said of several documents from now on. */
export interface BulkMetadata {
  /** Null leaves each its own; empty takes it away. */
  readonly category: string | null;
  readonly addedTags: readonly string[];
  readonly removedTags: readonly string[];
}

/**
 * The change of one of them, or null where there is none to make. Tags beyond what a document may have are not cut
 * off unseen: `tooMany`.
 */
export function changeOf(
  { category, tags }: Pick<Document, 'category' | 'tags'>,
  change: BulkMetadata,
): UpdateDocument | null | 'tooMany' {
  const isRemoved = named(change.removedTags);
  const kept = tags.filter((tag) => !isRemoved(tag));
  const isKept = named(kept);
  const next = [...kept, ...change.addedTags.filter((tag) => !isKept(tag))];
  if (next.length > DOCUMENT_LIMITS.tags) return 'tooMany';
  const changed: UpdateDocument = {
    ...(change.category !== null && change.category !== category && { category: change.category }),
    ...(next.join('\n') !== tags.join('\n') && { tags: next }),
  };
  return Object.keys(changed).length === 0 ? null : changed;
}

/** Tags that some of the documents have, each once. */
export function tagsOf(documents: readonly Pick<Document, 'tags'>[], language: string): string[] {
  const known = new Map(documents.flatMap(({ tags }) => tags).map((tag) => [tag.toLowerCase(), tag]));
  return [...known.values()].sort(new Intl.Collator(language, { numeric: true }).compare);
}

function named(tags: readonly string[]): (tag: string) => boolean {
  const known = new Set(tags.map((tag) => tag.toLowerCase()));
  return (tag) => known.has(tag.toLowerCase());
}
