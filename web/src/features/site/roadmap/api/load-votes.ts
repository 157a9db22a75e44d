import type { FeatureId, RoadmapVotes } from '#contract/site/roadmap';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';

export function loadVotes(): Promise<RoadmapVotes> {
  return call('getRoadmap', {});
}

/** What the signed-in person has voted for. */
export async function loadOwnVotes(): Promise<readonly FeatureId[]> {
  try {
    return (await call('listOwnVotes', {})).featureIds;
  } catch (error) {
    // Their profile is made with the first vote.
    if (errorCode(error) === 'profile.not_found') return [];
    throw error;
  }
}
