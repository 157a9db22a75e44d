import { FeatureId } from '#contract/site/roadmap';
import type { Tally } from './votes';

export interface Ranked {
  readonly featureId: FeatureId;
  readonly votes: number;
  readonly voted: boolean;
}

/** Features whose votes are known, the most wanted first; where votes are even, as the roadmap has them. */
export function rankingOf(tallies: ReadonlyMap<FeatureId, Tally>): readonly Ranked[] {
  return FeatureId.options
    .flatMap((featureId): Ranked[] => {
      const tally = tallies.get(featureId);
      return tally && tally.votes !== null ? [{ featureId, votes: tally.votes, voted: tally.voted }] : [];
    })
    .sort((one, other) => other.votes - one.votes);
}
