import type { VectorIndexOf } from './ports';

/** What decides about where the vectors of a stage's bots lie. */
export interface VectorPolicy {
  /** Of the stage; null where it has no embedding model. */
  readonly model: string | null;
  /** Passages from which a bot is large. */
  readonly from: number;
}

/** A bot that shrinks stays large down to this share, so that one near the border doesn't move to and fro. */
const STAYS_DOWN_TO = 0.75;

/** Whether a bot is to be given a vector index, or to do without it from now on; null when all is well. */
export function planStore(
  passages: number,
  index: VectorIndexOf | undefined,
  { model, from }: VectorPolicy,
): 'begin' | 'end' | null {
  if (!index) return model !== null && passages >= from ? 'begin' : null;
  // Of another model than questions have now it would answer none of them.
  return index.model !== model || passages < from * STAYS_DOWN_TO ? 'end' : null;
}

/**
 * Passages of a segment from which its vectors go into the index of its bot. Smaller ones are compared in memory until
 * they are merged: they are few, a call to the index takes hundreds of vectors, and a document answers at once.
 */
export function leastIndexed({ from }: VectorPolicy): number {
  return Math.ceil(from / 40);
}
