import { FeatureId } from '#contract/site/roadmap';
import { readStored, writeStored } from '#lib/storage';

const KEY = 'parley.wantedVote';
const ofWindow = () => sessionStorage;

/**
 * Keeps the vote that a person goes to log in for. In the window and not in the address: a link that votes could be
 * sent to others.
 */
export function rememberWantedVote(featureId: FeatureId): void {
  writeStored(KEY, featureId, ofWindow);
}

/** The vote to cast now that they are back; it is asked for once. */
export function takeWantedVote(): FeatureId | null {
  const stored = FeatureId.safeParse(readStored(KEY, ofWindow));
  writeStored(KEY, null, ofWindow);
  return stored.success ? stored.data : null;
}
