import { declined, holderWanted, missing, StripeFault } from './errors';
import {
  type CreditNote,
  type Customer,
  type Invoice,
  type InvoiceLine,
  newId,
  type Objects,
  type Price,
  type Subscription,
} from './objects';

/** Stripe's names for its test cards. */
const CARDS: Readonly<Record<string, 'pays' | 'declines' | 'declines later'>> = {
  pm_card_visa: 'pays',
  pm_card_chargeDeclined: 'declines',
  pm_card_chargeCustomerFail: 'declines later',
  // Its bank asks the holder once, when it is set up; later it pays by itself.
  pm_card_threeDSecureRequired: 'pays',
  // Its bank asks every time, so that nothing can be charged while the holder is away.
  pm_card_authenticationRequired: 'declines later',
};
const ASKED_EVERY_TIME: ReadonlySet<string> = new Set(['pm_card_authenticationRequired']);
const ASKED_BY_THE_BANK: ReadonlySet<string> = new Set(['pm_card_threeDSecureRequired', ...ASKED_EVERY_TIME]);

/** Whether the card's bank wants to hear from its holder before it pays (3-D Secure). */
export function needsAuthentication(card: string): boolean {
  return ASKED_BY_THE_BANK.has(card);
}

const DAY = 86_400;
/** A change that is not paid waits for so long, but no longer than its period. */
const PENDING_SECONDS = 23 * 3_600;
/** After a failed renewal the card is tried again after so many days each; then the subscription ends. */
const RETRY_DAYS = [3, 2, 2] as const;

export type Emit = (type: string, object: object, at: number) => void;

export interface NewSubscription {
  readonly customer: string;
  readonly price: string;
  readonly trialDays: number;
  readonly coupon?: string | null;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The life of subscriptions: begun, changed, renewed when time passes, failing, ended. */
export class Subscriptions {
  constructor(
    private readonly objects: Objects,
    private readonly now: () => number,
    private readonly emit: Emit,
    private readonly origin: string,
  ) {}

  create({ customer, price: priceId, trialDays, coupon, metadata }: NewSubscription): Subscription {
    const payer = this.objects.get('customer', customer);
    const price = this.objects.get('price', priceId);
    const at = this.now();
    const id = newId('sub');
    const discount = coupon ? this.discountOf(coupon, at) : null;
    const trialEnd = trialDays > 0 ? at + trialDays * DAY : null;
    if (trialEnd === null) this.charge(payer, 'first');
    const invoice = this.invoice(
      id,
      payer,
      price.currency,
      withDiscount([line(price, trialEnd === null ? price.unit_amount : 0)], discount, at),
      {
        at,
        reason: 'subscription_create',
        paid: true,
      },
    );
    const subscription = this.objects.put('subscription', {
      id,
      object: 'subscription',
      created: at,
      customer,
      status: trialEnd === null ? 'active' : 'trialing',
      currency: price.currency,
      cancel_at_period_end: false,
      canceled_at: null,
      ended_at: null,
      cancellation_details: { reason: null },
      trial_end: trialEnd,
      billing_cycle_anchor: trialEnd ?? at,
      latest_invoice: invoice.id,
      discount,
      metadata,
      items: itemsOf(id, newId('si'), price, at, trialEnd ?? addInterval(at, price, at)),
    });
    this.emit('customer.subscription.created', subscription, at);
    this.emit('invoice.paid', invoice, at);
    return subscription;
  }

  /** Declines a card that does not pay even once, before anything is kept of it. */
  refuseUnlessPays(card: string): void {
    if (CARDS[card] === undefined || CARDS[card] === 'declines') throw declined();
  }

  setCancelAtPeriodEnd(id: string, cancel: boolean): Subscription {
    const subscription = this.living(id);
    return this.update(subscription, {
      cancel_at_period_end: cancel,
      canceled_at: cancel ? this.now() : null,
    });
  }

