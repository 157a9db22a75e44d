import type { Segment } from './segment';

export interface SearchSource {
  readonly segment: Segment;
  /** Documents of this segment that were deleted: never found, though statistics count them until a merge. */
  readonly removedDocuments?: readonly string[];
  /** Titles that were changed since, by document. */
  readonly titles?: Readonly<Record<string, string>>;
}

/** A passage among those of all sources. */
export interface Place {
  readonly source: number;
  readonly passage: number;
}

/** Stretches of passages whose documents are not removed. */
export function liveRanges({
  segment,
  removedDocuments = [],
}: SearchSource): { first: number; end: number }[] {
  const removed = removedDocuments
    .map((id) => segment.documentIndex(id))
    .filter((index) => index >= 0)
    .map((index) => segment.document(index))
    .sort((a, b) => a.first - b.first);
  const live: { first: number; end: number }[] = [];
  let first = 0;
  for (const document of removed) {
    if (document.first > first) live.push({ first, end: document.first });
    first = Math.max(first, document.end);
  }
  if (first < segment.passageCount) live.push({ first, end: segment.passageCount });
  return live;
}
