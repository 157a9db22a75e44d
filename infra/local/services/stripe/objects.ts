import { randomBytes } from 'node:crypto';
import type { Records } from '../../runtime/records';
import { StripeFault, unknownObject } from './errors';

export interface Base {
  readonly id: string;
  readonly object: string;
  readonly created: number;
}

export interface Customer extends Base {
  readonly email: string | null;
  readonly name?: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly invoice_settings: { readonly default_payment_method: string | null };
  /** None of a customer from before there were such. */
  readonly address?: Readonly<Record<string, string | null>> | null;
  /** Of its first subscription. */
  readonly currency?: string | null;
  /** Cents; negative is credit, which pays the next invoices. */
  readonly balance: number;
}

export interface Product extends Base {
  readonly name: string;
  readonly active: boolean;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface Price extends Base {
  readonly active: boolean;
  readonly product: string;
  readonly currency: string;
  readonly unit_amount: number;
  readonly lookup_key: string | null;
  readonly recurring: { readonly interval: 'month' | 'year'; readonly interval_count: 1 };
  readonly type: 'recurring';
  readonly metadata: Readonly<Record<string, string>>;
}

export type SubscriptionStatus = 'trialing' | 'active' | 'past_due' | 'canceled';

export interface Subscription extends Base {
  readonly customer: string;
  readonly status: SubscriptionStatus;
  readonly currency: string;
  readonly cancel_at_period_end: boolean;
  readonly cancel_at: number | null;
  readonly billing_mode: { readonly type: 'flexible' };
  readonly canceled_at: number | null;
  readonly ended_at: number | null;
  readonly cancellation_details: { readonly reason: 'cancellation_requested' | 'payment_failed' | null };
  readonly trial_end: number | null;
  /** The moment whose day of the month begins every period. */
  readonly billing_cycle_anchor: number;
  readonly latest_invoice: string | null;
  /** A change that waits for its invoice to be paid; none of a subscription from before there were such. */
  readonly pending_update?: {
    readonly expires_at: number;
    readonly billing_cycle_anchor: number | null;
    readonly subscription_items: Subscription['items']['data'];
    readonly trial_end: null;
    readonly trial_from_plan: null;
  } | null;
  readonly discounts: readonly string[];
  readonly metadata: Readonly<Record<string, string>>;
  readonly items: {
    readonly object: 'list';
    readonly has_more: false;
    readonly data: readonly [
      {
        readonly id: string;
        readonly object: 'subscription_item';
        readonly subscription: string;
        readonly quantity: 1;
        readonly price: Price;
        readonly current_period_start: number;
        readonly current_period_end: number;
      },
    ];
  };
}

export interface InvoiceLine {
  readonly id: string;
  readonly object: 'line_item';
  readonly description: string;
  readonly amount: number;
  readonly currency: string;
  readonly period: { readonly start: number; readonly end: number };
  readonly pricing: {
    readonly type: 'price_details';
    readonly price_details: { readonly price: string; readonly product: string };
    readonly unit_amount_decimal: string;
  };
  readonly discount_amounts: readonly { readonly amount: number; readonly discount: string }[];
}

/** Of a subscription: what comes off its invoices, and until when. */
export interface Discount extends Base {
  readonly customer: string;
  readonly subscription: string;
  readonly promotion_code: null;
  readonly source: { readonly type: 'coupon'; readonly coupon: string };
  readonly start: number;
  readonly end: number | null;
}

export interface Invoice extends Base {
  readonly customer: string;
  readonly status: 'open' | 'paid' | 'void';
  readonly currency: string;
  readonly total: number;
  readonly amount_due: number;
  readonly amount_paid: number;
  readonly amount_remaining: number;
  /** The customer's balance before and after it. */
  readonly starting_balance: number;
  readonly ending_balance: number;
  /** What was given back of it. */
  readonly post_payment_credit_notes_amount: number;
  readonly attempt_count: number;
  readonly next_payment_attempt: number | null;
  readonly billing_reason: string;
  readonly number: string;
  readonly hosted_invoice_url: string;
  readonly invoice_pdf: string;
  readonly lines: {
    readonly object: 'list';
    readonly has_more: false;
    readonly data: readonly InvoiceLine[];
  };
  readonly parent: {
    readonly type: 'subscription_details';
    readonly subscription_details: { readonly subscription: string };
  };
}

export interface CheckoutSession extends Base {
  readonly expires_at: number;
  readonly mode: 'subscription';
  readonly status: 'open' | 'complete' | 'expired';
  readonly payment_status: 'unpaid' | 'paid' | 'no_payment_required';
  readonly url: string | null;
  readonly success_url: string;
  readonly cancel_url: string | null;
  readonly customer: string | null;
  readonly customer_email: string | null;
  readonly client_reference_id: string | null;
  readonly subscription: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  /** What is to be subscribed to; Stripe keeps this to itself, too. */
  readonly ordered: {
    readonly price: string;
    readonly trialDays: number;
    readonly coupon: string | null;
    readonly metadata: Readonly<Record<string, string>>;
  };
}

export interface Coupon extends Base {
  readonly name: string | null;
  readonly percent_off: number;
  readonly duration: 'once' | 'repeating' | 'forever';
  readonly duration_in_months: number | null;
}

export interface TaxId extends Base {
  readonly type: string;
  readonly value: string;
  readonly country: string | null;
  readonly customer: string;
  readonly owner: { readonly type: 'customer'; readonly customer: string };
}

export interface PaymentMethod extends Base {
  readonly type: 'card';
  readonly card: {
    readonly brand: string;
    readonly last4: string;
    readonly exp_month: number;
    readonly exp_year: number;
  };
}

export interface CreditNote extends Base {
  readonly customer: string;
  readonly invoice: string;
  readonly number: string;
  readonly amount: number;
  readonly total: number;
  readonly currency: string;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly status: 'issued';
  readonly type: 'post_payment';
  readonly refunds: readonly { readonly amount_refunded: number; readonly refund: string }[];
}

export interface PortalSession extends Base {
  readonly customer: string;
  readonly return_url: string | null;
  readonly url: string;
  readonly locale: string | null;
}

/** The kinds of objects by the name that their `object` field says. */
export interface Kinds {
  customer: Customer;
  product: Product;
  price: Price;
  subscription: Subscription;
  invoice: Invoice;
  'checkout.session': CheckoutSession;
  coupon: Coupon;
  discount: Discount;
  /** Under the id of its subscription: the end of the trial was announced. */
  trial_announcement: Base;
  credit_note: CreditNote;
  tax_id: TaxId;
  'billing_portal.session': PortalSession;
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}

/** Nobody subscribes to a price that was archived; who has, keeps it. */
export function assertActive({ active, id }: Price): void {
  if (!active)
    throw new StripeFault(400, 'invalid_request_error', `The price ${id} is inactive.`, { param: 'price' });
}

export class Objects {
  constructor(private readonly records: Records) {}

  put<K extends keyof Kinds>(kind: K, object: Kinds[K]): Kinds[K] {
    this.records.commit({ collection: kind, key: object.id, value: object });
    return object;
  }

  remove(kind: keyof Kinds, id: string): void {
    this.records.commit({ collection: kind, key: id, value: undefined });
  }

  has(kind: keyof Kinds, id: string): boolean {
    return this.records.get(kind, id) !== undefined;
  }

  get<K extends keyof Kinds>(kind: K, id: string): Kinds[K] {
    const found = this.records.get<Kinds[K]>(kind, id);
    if (!found) throw unknownObject(kind, id);
    return found;
  }

  /** Newest first; of one second, the last made first. */
  all<K extends keyof Kinds>(kind: K): Kinds[K][] {
    return [...this.records.values<Kinds[K]>(kind)]
      .reverse()
      .sort((one, other) => other.created - one.created);
  }
}