  /** An empty text takes an entry out, as Stripe has it. */
  describe(id: string, entries: Readonly<Record<string, string>>): Subscription {
    const subscription = this.living(id);
    const metadata = { ...subscription.metadata, ...entries };
    return this.update(subscription, {
      metadata: Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== '')),
    });
  }

  /** What a change to another price costs for the rest of the period: the unused part comes off. */
  proration(id: string, priceId: string): { readonly lines: readonly InvoiceLine[]; readonly total: number } {
    const subscription = this.living(id);
    const [item] = subscription.items.data;
    const price = this.objects.get('price', priceId);
    if (price.currency !== subscription.currency) {
      throw new StripeFault(
        400,
        'invalid_request_error',
        'The price has another currency than the subscription.',
        {
          param: 'items',
        },
      );
    }
    if (subscription.status === 'trialing') return { lines: [], total: 0 };
    const start = item.current_period_start;
    const left = Math.max(0, item.current_period_end - this.now()) / (item.current_period_end - start);
    // Another interval begins a new period now and is paid whole.
    const share = price.recurring.interval === item.price.recurring.interval ? left : 1;
    const lines = [
      line(item.price, -Math.round(item.price.unit_amount * left), 'Unused time'),
      line(price, Math.round(price.unit_amount * share), 'Remaining time'),
    ];
    return { lines, total: lines.reduce((sum, { amount }) => sum + amount, 0) };
  }

  /**
   * Changes at once. What the card does not pay by itself is refused, or, where it may wait (`pending_if_incomplete`),
   * leaves the subscription as it is until the invoice is paid on its page. A newer change takes the place of one that waits.
   */
  changePrice(id: string, priceId: string, mayWait = false): Subscription {
    const { lines, total } = this.proration(id, priceId);
    const subscription = this.withoutPending(this.living(id), this.now());
    const [item] = subscription.items.data;
    const price = this.objects.get('price', priceId);
    const payer = this.objects.get('customer', subscription.customer);
    const at = this.now();
    // The holder is away: as with a renewal, what the card has to pay now it pays by itself or not at all.
    if (total > 0 && !mayWait) this.chargeAway(payer);
    const paid = total <= 0 || this.canPay(payer, 'later');
    const isNewInterval = price.recurring.interval !== item.price.recurring.interval;
    const begins = isNewInterval && subscription.status !== 'trialing';
    const invoice =
      lines.length > 0
        ? this.invoice(id, payer, price.currency, lines, { at, reason: UPDATE, paid })
        : undefined;
    const items = itemsOf(
      id,
      item.id,
      price,
      begins ? at : item.current_period_start,
      begins ? addInterval(at, price, at) : item.current_period_end,
    );
    const changed = this.update(subscription, {
      ...(invoice && { latest_invoice: invoice.id }),
      ...(paid
        ? { ...(begins && { billing_cycle_anchor: at }), items }
        : {
            pending_update: {
              expires_at: Math.min(at + PENDING_SECONDS, item.current_period_end),
              billing_cycle_anchor: begins ? at : null,
              subscription_items: items.data,
              trial_end: null,
              trial_from_plan: null,
            },
          }),
    });
    if (invoice) this.emit(paid ? 'invoice.paid' : 'invoice.payment_failed', invoice, at);
    return changed;
  }

  /** Gives up a change that waits: its invoice is not to be paid any more. */
  private withoutPending(subscription: Subscription, at: number): Subscription {
    if (!subscription.pending_update) return subscription;
    for (const invoice of this.objects.all('invoice'))
      if (invoice.status === 'open' && isOfPending(invoice, subscription))
        this.emit('invoice.voided', this.objects.put('invoice', { ...invoice, status: 'void' }), at);
    const kept = this.update(subscription, { pending_update: null }, at);
    this.emit('customer.subscription.pending_update_expired', kept, at);
    return kept;
  }

  private applyPending(subscription: Subscription, at: number): void {
    const { pending_update: pending } = subscription;
    if (!pending) return;
    const changed = this.update(
      subscription,
      {
        pending_update: null,
        items: { ...subscription.items, data: pending.subscription_items },
        ...(pending.billing_cycle_anchor !== null && { billing_cycle_anchor: pending.billing_cycle_anchor }),
      },
      at,
    );
    this.emit('customer.subscription.pending_update_applied', changed, at);
  }

  end(
    id: string,
    reason: 'cancellation_requested' | 'payment_failed' = 'cancellation_requested',
    at = this.now(),
  ): Subscription {
    const ended = this.objects.put('subscription', {
      ...this.withoutPending(this.living(id), at),
      status: 'canceled',
      canceled_at: at,
      ended_at: at,
      cancellation_details: { reason },
    });
    this.emit('customer.subscription.deleted', ended, at);
    return ended;
  }

  /** Tries an open invoice again with the card that the customer has now. */
  pay(invoiceId: string, at = this.now()): Invoice {
    const invoice = this.objects.get('invoice', invoiceId);
    if (invoice.status !== 'open') {
      throw new StripeFault(400, 'invalid_request_error', `Invoice is already ${invoice.status}`, {
        code: 'invoice_already_paid',
      });
    }
    this.charge(this.objects.get('customer', invoice.customer), 'later');
    return this.settle(invoice, at);
  }

  /** Pays an open invoice on its page with another card, which pays from then on. Its holder is there. */
  payWith(invoiceId: string, card: string): Invoice {
    const invoice = this.objects.get('invoice', invoiceId);
    if (!this.isPayable(invoice))
      throw new StripeFault(400, 'invalid_request_error', 'This invoice is not to be paid any more.');
    this.refuseUnlessPays(card);
    this.putCard(invoice.customer, card);
    return this.settle(invoice, this.now());
  }

  private settle(invoice: Invoice, at: number): Invoice {
    const paid = this.objects.put('invoice', {
      ...invoice,
      status: 'paid',
      amount_paid: invoice.total,
      amount_remaining: 0,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: null,
    });
    this.emit('invoice.paid', paid, at);
    const subscription = this.objects.get('subscription', subscriptionOf(invoice));
    if (isOfPending(invoice, subscription)) this.applyPending(subscription, at);
    else if (subscription.status === 'past_due') this.update(subscription, { status: 'active' }, at);
    return paid;
  }

  /** Does what fell due until now, in the order in which it fell due. */
  advance(): void {
    for (;;) {
      const due = this.nextDue();
      if (!due || due.at > this.now()) return;
      due.run(due.at);
    }
  }

  private nextDue(): { readonly at: number; readonly run: (at: number) => void } | undefined {
    const periods = this.objects
      .all('subscription')
      .filter(({ status }) => status === 'active' || status === 'trialing')
      .map((subscription) => ({
        at: subscription.items.data[0].current_period_end,
        run: (at: number) => this.periodEnded(subscription, at),
      }));
    const retries = this.objects
      .all('invoice')
      .filter(({ status }) => status === 'open')
      .map((invoice) => ({
        at: invoice.next_payment_attempt ?? Number.POSITIVE_INFINITY,
        run: (at: number) => this.retry(invoice, at),
      }));
    const pending = this.objects
      .all('subscription')
      .filter(({ pending_update }) => pending_update)
      .map((subscription) => ({
        at: subscription.pending_update?.expires_at ?? Number.POSITIVE_INFINITY,
        run: (at: number) => void this.withoutPending(subscription, at),
      }));
    return [...periods, ...retries, ...pending].sort((one, other) => one.at - other.at)[0];
  }

  private periodEnded(subscription: Subscription, at: number): void {
    if (subscription.cancel_at_period_end) {
      this.end(subscription.id, 'cancellation_requested', at);
      return;
    }
    const [item] = subscription.items.data;
    const payer = this.objects.get('customer', subscription.customer);
    const paid = this.canPay(payer, 'later');
    const invoice = this.invoice(
      subscription.id,
      payer,
      subscription.currency,
      withDiscount([line(item.price, item.price.unit_amount)], subscription.discount, at),
      {
        at,
        reason: 'subscription_cycle',
        paid,
      },
    );
    this.update(
      subscription,
      {
        status: paid ? 'active' : 'past_due',
        latest_invoice: invoice.id,
        items: itemsOf(
          subscription.id,
          item.id,
          item.price,
          at,
          addInterval(at, item.price, subscription.billing_cycle_anchor),
        ),
      },
      at,
    );
    this.emit(paid ? 'invoice.paid' : 'invoice.payment_failed', invoice, at);
  }

  private retry(invoice: Invoice, at: number): void {
    if (this.canPay(this.objects.get('customer', invoice.customer), 'later')) {
      this.pay(invoice.id, at);
      return;
    }
    const days = RETRY_DAYS[invoice.attempt_count];
    const failed = this.objects.put('invoice', {
      ...invoice,
      attempt_count: invoice.attempt_count + 1,
      next_payment_attempt: days === undefined ? null : at + days * DAY,
    });
    this.emit('invoice.payment_failed', failed, at);
    if (days === undefined) this.end(subscriptionOf(failed), 'payment_failed', at);
  }

  /** With a new card what is owed is tried again at once. */
  changeCard(customerId: string, card: string): void {
    this.refuseUnlessPays(card);
    this.putCard(customerId, card);
    for (const invoice of this.objects.all('invoice'))
      if (invoice.customer === customerId && this.isPayable(invoice)) this.pay(invoice.id);
  }

  private putCard(customerId: string, card: string): void {
    const customer = this.objects.get('customer', customerId);
    this.objects.put('customer', { ...customer, invoice_settings: { default_payment_method: card } });
  }

  /** What is owed for a subscription that still runs: what has ended does not come back by a payment. */
  isPayable(invoice: Invoice): boolean {
    return (
      invoice.status === 'open' &&
      this.objects.get('subscription', subscriptionOf(invoice)).status !== 'canceled'
    );
  }

  /** Gives back of what was paid for an invoice, by a credit note. */
  credit(
    invoiceId: string,
    amount: number,
    { reason, metadata }: Pick<CreditNote, 'reason' | 'metadata'>,
  ): CreditNote {
    const invoice = this.objects.get('invoice', invoiceId);
    const left = invoice.amount_paid - invoice.post_payment_credit_notes_amount;
    if (invoice.status !== 'paid' || amount < 1 || amount > left) {
      throw new StripeFault(
        400,
        'invalid_request_error',
        `The credit note amount is greater than what is left of the invoice, ${left}.`,
        { param: 'amount' },
      );
    }
    const at = this.now();
    const credited = this.objects.put('invoice', {
      ...invoice,
      post_payment_credit_notes_amount: invoice.post_payment_credit_notes_amount + amount,
    });
    const note = this.objects.put('credit_note', {
      id: newId('cn'),
      object: 'credit_note',
      created: at,
      customer: invoice.customer,
      invoice: invoice.id,
      number: `${invoice.number}-CN-${newId('cn').slice(-4).toUpperCase()}`,
      amount,
      total: amount,
      currency: invoice.currency,
      reason,
      metadata,
      status: 'issued',
      type: 'post_payment',
      refunds: [{ amount_refunded: amount, refund: newId('re') }],
    });
    this.emit('credit_note.created', note, at);
    this.emit('invoice.updated', credited, at);
    return note;
  }

  private discountOf(couponId: string, at: number): NonNullable<Subscription['discount']> {
    const { percent_off, duration, duration_in_months } = this.objects.get('coupon', couponId);
    // A discount of one invoice ends before the next.
    const months = duration === 'repeating' ? (duration_in_months ?? 1) : duration === 'once' ? 0 : null;
    const end = new Date(at * 1000);
    if (months !== null) end.setUTCMonth(end.getUTCMonth() + months);
    return { percent_off, end: months === null ? null : Math.floor(end.getTime() / 1000) };
  }

  private update(subscription: Subscription, change: Partial<Subscription>, at = this.now()): Subscription {
    const updated = this.objects.put('subscription', { ...subscription, ...change });
    this.emit('customer.subscription.updated', updated, at);
    return updated;
  }

  private living(id: string): Subscription {
    const subscription = this.objects.get('subscription', id);
    if (subscription.status === 'canceled') {
      throw new StripeFault(
        400,
        'invalid_request_error',
        'A canceled subscription can only update its metadata.',
      );
    }
    return subscription;
  }

  private canPay({ invoice_settings }: Customer, when: 'first' | 'later'): boolean {
    const kind = CARDS[invoice_settings.default_payment_method ?? ''];
    return kind === 'pays' || (kind === 'declines later' && when === 'first');
  }

  private charge(payer: Customer, when: 'first' | 'later'): void {
    if (payer.invoice_settings.default_payment_method === null) throw missing('default_payment_method');
    if (!this.canPay(payer, when)) throw declined();
  }

  private chargeAway(payer: Customer): void {
    if (ASKED_EVERY_TIME.has(payer.invoice_settings.default_payment_method ?? '')) throw holderWanted();
    this.charge(payer, 'later');
  }

  private invoice(
    subscription: string,
    payer: Customer,
    currency: string,
    lines: readonly InvoiceLine[],
    { at, reason, paid }: { readonly at: number; readonly reason: string; readonly paid: boolean },
  ): Invoice {
    const total = lines.reduce((sum, { amount }) => sum + amount, 0);
    const due = Math.max(0, total);
    const id = newId('in');
    return this.objects.put('invoice', {
      id,
      hosted_invoice_url: `${this.origin}/invoices/${id}`,
      invoice_pdf: `${this.origin}/invoices/${id}/pdf`,
      object: 'invoice',
      created: at,
      customer: payer.id,
      status: paid ? 'paid' : 'open',
      currency,
      total,
      amount_due: due,
      amount_paid: paid ? due : 0,
      amount_remaining: paid ? 0 : due,
      post_payment_credit_notes_amount: 0,
      attempt_count: 1,
      // What a change costs nobody tries again: it waits to be paid on its page.
      next_payment_attempt: paid || reason === UPDATE ? null : at + RETRY_DAYS[0] * DAY,
      billing_reason: reason,
      number: `LOCAL-${String(this.objects.all('invoice').length + 1).padStart(4, '0')}`,
      lines: { object: 'list', has_more: false, data: lines },
      parent: { type: 'subscription_details', subscription_details: { subscription } },
    });
  }
}

