import { type Coupon, type Discount, type InvoiceLine, newId, type Objects, type Price } from './objects';

/** A coupon given to a subscription. Its months count from now, whether or not anything is paid yet. */
export function giveDiscount(
  objects: Objects,
  couponId: string,
  { customer, subscription, at }: { customer: string; subscription: string; at: number },
): Discount {
  const { duration, duration_in_months: months } = objects.get('coupon', couponId);
  const end = new Date(at * 1_000);
  end.setUTCMonth(end.getUTCMonth() + (months ?? 1));
  return objects.put('discount', {
    id: newId('di'),
    object: 'discount',
    created: at,
    customer,
    subscription,
    promotion_code: null,
    source: { type: 'coupon', coupon: couponId },
    start: at,
    end: duration === 'repeating' ? end.getTime() / 1_000 : null,
  });
}

/** The part that comes off at a moment. */
export function partOff(objects: Objects, discounts: readonly string[], at: number): number {
  const running = discounts
    .map((id) => objects.get('discount', id))
    .filter(({ end }) => end === null || at < end)
    .map(({ source }) => objects.get('coupon', source.coupon).percent_off);
  return running.reduce((left, percent) => left * (1 - percent / 100), 1);
}

/** What is left of the discounts after an invoice: one of a single invoice has been used. */
export function afterInvoice(objects: Objects, discounts: readonly string[]): readonly string[] {
  const couponOf = (id: string): Coupon => objects.get('coupon', objects.get('discount', id).source.coupon);
  return discounts.filter((id) => couponOf(id).duration !== 'once');
}

/** A line of an invoice; what comes off it stands beside its amount. */
export function line(
  price: Price,
  amount: number,
  period: InvoiceLine['period'],
  {
    description = 'Subscription',
    off,
  }: { description?: string; off?: { discount: string; part: number } } = {},
): InvoiceLine {
  const less = off ? amount - Math.round(amount * off.part) : 0;
  return {
    id: newId('il'),
    object: 'line_item',
    description,
    amount,
    currency: price.currency,
    period,
    pricing: {
      type: 'price_details',
      price_details: { price: price.id, product: price.product },
      unit_amount_decimal: String(price.unit_amount),
    },
    discount_amounts: off && less !== 0 ? [{ amount: less, discount: off.discount }] : [],
  };
}

export function totalOf(lines: readonly InvoiceLine[]): number {
  return lines
    .flatMap(({ amount, discount_amounts }) => [amount, ...discount_amounts.map((off) => -off.amount)])
    .reduce((sum, amount) => sum + amount, 0);
}
