import type { HttpResponse } from '../../http';
import type { StripeService } from '../../services/stripe/service';
import { html } from '../html';
import { CARD_FIELD, date, money, paymentPage } from './frame';

/** Where a customer changes their card, ends their subscription and finds their invoices. */
export function portalPage(stripe: StripeService, id: string, problem?: string): HttpResponse {
  const { customer, return_url } = stripe.objects.get('billing_portal.session', id);
  const subscription = stripe.objects.all('subscription').find((one) => one.customer === customer);
  const invoices = stripe.objects.all('invoice').filter((one) => one.customer === customer);
  const [item] = subscription?.items.data ?? [];
  const ends =
    subscription?.cancel_at ?? (subscription?.cancel_at_period_end ? item?.current_period_end : null);
  const { balance } = stripe.objects.get('customer', customer);
  const product = item && stripe.objects.get('product', item.price.product);
  return paymentPage(
    'Billing',
    html`${
      subscription && item && product
        ? html`<p>${product.name}: ${money(item.price.unit_amount, item.price.currency)} per ${item.price.recurring.interval}, ${subscription.status}${ends ? `, ends on ${date(ends)}` : `, renews on ${date(item.current_period_end)}`}</p>`
        : html`<p>No subscription.</p>`
    }
  ${balance < 0 && item && html`<p>Credit: ${money(-balance, item.price.currency)}</p>`}
  ${problem !== undefined && html`<p id="problem" role="alert">${problem}</p>`}
  ${
    subscription &&
    subscription.status !== 'canceled' &&
    html`<form method="post">
    <button name="cancel" value="${ends ? 'no' : 'yes'}">${ends ? 'Keep subscription' : 'Cancel subscription'}</button>
  </form>`
  }
  <form method="post">
    ${CARD_FIELD}
    <button>Save card</button>
  </form>
  <h2>Invoices</h2>
  <table>
    ${invoices.map(
      (
        invoice,
      ) => html`<tr><td><a href="${invoice.hosted_invoice_url}">${invoice.number}</a></td><td>${date(invoice.created)}</td>
      <td>${money(invoice.total, invoice.currency)}</td><td>${invoice.status}</td></tr>`,
    )}
  </table>
  ${return_url !== null && html`<a href="${return_url}">Back to Parley</a>`}`,
  );
}
