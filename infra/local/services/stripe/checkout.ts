import { attach, cardOf, needsAuthentication, pays } from './cards';
import { declined, missing, StripeFault, unauthenticated } from './errors';
import { list, map, type Params, text, texts } from './form';
import { assertActive, type CheckoutSession, newId, type Objects } from './objects';
import type { Emit, Subscriptions } from './subscriptions';

const OPEN_SECONDS = 86_400;

export function couponOf(params: Params): string | null {
  const [discount] = list(params, 'discounts');
  return (typeof discount === 'object' && !Array.isArray(discount) && text(discount, 'coupon')) || null;
}

/** Checkout sessions for subscriptions: made by the API, completed on a hosted page. */
export class Checkout {
  constructor(
    private readonly objects: Objects,
    private readonly subscriptions: Subscriptions,
    private readonly parts: { readonly now: () => number; readonly emit: Emit; readonly origin: string },
  ) {}

  create(params: Params): CheckoutSession {
    const [item] = list(params, 'line_items');
    const price = typeof item === 'object' && !Array.isArray(item) ? text(item, 'price') : undefined;
    const success = text(params, 'success_url');
    if (price === undefined) throw missing('line_items');
    if (success === undefined) throw missing('success_url');
    if (text(params, 'mode') !== 'subscription') throw missing('mode');
    assertActive(this.objects.get('price', price));
    const customer = text(params, 'customer');
    if (customer !== undefined) this.objects.get('customer', customer);
    const coupon = couponOf(params);
    if (coupon !== null) this.objects.get('coupon', coupon);
    const details = map(params, 'subscription_data');
    const id = newId('cs_test');
    return this.objects.put('checkout.session', {
      id,
      object: 'checkout.session',
      created: this.parts.now(),
      expires_at: this.parts.now() + OPEN_SECONDS,
      mode: 'subscription',
      status: 'open',
      payment_status: 'unpaid',
      url: `${this.parts.origin}/checkout/${id}`,
      success_url: success,
      cancel_url: text(params, 'cancel_url') ?? null,
      customer: customer ?? null,
      customer_email: text(params, 'customer_email') ?? null,
      client_reference_id: text(params, 'client_reference_id') ?? null,
      subscription: null,
      metadata: texts(params, 'metadata'),
      ordered: {
        price,
        trialDays: Number(text(details, 'trial_period_days') ?? 0),
        coupon: couponOf(params),
        metadata: texts(details, 'metadata'),
      },
    });
  }

  /** The session as it is now: one that was left open too long has expired. */
  get(id: string): CheckoutSession {
    const session = this.objects.get('checkout.session', id);
    const isLate = session.status === 'open' && session.expires_at <= this.parts.now();
    return isLate ? { ...session, status: 'expired', url: null } : session;
  }

  all(): readonly CheckoutSession[] {
    return this.objects.all('checkout.session').map(({ id }) => this.get(id));
  }

  /** Closes the page: nobody pays there any more. */
  expire(id: string): CheckoutSession {
    const session = this.get(id);
    if (session.status !== 'open')
      throw new StripeFault(400, 'invalid_request_error', `This Checkout Session is ${session.status}.`);
    return this.objects.put('checkout.session', { ...session, status: 'expired', url: null });
  }

  /**
   * Pays with a card number. A declined card leaves the session open, and so does one whose bank was asked and did not
   * say yes.
   */
  pay(id: string, number: string, isAuthenticated = false): CheckoutSession {
    const session = this.get(id);
    if (session.status !== 'open') {
      throw new StripeFault(400, 'invalid_request_error', `This Checkout Session is ${session.status}.`);
    }
    const card = cardOf(number);
    attach(card);
    if (needsAuthentication(card) && !isAuthenticated) throw unauthenticated();
    // A trial begins with a card that is only kept; what it pays shows when it is charged.
    if (session.ordered.trialDays === 0 && !pays(card, 'there')) throw declined();
    const at = this.parts.now();
    const former = session.customer === null ? undefined : this.objects.get('customer', session.customer);
    const customer = this.objects.put('customer', {
      id: newId('cus'),
      object: 'customer',
      created: at,
      email: session.customer_email,
      metadata: {},
      balance: 0,
      ...former,
      invoice_settings: { default_payment_method: card },
    });
    const { id: subscription } = this.subscriptions.create({ ...session.ordered, customer: customer.id });
    const complete = this.objects.put('checkout.session', {
      ...session,
      status: 'complete',
      payment_status: session.ordered.trialDays > 0 ? 'no_payment_required' : 'paid',
      customer: customer.id,
      subscription,
      url: null,
    });
    const { ordered: _, ...told } = complete;
    this.parts.emit('checkout.session.completed', told, at);
    return complete;
  }
}
