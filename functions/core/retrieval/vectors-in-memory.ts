import { Distribution, denseScores, type QuestionVector } from './fusion';
import { liveRanges, type SearchSource } from './source';
import type { Comparison, VectorStore } from './vector-store';

/** The vectors that segments were loaded with, each compared: exact, and fast enough below some 20,000. */
export const vectorsInMemory: VectorStore = {
  compare: async (sources, question) => compareInMemory(sources, question),
};

export function compareInMemory(sources: readonly SearchSource[], question: QuestionVector): Comparison {
  const distribution = new Distribution();
  const cosines = sources.map((source) => {
    const scores = denseScores(source.segment, question);
    if (!scores) return null;
    for (const { first, end } of liveRanges(source)) {
      for (let passage = first; passage < end; passage++) {
        const cosine = scores[passage] as number;
        if (!Number.isNaN(cosine)) distribution.add(cosine);
      }
    }
    return scores;
  });
  return { cosines, distribution };
}
