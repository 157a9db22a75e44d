import { isReadable } from '#core/retrieval/format';
import { planMerge } from '#core/retrieval/plan-merge';
import { leastIndexed, planStore, type VectorPolicy } from '#core/retrieval/plan-vectors';
import type { VectorIndexOf } from '#core/retrieval/ports';
import { environment } from '#platform/environment';
import { isIndexed, type LiveSegments, type StoredSegment } from '../documents/manifest';

/** What brings the index of a bot closer to order. */
export type Work =
  /** Its vectors are to have an index of their own, or none any more. */
  | { readonly kind: 'begin'; readonly model: string }
  | { readonly kind: 'end'; readonly index: VectorIndexOf }
  | { readonly kind: 'merge'; readonly sources: readonly StoredSegment[] }
  /** A segment's vectors are to be put into the bot's index. */
  | { readonly kind: 'index'; readonly segment: StoredSegment; readonly index: VectorIndexOf };

/** Null when all is well. */
export function nextWork({ segments, vectorIndex }: LiveSegments, policy: VectorPolicy): Work | null {
  const passages = segments.reduce((sum, segment) => sum + segment.passages, 0);
  const store = planStore(passages, vectorIndex, policy);
  if (store === 'begin' && policy.model !== null) return { kind: 'begin', model: policy.model };
  if (store === 'end' && vectorIndex) return { kind: 'end', index: vectorIndex };
  // What another version wrote is left to a rebuild: the others would wait for it for ever.
  const readable = segments.filter(({ format }) => isReadable(format));
  const sources = planMerge(readable);
  if (sources) return { kind: 'merge', sources };
  if (!vectorIndex) return null;
  const least = leastIndexed(policy);
  const segment = readable.find((each) => each.passages >= least && !isIndexed(each, vectorIndex));
  return segment ? { kind: 'index', segment, index: vectorIndex } : null;
}

/** The stage's. */
export function vectorPolicy(): VectorPolicy {
  const model = environment('EMBEDDING_MODEL');
  return { model: model === 'none' ? null : model, from: Number(environment('VECTOR_INDEX_FROM')) };
}
