import { ANNUAL_DISCOUNT } from '#contract/accounts/plans';
import { epochSeconds } from '#platform/clock';
import { isMissing, type Stripe } from '#platform/payments';
import type { StoredSubscription } from './entity';

/** Twenty per cent off the first paid year, for who came by the alpha programme. */
export const EARLY_ADOPTER = 'parley_early_adopter';
const MONTHS = 12;
/** Stripe announces the end of a trial three days before. */
const BEGINS_ANEW_SECONDS = 4 * 86_400;

export async function makeCoupon(stripe: Stripe): Promise<void> {
  try {
    await stripe.coupons.retrieve(EARLY_ADOPTER);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await stripe.coupons.create({
      id: EARLY_ADOPTER,
      name: 'Early adopter',
      percent_off: ANNUAL_DISCOUNT * 100,
      duration: 'repeating',
      duration_in_months: MONTHS,
    });
  }
}

type Discounted = Pick<Stripe.Subscription, 'created' | 'discounts' | 'trial_end'>;

/** What comes off a subscription's invoices. An early adopter's year is counted from their first payment. */
export function discountOf(
  subscription: Discounted,
): Pick<StoredSubscription, 'discountPercent' | 'discountEndsAt' | 'isEarlyAdopter'> {
  const { discount, coupon } = couponOf(subscription) ?? {};
  if (!discount || !coupon?.percent_off) return {};
  const isEarlyAdopter = coupon.id === EARLY_ADOPTER;
  const end = isEarlyAdopter ? paidYearEnd(subscription) : discount.end;
  return {
    discountPercent: coupon.percent_off,
    ...(end !== null && { discountEndsAt: new Date(end * 1_000).toISOString() }),
    ...(isEarlyAdopter && { isEarlyAdopter }),
  };
}

/**
 * Stripe counts a discount's months from when it is given, which at checkout is before the trial. In the trial's last days
 * it is given anew, so that it covers every invoice of the first paid year, and none of the second.
 *
 * @returns whether it was.
 */
export async function beginPaidYear(
  stripe: Stripe,
  now: Date,
  subscription: Discounted & Pick<Stripe.Subscription, 'id' | 'status'>,
): Promise<boolean> {
  const { id, status, trial_end: trialEnd } = subscription;
  const { discount, coupon } = couponOf(subscription) ?? {};
  if (status !== 'trialing' || trialEnd === null || !discount || coupon?.id !== EARLY_ADOPTER) return false;
  const begins = trialEnd - BEGINS_ANEW_SECONDS;
  if (epochSeconds(now) < begins || discount.start >= begins) return false;
  await stripe.subscriptions.update(id, { discounts: [{ coupon: EARLY_ADOPTER }] });
  return true;
}

function paidYearEnd({ trial_end, created }: Discounted): number {
  const end = new Date((trial_end ?? created) * 1_000);
  end.setUTCMonth(end.getUTCMonth() + MONTHS);
  return end.getTime() / 1_000;
}

function couponOf({ discounts }: Discounted) {
  for (const discount of discounts) {
    const coupon = typeof discount === 'object' ? discount.source.coupon : null;
    if (typeof discount === 'object' && coupon && typeof coupon === 'object') return { discount, coupon };
  }
  return undefined;
}
