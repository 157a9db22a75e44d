import type { Dashboard } from '#contract/insight/dashboard';
import type { StoredAccount } from '#core/accounts/entity';

/** Whether the longer trial is there to be claimed: once, by who has no subscription. */
export function alphaTrialOf({
  alphaClaimedAt,
  subscriptionStatus,
}: Pick<StoredAccount, 'alphaClaimedAt' | 'subscriptionStatus'>): Dashboard['alphaTrial'] {
  if (alphaClaimedAt !== undefined) return 'claimed';
  return subscriptionStatus === 'trialing' ? 'open' : 'closed';
}
