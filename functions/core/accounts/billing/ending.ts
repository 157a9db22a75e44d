import type { Stripe } from '#platform/payments';

type Ending = Pick<Stripe.Subscription, 'cancel_at' | 'cancel_at_period_end' | 'items'>;

/**
 * Seconds since 1970 at which a subscription ends, or null: Stripe's pages set `cancel_at`, calls like ours and
 * subscriptions of before 2025-09-30 `cancel_at_period_end`.
 */
export function endingOf({ cancel_at, cancel_at_period_end, items }: Ending): number | null {
  return cancel_at ?? (cancel_at_period_end ? (items.data[0]?.current_period_end ?? null) : null);
}

/** Lets a subscription go on, whichever of the two ends it. Stripe takes one of them in a call. */
export async function takeBackEnding(
  stripe: Stripe,
  subscriptionId: string,
  metadata?: Stripe.MetadataParam,
): Promise<void> {
  let subscription = await stripe.subscriptions.retrieve(subscriptionId);
  if (subscription.cancel_at_period_end)
    subscription = await stripe.subscriptions.update(subscriptionId, { cancel_at_period_end: false });
  if (subscription.cancel_at !== null) await stripe.subscriptions.update(subscriptionId, { cancel_at: '' });
  if (metadata) await stripe.subscriptions.update(subscriptionId, { metadata });
}
