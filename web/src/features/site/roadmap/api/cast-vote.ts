import type { CastVote, FeatureId } from '#contract/site/roadmap';
import { call } from '#lib/api';
import { errorCode } from '#lib/api-error';

/** Votes, or takes the vote back. Who comes straight from signing up gets her profile first. */
export async function castVote(featureId: FeatureId, voted: boolean): Promise<CastVote> {
  const cast = () => call(voted ? 'voteForFeature' : 'withdrawVote', { params: { featureId } });
  try {
    return await cast();
  } catch (error) {
    if (errorCode(error) !== 'profile.not_found') throw error;
  }
  const [{ currentIdentity }, { loadMe }] = await Promise.all([
    import('#lib/session/auth'),
    import('#lib/session/load-me'),
  ]);
  const identity = await currentIdentity();
  if (identity) await loadMe(identity);
  return cast();
}