const UPDATE = 'subscription_update';

function isOfPending(invoice: Invoice, { id, pending_update }: Subscription): boolean {
  return !!pending_update && invoice.billing_reason === UPDATE && subscriptionOf(invoice) === id;
}

function subscriptionOf({ parent }: Invoice): string {
  return parent.subscription_details.subscription;
}

function withDiscount(
  lines: readonly InvoiceLine[],
  discount: Subscription['discount'],
  at: number,
): readonly InvoiceLine[] {
  const [first] = lines;
  if (!discount || !first || (discount.end !== null && at > discount.end)) return lines;
  const total = lines.reduce((sum, { amount }) => sum + amount, 0);
  const off = -Math.round((total * discount.percent_off) / 100);
  return off === 0
    ? lines
    : [...lines, { ...first, id: newId('il'), description: `${discount.percent_off}% off`, amount: off }];
}

function line(price: Price, amount: number, description = 'Subscription'): InvoiceLine {
  return { id: newId('il'), object: 'line_item', description, amount, currency: price.currency };
}

function itemsOf(
  subscription: string,
  id: string,
  price: Price,
  start: number,
  end: number,
): Subscription['items'] {
  return {
    object: 'list',
    has_more: false,
    data: [
      {
        id,
        object: 'subscription_item',
        subscription,
        quantity: 1,
        price,
        current_period_start: start,
        current_period_end: end,
      },
    ],
  };
}

/** The anchor's day in the next month or year; in a month that is shorter, its last day. */
function addInterval(at: number, price: Price, anchor: number): number {
  const date = new Date(at * 1000);
  const day = new Date(anchor * 1000).getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + (price.recurring.interval === 'year' ? 12 : 1));
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, days));
  return Math.floor(date.getTime() / 1000);
}
