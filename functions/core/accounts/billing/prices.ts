import type { BillingInterval, Currency, PaidPlan, Price } from '#contract/accounts/billing';
import { ANNUAL_DISCOUNT, PLAN_NAMES, PLANS } from '#contract/accounts/plans';
import { isMissing, type Stripe } from '#platform/payments';
import { makeCoupon } from './early-adopter';

const PAID: readonly PaidPlan[] = ['starter', 'professional', 'enterprise'];
const INTERVALS: readonly BillingInterval[] = ['month', 'year'];
const CURRENCIES: readonly Currency[] = ['usd', 'eur'];

const KEPT_MILLISECONDS = 5 * 60_000;
let known: { readonly prices: readonly Price[]; readonly until: number } | undefined;

/** What can be subscribed to. Makes the prices that are not there yet, so that a new Stripe account needs no step. */
export async function pricesOf(stripe: Stripe): Promise<readonly Price[]> {
  if (known && known.until > Date.now()) return known.prices;
  let prices = await listPrices(stripe);
  if (prices.length < ALL.length) {
    await makePrices(stripe);
    prices = await listPrices(stripe);
  }
  known = { prices, until: Date.now() + KEPT_MILLISECONDS };
  return prices;
}

/** Makes products, prices and the early adopters' coupon, each once. A price that has changed takes the former's place. */
export async function makePrices(stripe: Stripe): Promise<readonly string[]> {
  const made: string[] = [];
  const existing = new Map(
    (await stripe.prices.list({ lookup_keys: ALL.map(keyOf), limit: 100 })).data.map((price) => [
      price.lookup_key,
      price,
    ]),
  );
  for (const plan of PAID) {
    const id = productOf(plan);
    await once(
      () => stripe.products.retrieve(id),
      () => stripe.products.create({ id, name: `Parley ${PLAN_NAMES[plan]}`, metadata: { plan } }),
    );
  }
  for (const offer of ALL) {
    const lookupKey = keyOf(offer);
    if (existing.get(lookupKey)?.unit_amount === amountOf(offer)) continue;
    await stripe.prices.create({
      product: productOf(offer.plan),
      currency: offer.currency,
      unit_amount: amountOf(offer),
      recurring: { interval: offer.interval },
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      tax_behavior: 'exclusive',
      metadata: { plan: offer.plan },
    });
    made.push(lookupKey);
  }
  await makeCoupon(stripe);
  return made;
}

type Offer = Pick<Price, 'plan' | 'interval' | 'currency'>;

const ALL: readonly Offer[] = PAID.flatMap((plan) =>
  INTERVALS.flatMap((interval) => CURRENCIES.map((currency) => ({ plan, interval, currency }))),
);

function keyOf({ plan, interval, currency }: Offer): string {
  return `parley_${plan}_${interval}_${currency}`;
}

/** Cents of one interval: the same figure in both currencies. */
export function amountOf({ plan, interval }: Pick<Offer, 'plan' | 'interval'>): number {
  const month = PLANS[plan].price * 100;
  return interval === 'month' ? month : Math.round(month * 12 * (1 - ANNUAL_DISCOUNT));
}

function productOf(plan: PaidPlan): string {
  return `parley_${plan}`;
}

/** The plan that is sold as a product; null of what somebody sells by hand at Stripe. */
export function planOfProduct(product: string | undefined): PaidPlan | null {
  return PAID.find((plan) => productOf(plan) === product) ?? null;
}

async function listPrices(stripe: Stripe): Promise<Price[]> {
  const { data } = await stripe.prices.list({ lookup_keys: ALL.map(keyOf), active: true, limit: 100 });
  return ALL.flatMap((offer) => {
    const found = data.find(({ lookup_key }) => lookup_key === keyOf(offer));
    return found ? [{ ...offer, id: found.id, amount: found.unit_amount ?? 0 }] : [];
  });
}

async function once<FOUND>(find: () => Promise<FOUND>, make: () => Promise<FOUND>): Promise<void> {
  try {
    await find();
  } catch (error) {
    if (!isMissing(error)) throw error;
    await make();
  }
}
