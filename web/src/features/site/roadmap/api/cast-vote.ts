import type { CastVote, FeatureId } from '#contract/site/roadmap';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';
import { currentIdentity } from '#lib/session/auth';
import { loadMe } from '#lib/session/load-me';

/** Votes, or takes the vote back. Whoever comes straight from signing up gets their profile first. */
export async function castVote(featureId: FeatureId, voted: boolean): Promise<CastVote> {
  const cast = () => call(voted ? 'voteForFeature' : 'withdrawVote', { params: { featureId } });
  try {
    return await cast();
  } catch (error) {
    if (errorCode(error) !== 'profile.not_found') throw error;
  }
  const identity = await currentIdentity();
  if (identity) await loadMe(identity);
  return cast();
}
