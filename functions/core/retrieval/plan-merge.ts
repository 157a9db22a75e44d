/** What decides about merging a segment. */
export interface Mergeable {
  readonly segmentId: string;
  readonly passages: number;
  readonly bytes: number;
  readonly removedPassages?: number | undefined;
  readonly isMerged?: boolean | undefined;
}

/** Segments of one size that there may be before they become one: a question pays for each. */
const FAN_IN = 8;
/** Segments of a bucket hold so many times the passages of the one below. */
const GROWTH = 8;
/** Sources of one merge: each is a write of its transaction, which takes a hundred. */
const MOST_SOURCES = 40;
/** Bytes of the sources of one merge: the function holds them and what they become. */
const MOST_BYTES = 64 * 1024 * 1024;
/** Of a merged segment: with more than this share removed it is written anew, so that statistics forget them too. */
const REMOVED_SHARE = 0.25;

/**
 * Which segments are to become one now; null when all is well. Segments of about one size are merged when there are
 * many, so that each passage is written again only as often as its bot has grown eightfold.
 */
export function planMerge<S extends Mergeable>(segments: readonly S[]): readonly S[] | null {
  const sizes = new Map<number, S[]>();
  for (const segment of segments) {
    // Two of these would not fit together.
    if (segment.bytes > MOST_BYTES / 2) continue;
    const size = Math.floor(Math.log(Math.max(1, segment.passages)) / Math.log(GROWTH));
    sizes.set(size, [...(sizes.get(size) ?? []), segment]);
  }
  for (const [, alike] of [...sizes].sort(([a], [b]) => a - b)) {
    if (alike.length < FAN_IN) continue;
    const sources = fitting(alike.toSorted((a, b) => a.bytes - b.bytes));
    if (sources.length > 1) return sources;
  }
  const worn = segments.find(isWorn);
  return worn ? [worn] : null;
}

function fitting<S extends Mergeable>(ascending: readonly S[]): readonly S[] {
  let bytes = 0;
  return ascending.slice(0, MOST_SOURCES).filter((segment) => {
    bytes += segment.bytes;
    return bytes <= MOST_BYTES;
  });
}

function isWorn({ isMerged, passages, removedPassages = 0 }: Mergeable): boolean {
  return isMerged === true && removedPassages > REMOVED_SHARE * (passages + removedPassages);
}
