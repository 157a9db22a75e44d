import { type HttpRequest, type HttpResponse, header, textResponse } from '../http';
import { cardOf, needsAuthentication } from '../services/stripe/cards';
import { StripeFault, unauthenticated } from '../services/stripe/errors';
import type { StripeService } from '../services/stripe/service';
import { notFound } from './html';
import { bankPage } from './payment-pages/bank';
import { checkoutPage } from './payment-pages/checkout';
import { invoicePage, invoicePdf } from './payment-pages/invoice';
import { portalPage } from './payment-pages/portal';

/** What stripe.localhost answers: its API under /v1, and the pages on which people pay. */
export function paymentsSite(stripe: StripeService): (request: HttpRequest) => Promise<HttpResponse> {
  return async (request) => {
    if (request.path.startsWith('/v1/')) return stripe.handle(request);
    const [, page, id = '', rest] =
      /^\/(checkout|portal|invoices)\/([a-z_]+_[0-9a-f]+)(\/pdf)?$/.exec(request.path) ?? [];
    // A page of another origin can post a form here, too.
    const isOwn = header(request.headers, 'origin') === `http://${header(request.headers, 'host')}`;
    if (page === undefined || (request.method !== 'GET' && !(request.method === 'POST' && isOwn)))
      return notFound();
    const form = request.method === 'POST' ? new URLSearchParams(request.body.toString('utf8')) : null;
    try {
      if (page === 'checkout') return form ? pay(stripe, id, form) : checkoutPage(stripe, id);
      if (page === 'portal') return form ? manage(stripe, id, form) : portalPage(stripe, id);
      if (form && !rest) return payInvoice(stripe, id, form);
      return rest ? await invoicePdf(stripe, id) : invoicePage(stripe, id);
    } catch (error) {
      if (error instanceof StripeFault) return textResponse(error.status, error.message);
      throw error;
    }
  };
}

function pay(stripe: StripeService, id: string, form: URLSearchParams): HttpResponse {
  try {
    const number = form.get('card') ?? '';
    const answer = form.get('authentication');
    if (needsAuthentication(cardOf(number)) && answer === null) return bankPage(number);
    const { success_url } = stripe.checkout.pay(id, number, answer === 'complete');
    return seeOther(success_url.replace('{CHECKOUT_SESSION_ID}', id));
  } catch (error) {
    if (error instanceof StripeFault && error.type === 'card_error')
      return checkoutPage(stripe, id, error.message);
    throw error;
  }
}

function manage(stripe: StripeService, id: string, form: URLSearchParams): HttpResponse {
  const { customer } = stripe.objects.get('billing_portal.session', id);
  try {
    const number = form.get('card');
    if (number !== null) {
      const card = heardOf(number, form);
      if (card === null) return bankPage(number);
      stripe.subscriptions.changeCard(customer, card);
    }
    const own = stripe.objects.all('subscription').find((one) => one.customer === customer);
    // As Stripe's page does since subscriptions are in flexible billing mode.
    if (form.get('cancel') === 'yes' && own)
      stripe.subscriptions.setEnding(own.id, { cancel_at: own.items.data[0].current_period_end });
    if (form.get('cancel') === 'no' && own) {
      stripe.subscriptions.setEnding(own.id, { cancel_at: null });
      stripe.subscriptions.setEnding(own.id, { cancel_at_period_end: false });
    }
    return seeOther(`/portal/${id}`);
  } catch (error) {
    if (error instanceof StripeFault && error.type === 'card_error')
      return portalPage(stripe, id, error.message);
    throw error;
  }
}

function payInvoice(stripe: StripeService, id: string, form: URLSearchParams): HttpResponse {
  try {
    const number = form.get('card') ?? '';
    const card = heardOf(number, form);
    if (card === null) return bankPage(number);
    stripe.subscriptions.payWith(id, card);
    return seeOther(`/invoices/${id}`);
  } catch (error) {
    if (error instanceof StripeFault && error.type === 'card_error')
      return invoicePage(stripe, id, error.message);
    throw error;
  }
}

/** The card of a form, after its bank has said yes where it wants to be asked. Null: it is to be asked first. */
function heardOf(number: string, form: URLSearchParams): string | null {
  const [card, answer] = [cardOf(number), form.get('authentication')];
  if (!needsAuthentication(card)) return card;
  if (answer === null) return null;
  if (answer !== 'complete') throw unauthenticated();
  return card;
}

function seeOther(location: string): HttpResponse {
  return { status: 303, headers: [['location', location]], body: Buffer.alloc(0) };
}
