import type { Distribution, QuestionVector } from './fusion';
import type { Place, SearchSource } from './source';

/** Where a bot's vectors lie and are compared with a question's. */
export interface VectorStore {
  compare(
    sources: readonly SearchSource[],
    question: QuestionVector,
    options: {
      /** Passages that words speak for, best first: their cosines are wanted however far away they are. */
      readonly byWords: () => readonly Place[];
      readonly signal?: AbortSignal;
    },
  ): Promise<Comparison>;
}

/** How near a question is to passages by their meaning. */
export interface Comparison {
  /** By source and passage. NaN: it has no vector, or is too far away to be known. Null: none of the source is known. */
  readonly cosines: readonly (Float32Array | null)[];
  /** Of the cosines of all live passages, as they are or as a sample of them has it. */
  readonly distribution: Distribution;
}
