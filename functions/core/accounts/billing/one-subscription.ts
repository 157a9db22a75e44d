import type { AccountId } from '#contract/base/ids';
import { logger } from '#platform/logger';
import { isMissing, type Stripe } from '#platform/payments';

/** Subscriptions of these are paid, or will be asked for payment. */
const HOLDING: ReadonlySet<Stripe.Subscription.Status> = new Set([
  'active',
  'trialing',
  'past_due',
  'unpaid',
]);

export function holds({ status }: Stripe.Subscription): boolean {
  return HOLDING.has(status);
}

/** All that a customer has had, the newest first, each with its newest invoice. */
export async function subscriptionsOf(
  stripe: Stripe,
  customer: string,
): Promise<readonly Stripe.Subscription[]> {
  const { data } = await stripe.subscriptions.list({
    customer,
    status: 'all',
    limit: 100,
    expand: ['data.latest_invoice', 'data.discounts.source.coupon'],
  });
  return data;
}

/**
 * Leaves an account one subscription. Two pages of checkout that were open at once may both have been paid: the one that
 * came first stays, what was paid for another is refunded by a credit note, and it ends. Called again it goes on.
 *
 * @returns whether one was ended.
 */
export async function endDoubled(
  stripe: Stripe,
  accountId: AccountId,
  all: readonly Stripe.Subscription[],
): Promise<boolean> {
  const doubled = all
    .filter(holds)
    // Stripe lists the newest first, also of those that were made within one second.
    .toReversed()
    .toSorted((one, other) => one.created - other.created)
    .slice(1);
  for (const subscription of doubled) {
    logger.warn('A second subscription is ended.', { accountId, subscriptionId: subscription.id });
    await refundNewest(stripe, subscription);
    await stripe.subscriptions.cancel(subscription.id).catch((error: unknown) => {
      // Another delivery has ended it.
      if (!isMissing(error)) throw error;
    });
  }
  return doubled.length > 0;
}

/** The key of the call is the invoice's: of several deliveries one refunds. */
async function refundNewest(stripe: Stripe, { latest_invoice: invoice }: Stripe.Subscription): Promise<void> {
  if (typeof invoice !== 'object' || !invoice?.id) return;
  const amount = invoice.amount_paid - invoice.post_payment_credit_notes_amount;
  if (amount <= 0) return;
  await stripe.creditNotes.create(
    { invoice: invoice.id, amount, refund_amount: amount, reason: 'duplicate' },
    { idempotencyKey: `doubled ${invoice.id}` },
  );
}

/** Closes pages of checkout that the customer left open, so that no second one is paid there. */
export async function closeOpenCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: 'open', limit: 100 });
  for (const { id } of data)
    await stripe.checkout.sessions.expire(id).catch((error: unknown) => {
      // Paid or expired meanwhile: what was paid, the next reading sees.
      logger.info('A page of checkout was not open any more.', { sessionId: id, error: String(error) });
    });
}
