import type { Account } from '#contract/accounts/profile';
import type { TranslationKey } from '#i18n/keys';

/** How a plan is held, as a sentence around its name. */
export function planStateKey({ subscriptionStatus }: Account): TranslationKey {
  switch (subscriptionStatus) {
    case 'trialing':
      return 'common:plan.onTrial';
    case 'past_due':
    case 'unpaid':
    case 'incomplete':
      return 'common:plan.unpaid';
    case 'active':
    case 'canceled':
      return 'common:plan.active';
  }
}
