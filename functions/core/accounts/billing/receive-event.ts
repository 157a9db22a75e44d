import { AccountId } from '#contract/base/ids';
import { logger } from '#platform/logger';
import type { Stripe } from '#platform/payments';
import { findSubscription } from './customer';
import { type BillingDeps, syncSubscription } from './sync';

/** Events after which an account may have paid for something else than before. */
const FOLLOWED =
  /^(?:checkout\.session\.completed|customer\.subscription\.|invoice\.(?:paid|payment_failed|voided))/;

/** Follows an event of Stripe. What it says is not trusted but for whose it is: Stripe is asked. */
export async function receiveStripeEvent(deps: BillingDeps, event: Stripe.Event): Promise<void> {
  if (!FOLLOWED.test(event.type)) return;
  const { customer } = event.data.object as { readonly customer?: string | { readonly id: string } | null };
  const customerId = typeof customer === 'object' ? customer?.id : customer;
  if (!customerId) return;
  const found = await deps.stripe.customers.retrieve(customerId);
  const accountId = AccountId.safeParse('metadata' in found ? found.metadata.accountId : undefined);
  // A customer that somebody made by hand, or of an account that is gone.
  if (!accountId.success || (await findSubscription(accountId.data))?.customerId !== customerId) {
    logger.warn('An event of Stripe is of no account.', { type: event.type, customerId });
    return;
  }
  await syncSubscription(deps, accountId.data);
}
