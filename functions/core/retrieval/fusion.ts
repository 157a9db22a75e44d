import type { Segment } from './segment';
import { cosines, normalise } from './vectors';

export interface QuestionVector {
  readonly model: string;
  readonly values: Float32Array;
}

/**
 * Cosines of the question with the passages of a segment, or null where the segment has no vectors of the
 * question's model. NaN stands for a passage without one.
 */
export function denseScores(segment: Segment, question: QuestionVector): Float32Array | null {
  const own = segment.meta.vectors;
  if (segment.isLexical) return null;
  if (own?.model !== question.model || own.dimensions !== question.values.length) return null;
  const scores = cosines(normalise(question.values), segment.vectors, segment.vectorScales);
  for (const [passage, scale] of segment.vectorScales.entries())
    if (scale === 0) scores[passage] = Number.NaN;
  return scores;
}

/** Mean and deviation of scores as they come. */
export class Distribution {
  #count = 0;
  #mean = 0;
  #squares = 0;

  /** `weight`: how many it stands for. */
  add(score: number, weight = 1): void {
    this.#count += weight;
    const difference = score - this.#mean;
    this.#mean += (difference * weight) / this.#count;
    this.#squares += weight * difference * (score - this.#mean);
  }

  /** How many deviations above the mean; 0 where all scores are the same. */
  z(score: number): number {
    const deviation = Math.sqrt(this.#squares / Math.max(1, this.#count));
    return deviation > 0 ? (score - this.#mean) / deviation : 0;
  }
}
