import { asksEveryTime, attach, pays } from './cards';
import { afterInvoice, giveDiscount, line, partOff, totalOf } from './discounts';
import { declined, holderWanted, missing, StripeFault } from './errors';
import {
  assertActive,
  type CreditNote,
  type Customer,
  type Invoice,
  type InvoiceLine,
  newId,
  type Objects,
  type Price,
  type Subscription,
} from './objects';

const DAY = 86_400;
/** A change that is not paid waits for so long, but no longer than its period. */
const PENDING_SECONDS = 23 * 3_600;
/** After a failed renewal the card is tried again after so many days each; then the subscription ends. */
const RETRY_DAYS = [3, 2, 2] as const;
/** The end of a trial is announced so long before. */
const ANNOUNCED_SECONDS = 3 * DAY;

export type Emit = (type: string, object: object, at: number, previous?: object) => void;

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
    assertActive(price);
    const discounts = coupon
      ? [giveDiscount(this.objects, coupon, { customer, subscription: id, at }).id]
      : [];
    const trialEnd = trialDays > 0 ? at + trialDays * DAY : null;
    const end = trialEnd ?? addInterval(at, price, at);
    this.objects.put('customer', { ...payer, currency: price.currency });
    if (trialEnd === null) this.charge(payer, 'there');
    const invoice = this.invoice(
      id,
      payer,
      price.currency,
      [this.periodOf(price, trialEnd === null ? price.unit_amount : 0, discounts, at, end)],
      { at, reason: 'subscription_create', canPay: true },
    );
    const subscription = this.objects.put('subscription', {
      id,
      object: 'subscription',
      created: at,
      customer,
      status: trialEnd === null ? 'active' : 'trialing',
      currency: price.currency,
      cancel_at_period_end: false,
      cancel_at: null,
      billing_mode: { type: 'flexible' },
      canceled_at: null,
      ended_at: null,
      cancellation_details: { reason: null },
      trial_end: trialEnd,
      billing_cycle_anchor: trialEnd ?? at,
      latest_invoice: invoice.id,
      discounts: trialEnd === null ? afterInvoice(this.objects, discounts) : discounts,
      metadata,
      items: itemsOf(id, newId('si'), price, at, end),
    });
    this.emit('customer.subscription.created', subscription, at);
    this.emit('invoice.paid', invoice, at);
    return subscription;
  }

  /** Each of the two ends it, and is taken back by itself: Stripe's own page sets a moment, calls mostly the period's end. */
  setEnding(
    id: string,
    ending: { readonly cancel_at: number | null } | { readonly cancel_at_period_end: boolean },
  ): Subscription {
    const subscription = { ...this.living(id), ...ending };
    const ends = subscription.cancel_at !== null || subscription.cancel_at_period_end;
    return this.update(this.living(id), { ...ending, canceled_at: ends ? this.now() : null });
  }

  /** Takes the place of the discounts that there are, and begins now. */
  discount(id: string, coupon: string): Subscription {
    const subscription = this.living(id);
    const { id: given } = giveDiscount(this.objects, coupon, {
      customer: subscription.customer,
      subscription: id,
      at: this.now(),
    });
    return this.update(subscription, { discounts: [given] });
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
    // Discounts are part of the amounts of both, as flexible billing has it (`proration_discounts: included`).
    const part = partOff(this.objects, subscription.discounts, this.now());
    const now = this.now();
    const end = item.current_period_end;
    const until = share === left ? end : addInterval(now, price, now);
    const lines = [
      line(
        item.price,
        -Math.round(item.price.unit_amount * left * part),
        { start: now, end },
        { description: 'Unused time' },
      ),
      line(
        price,
        Math.round(price.unit_amount * share * part),
        { start: now, end: until },
        { description: 'Remaining time' },
      ),
    ];
    return { lines, total: totalOf(lines) };
  }

  /** What is due next, if nothing changes. */
  upcoming(id: string): { readonly lines: readonly InvoiceLine[]; readonly total: number } {
    const { items, discounts } = this.living(id);
    const [{ price, current_period_end: at }] = items.data;
    const lines = [this.periodOf(price, price.unit_amount, discounts, at, addInterval(at, price, at))];
    return { lines, total: totalOf(lines) };
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
    assertActive(price);
    // The holder is away: as with a renewal, what the card has to pay now it pays by itself or not at all.
    if (total > 0 && !mayWait) this.chargeAway(payer);
    const isNewInterval = price.recurring.interval !== item.price.recurring.interval;
    const begins = isNewInterval && subscription.status !== 'trialing';
    const invoice =
      lines.length > 0
        ? this.invoice(id, payer, price.currency, lines, {
            at,
            reason: UPDATE,
            canPay: this.canPay(payer, 'away'),
          })
        : undefined;
    const paid = invoice?.status !== 'open';
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
      if (invoice.status === 'open' && isOfPending(invoice, subscription)) this.void(invoice, at);
    const kept = this.update(subscription, { pending_update: null }, at);
    this.emit('customer.subscription.pending_update_expired', kept, at);
    return kept;
  }

  /** What it took of the customer's credit comes back. */
  private void(invoice: Invoice, at: number): void {
    const customer = this.objects.get('customer', invoice.customer);
    const balance = customer.balance + invoice.starting_balance - invoice.ending_balance;
    this.objects.put('customer', { ...customer, balance });
    this.emit('invoice.voided', this.objects.put('invoice', { ...invoice, status: 'void' }), at);
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
    this.charge(this.objects.get('customer', invoice.customer), 'away');
    return this.settle(invoice, at);
  }

  /** Pays an open invoice on its page with another card, which pays from then on. Its holder is there. */
  payWith(invoiceId: string, card: string): Invoice {
    const invoice = this.objects.get('invoice', invoiceId);
    if (!this.isPayable(invoice))
      throw new StripeFault(400, 'invalid_request_error', 'This invoice is not to be paid any more.');
    attach(card);
    if (!pays(card, 'there')) throw declined();
    this.putCard(invoice.customer, card);
    return this.settle(invoice, this.now());
  }

  private settle(invoice: Invoice, at: number): Invoice {
    const paid = this.objects.put('invoice', {
      ...invoice,
      status: 'paid',
      amount_paid: invoice.amount_due,
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
    const endings = this.objects
      .all('subscription')
      .filter(({ status, cancel_at }) => status !== 'canceled' && cancel_at !== null)
      .map(({ id, cancel_at }) => ({
        at: cancel_at ?? Number.POSITIVE_INFINITY,
        run: (at: number) => void this.end(id, 'cancellation_requested', at),
      }));
    const announcements = this.objects
      .all('subscription')
      .filter(({ id, status }) => status === 'trialing' && !this.objects.has('trial_announcement', id))
      .map((subscription) => ({
        at: (subscription.trial_end ?? Number.POSITIVE_INFINITY) - ANNOUNCED_SECONDS,
        run: (at: number) => this.announceEnd(subscription, at),
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
    // What ends at the moment of a renewal is not renewed.
    return [...endings, ...announcements, ...periods, ...retries, ...pending].sort(
      (one, other) => one.at - other.at,
    )[0];
  }

  private announceEnd(subscription: Subscription, at: number): void {
    const { id } = subscription;
    this.objects.put('trial_announcement', { id, object: 'trial_announcement', created: at });
    this.emit('customer.subscription.trial_will_end', subscription, at);
  }

  private periodEnded(subscription: Subscription, at: number): void {
    if (subscription.cancel_at_period_end) {
      this.end(subscription.id, 'cancellation_requested', at);
      return;
    }
    const [item] = subscription.items.data;
    const payer = this.objects.get('customer', subscription.customer);
    const { discounts } = subscription;
    const end = addInterval(at, item.price, subscription.billing_cycle_anchor);
    const invoice = this.invoice(
      subscription.id,
      payer,
      subscription.currency,
      [this.periodOf(item.price, item.price.unit_amount, discounts, at, end)],
      { at, reason: 'subscription_cycle', canPay: this.canPay(payer, 'away') },
    );
    const paid = invoice.status === 'paid';
    this.update(
      subscription,
      {
        status: paid ? 'active' : 'past_due',
        latest_invoice: invoice.id,
        discounts: afterInvoice(this.objects, discounts),
        items: itemsOf(subscription.id, item.id, item.price, at, end),
      },
      at,
    );
    this.emit(paid ? 'invoice.paid' : 'invoice.payment_failed', invoice, at);
  }

  private retry(invoice: Invoice, at: number): void {
    if (this.canPay(this.objects.get('customer', invoice.customer), 'away')) {
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
    attach(card);
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

  private periodOf(
    price: Price,
    amount: number,
    discounts: readonly string[],
    at: number,
    end: number,
  ): InvoiceLine {
    const [discount] = discounts;
    const off =
      discount === undefined ? {} : { off: { discount, part: partOff(this.objects, discounts, at) } };
    return line(price, amount, { start: at, end }, off);
  }

  private update(subscription: Subscription, change: Partial<Subscription>, at = this.now()): Subscription {
    const updated = this.objects.put('subscription', { ...subscription, ...change });
    const previous = Object.entries(subscription).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(updated[name as keyof Subscription]),
    );
    this.emit('customer.subscription.updated', updated, at, Object.fromEntries(previous));
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

  private canPay({ invoice_settings }: Customer, holder: 'there' | 'away'): boolean {
    return pays(invoice_settings.default_payment_method, holder);
  }

  private charge(payer: Customer, holder: 'there' | 'away'): void {
    if (payer.invoice_settings.default_payment_method === null) throw missing('default_payment_method');
    if (!this.canPay(payer, holder)) throw declined();
  }

  private chargeAway(payer: Customer): void {
    if (asksEveryTime(payer.invoice_settings.default_payment_method ?? '')) throw holderWanted();
    this.charge(payer, 'away');
  }

  private invoice(
    subscription: string,
    payer: Customer,
    currency: string,
    lines: readonly InvoiceLine[],
    { at, reason, canPay }: { readonly at: number; readonly reason: string; readonly canPay: boolean },
  ): Invoice {
    const total = totalOf(lines);
    // Credit pays first; what an invoice gives back becomes credit.
    const { balance } = this.objects.get('customer', payer.id);
    const due = Math.max(0, total + Math.min(0, balance));
    const ending = balance + (total - due);
    this.objects.put('customer', { ...this.objects.get('customer', payer.id), balance: ending });
    const paid = due === 0 || canPay;
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
      starting_balance: balance,
      ending_balance: ending,
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
