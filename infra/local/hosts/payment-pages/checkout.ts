import { type HttpResponse, textResponse } from '../../http';
import type { StripeService } from '../../services/stripe/service';
import { html } from '../html';
import { CARD_FIELD, money, paymentPage } from './frame';

export function checkoutPage(stripe: StripeService, id: string, problem?: string): HttpResponse {
  const { status, cancel_url, ordered } = stripe.checkout.get(id);
  if (status !== 'open') return textResponse(410, `This checkout is ${status}.`);
  const price = stripe.objects.get('price', ordered.price);
  const product = stripe.objects.get('product', price.product);
  const coupon = ordered.coupon === null ? null : stripe.objects.get('coupon', ordered.coupon);
  return paymentPage(
    `Subscribe to ${product.name}`,
    html`<p>${money(price.unit_amount, price.currency)} per ${price.recurring.interval}${ordered.trialDays > 0 && ` after ${ordered.trialDays} days free`}${coupon !== null && `, ${coupon.percent_off}% off`}</p>
  ${problem !== undefined && html`<p id="problem" role="alert">${problem}</p>`}
  <form method="post">
    ${CARD_FIELD}
    <button>Subscribe</button>
  </form>
  ${cancel_url !== null && html`<a href="${cancel_url}">Back</a>`}`,
  );
}
