import { DOCUMENT_LIMITS, type Document, type UpdateDocument } from '#contract/knowledge/documents';
import type { TranslationKey } from '#i18n/keys';
import { checkedMetadata } from './metadata';

/** What is to be said of several documents, as it is typed. */
export interface BulkDraft {
  /** What is done to the category: `keep` leaves each document its own. */
  readonly choice: 'keep' | 'set' | 'remove';
  readonly category: string;
  /** Separated by commas. */
  readonly tags: string;
  readonly removedTags: readonly string[];
}

export type BulkProblems = Readonly<Partial<Record<'category' | 'tags', TranslationKey>>>;

/** The change of each document that changes, by its id, or what is wrong with what was typed. */
export function bulkChanges(
  documents: readonly Document[],
  { choice, category, tags, removedTags }: BulkDraft,
): { readonly changes: ReadonlyMap<string, UpdateDocument> } | { readonly problems: BulkProblems } {
  const isSet = choice === 'set';
  if (isSet && !category.trim()) return { problems: { category: 'knowledge:bulk.categoryMissing' } };
  // What holds for one document's fields holds for those of several.
  const checked = checkedMetadata({ title: '-', description: '', category: isSet ? category : '', tags });
  if ('problems' in checked) return checked;
  const change = {
    category: choice === 'keep' ? null : checked.metadata.category,
    addedTags: checked.metadata.tags,
    removedTags,
  };
  const changes = new Map<string, UpdateDocument>();
  for (const document of documents) {
    const own = changeOf(document, change);
    if (own === 'tooMany') return { problems: { tags: 'knowledge:bulk.tagsMany' } };
    if (own) changes.set(document.id, own);
  }
  return changes.size > 0 ? { changes } : { problems: { tags: 'knowledge:bulk.nothingToChange' } };
}

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
