import { paymentMethod } from './cards';
import { type Checkout, couponOf } from './checkout';
import { missing, StripeFault, unknownObject } from './errors';
import { list, map, type Params, parseForm, text, texts } from './form';
import {
  type Base,
  type CheckoutSession,
  type Invoice,
  type Kinds,
  newId,
  type Objects,
  type Subscription,
} from './objects';
import { refuseUnknown } from './parameters';
import type { Subscriptions } from './subscriptions';
import { newTaxId } from './tax-ids';
import type { Webhooks } from './webhooks';

export interface ApiParts {
  readonly objects: Objects;
  readonly subscriptions: Subscriptions;
  readonly checkout: Checkout;
  readonly webhooks: Webhooks;
  readonly now: () => number;
  /** Of the hosted pages. */
  readonly origin: string;
}

type Handler = (params: Params, id: string) => object;
type Routes = Readonly<Record<string, Handler>>;

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;

/** Answers one call of Stripe's API: `POST /v1/customers` with its parameters. */
export function callApi(parts: ApiParts, method: string, path: string, encoded: string): object {
  const params = parseForm(encoded);
  const routes = routesOf(parts);
  for (const [route, handler] of Object.entries(routes)) {
    const [wanted, pattern = ''] = route.split(' ');
    const match = wanted === method && new RegExp(`^${pattern.replace(':id', '([^/]+)')}$`).exec(path);
    if (!match) continue;
    refuseUnknown(route, params);
    return expanded(parts.objects, handler(params, match[1] ?? ''), list(params, 'expand'));
  }
  throw new StripeFault(404, 'invalid_request_error', `Unrecognized request URL (${method}: ${path}).`);
}

function routesOf(parts: ApiParts): Routes {
  return {
    ...customerRoutes(parts),
    ...catalogueRoutes(parts),
    ...subscriptionRoutes(parts),
    ...invoiceRoutes(parts),
    ...paymentRoutes(parts),
  };
}

/** Who pays, and where they see to it. */
function customerRoutes({ objects, now, origin }: ApiParts): Routes {
  return {
    'POST /v1/customers': (params) =>
      objects.put('customer', {
        id: newId('cus'),
        object: 'customer',
        created: now(),
        email: text(params, 'email') ?? null,
        name: text(params, 'name') ?? null,
        metadata: texts(params, 'metadata'),
        invoice_settings: {
          default_payment_method: text(map(params, 'invoice_settings'), 'default_payment_method') ?? null,
        },
        balance: 0,
      }),
    'GET /v1/customers': (params) =>
      page(params, objects.all('customer').filter(matches(params, 'email')), 'customers'),
    'GET /v1/customers/:id': (_, id) => objects.get('customer', id),
    'POST /v1/customers/:id': (params, id) => {
      const customer = objects.get('customer', id);
      const method = text(map(params, 'invoice_settings'), 'default_payment_method');
      return objects.put('customer', {
        ...customer,
        email: text(params, 'email') ?? customer.email,
        name: text(params, 'name') ?? customer.name ?? null,
        address: 'address' in params ? texts(params, 'address') : (customer.address ?? null),
        metadata: { ...customer.metadata, ...texts(params, 'metadata') },
        invoice_settings: {
          default_payment_method: method ?? customer.invoice_settings.default_payment_method,
        },
      });
    },
    'POST /v1/tax_ids': (params) => {
      const owner = map(params, 'owner');
      const customer = objects.get('customer', required(owner, 'customer', 'owner[customer]')).id;
      return objects.put(
        'tax_id',
        newTaxId(required(params, 'type'), required(params, 'value'), customer, now()),
      );
    },
    'GET /v1/tax_ids': (params) => {
      const owner = required(map(params, 'owner'), 'customer', 'owner[customer]');
      return page(
        params,
        objects.all('tax_id').filter(({ customer }) => customer === owner),
        'tax_ids',
      );
    },
    'DELETE /v1/tax_ids/:id': (_, id) => {
      objects.get('tax_id', id);
      objects.remove('tax_id', id);
      return { id, object: 'tax_id', deleted: true };
    },
    'POST /v1/billing_portal/sessions': (params) => {
      const id = newId('bps');
      return objects.put('billing_portal.session', {
        id,
        object: 'billing_portal.session',
        created: now(),
        customer: objects.get('customer', required(params, 'customer')).id,
        return_url: text(params, 'return_url') ?? null,
        locale: text(params, 'locale') ?? null,
        url: `${origin}/portal/${id}`,
      });
    },
  };
}

/** What there is to buy. */
function catalogueRoutes({ objects, now }: ApiParts): Routes {
  return {
    'POST /v1/products': (params) =>
      objects.put('product', {
        id: text(params, 'id') ?? newId('prod'),
        object: 'product',
        created: now(),
        name: required(params, 'name'),
        active: true,
        metadata: texts(params, 'metadata'),
      }),
    'GET /v1/products': (params) => page(params, objects.all('product'), 'products'),
    'GET /v1/products/:id': (_, id) => objects.get('product', id),
    'POST /v1/prices': (params) => {
      const interval = required(map(params, 'recurring'), 'interval', 'recurring[interval]');
      if (interval !== 'month' && interval !== 'year') throw invalid('recurring[interval]');
      const lookupKey = text(params, 'lookup_key') ?? null;
      const former = objects
        .all('price')
        .find(({ lookup_key }) => lookup_key !== null && lookup_key === lookupKey);
      if (former && text(params, 'transfer_lookup_key') !== 'true') throw invalid('lookup_key');
      if (former) objects.put('price', { ...former, lookup_key: null });
      return objects.put('price', {
        id: newId('price'),
        object: 'price',
        created: now(),
        active: true,
        product: objects.get('product', required(params, 'product')).id,
        currency: required(params, 'currency'),
        unit_amount: amount(params, 'unit_amount'),
        lookup_key: lookupKey,
        recurring: { interval, interval_count: 1 },
        type: 'recurring',
        metadata: texts(params, 'metadata'),
      });
    },
    'GET /v1/prices': (params) => {
      const keys = list(params, 'lookup_keys');
      const active = text(params, 'active');
      const prices = objects
        .all('price')
        .filter((price) => active === undefined || String(price.active) === active)
        .filter(({ lookup_key }) => keys.length === 0 || (lookup_key !== null && keys.includes(lookup_key)));
      return page(params, prices.filter(matches(params, 'product')), 'prices');
    },
    'GET /v1/prices/:id': (_, id) => objects.get('price', id),
    'POST /v1/prices/:id': (params, id) =>
      objects.put('price', { ...objects.get('price', id), active: required(params, 'active') === 'true' }),
    'POST /v1/coupons': (params) => {
      const duration = text(params, 'duration') ?? 'once';
      if (duration !== 'once' && duration !== 'repeating' && duration !== 'forever')
        throw invalid('duration');
      return objects.put('coupon', {
        id: text(params, 'id') ?? newId('co'),
        object: 'coupon',
        created: now(),
        name: text(params, 'name') ?? null,
        percent_off: amount(params, 'percent_off'),
        duration,
        duration_in_months: duration === 'repeating' ? amount(params, 'duration_in_months') : null,
      });
    },
    'GET /v1/coupons/:id': (_, id) => objects.get('coupon', id),
  };
}

function subscriptionRoutes({ objects, subscriptions }: ApiParts): Routes {
  return {
    'POST /v1/subscriptions': (params) =>
      subscriptions.create({
        customer: required(params, 'customer'),
        price: priceOf(params),
        trialDays: text(params, 'trial_period_days') === undefined ? 0 : amount(params, 'trial_period_days'),
        coupon: couponOf(params),
        metadata: texts(params, 'metadata'),
      }),
    'GET /v1/subscriptions': (params) => {
      const status = text(params, 'status');
      const wanted = objects
        .all('subscription')
        .filter(matches(params, 'customer'))
        // Without a status Stripe leaves out what has ended.
        .filter(
          (one) =>
            status === 'all' || (status === undefined ? one.status !== 'canceled' : one.status === status),
        );
      return page(params, wanted, 'subscriptions');
    },
    'GET /v1/subscriptions/:id': (_, id) => objects.get('subscription', id),
    'POST /v1/subscriptions/:id': (params, id) => {
      const [ends, endsAt] = [text(params, 'cancel_at_period_end'), params.cancel_at];
      if (ends !== undefined && endsAt !== undefined) throw invalid('cancel_at');
      let subscription: Subscription = objects.get('subscription', id);
      const mayWait = text(params, 'payment_behavior') === 'pending_if_incomplete';
      // Stripe can make only some changes wait, and refuses the call where another stands beside them.
      const other = ['cancel_at_period_end', 'cancel_at', 'metadata'].find(
        (name) => params[name] !== undefined,
      );
      if (mayWait && other !== undefined) throw invalid(other);
      if (list(params, 'items').length > 0)
        subscription = subscriptions.changePrice(id, priceOf(params), mayWait);
      if (ends !== undefined)
        subscription = subscriptions.setEnding(id, { cancel_at_period_end: ends === 'true' });
      if (endsAt !== undefined)
        subscription = subscriptions.setEnding(id, {
          cancel_at: endsAt === '' ? null : amount(params, 'cancel_at'),
        });
      const coupon = couponOf(params);
      if (coupon !== null) subscription = subscriptions.discount(id, coupon);
      const described = texts(params, 'metadata');
      if (Object.keys(described).length > 0) subscription = subscriptions.describe(id, described);
      return subscription;
    },
    'DELETE /v1/subscriptions/:id': (_, id) => subscriptions.end(id),
  };
}

function invoiceRoutes({ objects, subscriptions }: ApiParts): Routes {
  return {
    'GET /v1/invoices': (params) => {
      const subscription = text(params, 'subscription');
      const wanted = objects
        .all('invoice')
        .filter(matches(params, 'customer'))
        .filter(matches(params, 'status'))
        .filter((one) => subscription === undefined || subscriptionOf(one) === subscription);
      return page(params, wanted, 'invoices');
    },
    'POST /v1/invoices/create_preview': (params) => {
      const id = required(params, 'subscription');
      const { lines, total } =
        'subscription_details' in params
          ? subscriptions.proration(id, priceOf(map(params, 'subscription_details')))
          : subscriptions.upcoming(id);
      const { balance } = objects.get('customer', objects.get('subscription', id).customer);
      return {
        object: 'invoice',
        customer: objects.get('subscription', id).customer,
        currency: objects.get('subscription', id).currency,
        total,
        amount_due: Math.max(0, total + Math.min(0, balance)),
        starting_balance: balance,
        lines: { object: 'list', has_more: false, data: lines },
      };
    },
    'GET /v1/invoices/:id': (_, id) => objects.get('invoice', id),
    // All that is credited is refunded: this stand-in credits no balance by it.
    'POST /v1/credit_notes': (params) => {
      const given = amount(params, 'amount');
      if (text(params, 'refund_amount') !== String(given)) throw invalid('refund_amount');
      return subscriptions.credit(required(params, 'invoice'), given, {
        reason: text(params, 'reason') ?? null,
        metadata: texts(params, 'metadata'),
      });
    },
    'GET /v1/credit_notes': (params) =>
      page(params, objects.all('credit_note').filter(matches(params, 'invoice')), 'credit_notes'),
    'POST /v1/invoices/:id/pay': (_, id) => subscriptions.pay(id),
  };
}

/** The page on which people pay, and what became of it. */
function paymentRoutes({ checkout, webhooks }: ApiParts): Routes {
  return {
    'POST /v1/checkout/sessions': (params) => told(checkout.create(params)),
    'GET /v1/checkout/sessions': (params) => {
      const wanted = checkout.all().filter(matches(params, 'customer')).filter(matches(params, 'status'));
      return page(params, wanted.map(told), 'checkout/sessions');
    },
    'GET /v1/checkout/sessions/:id': (_, id) => told(checkout.get(id)),
    'POST /v1/checkout/sessions/:id/expire': (_, id) => told(checkout.expire(id)),
    'GET /v1/events': (params) => page(params, webhooks.events().filter(matches(params, 'type')), 'events'),
    'GET /v1/events/:id': (_, id) => {
      const event = webhooks.events().find((one) => one.id === id);
      if (!event) throw unknownObject('event', id);
      return event;
    },
  };
}

/** The one price that a subscription is of: this stand-in knows no more than one item. */
function priceOf(params: Params): string {
  const [item, ...further] = list(params, 'items');
  if (further.length > 0) throw invalid('items');
  if (typeof item !== 'object' || Array.isArray(item)) throw missing('items');
  return required(item, 'price', 'items[0][price]');
}

function told({ ordered: _, ...session }: CheckoutSession): Omit<CheckoutSession, 'ordered'> {
  return session;
}

function subscriptionOf({ parent }: Invoice): string {
  return parent.subscription_details.subscription;
}

function page<T extends { readonly id: string }>(params: Params, all: readonly T[], path: string): object {
  const limit = text(params, 'limit') === undefined ? DEFAULT_LIMIT : amount(params, 'limit');
  if (limit < 1 || limit > MAX_LIMIT) throw invalid('limit');
  const after = text(params, 'starting_after');
  const at = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && at === 0) throw unknownObject('object', after);
  return {
    object: 'list',
    url: `/v1/${path}`,
    has_more: at + limit < all.length,
    data: all.slice(at, at + limit),
  };
}

function matches(params: Params, field: string): (object: object) => boolean {
  const wanted = text(params, field);
  return (object) => wanted === undefined || (object as Record<string, unknown>)[field] === wanted;
}

const EXPANDABLE = {
  customer: 'customer',
  latest_invoice: 'invoice',
  product: 'product',
  discounts: 'discount',
  coupon: 'coupon',
} as const satisfies Readonly<Record<string, keyof Kinds>>;

/** Puts objects in the place of the ids at `customer`, `data.customer` and the like. */
function expanded(objects: Objects, answer: object, paths: readonly unknown[]): object {
  return paths.reduce<object>((object, path) => expand(objects, object, String(path).split('.')), answer);
}

function expand(objects: Objects, object: object, [name = '', ...rest]: readonly string[]): object {
  const value = (object as Record<string, unknown>)[name];
  const found = (id: unknown): unknown => {
    if (typeof id !== 'string') return id;
    if (name === 'default_payment_method') return paymentMethod(id);
    const kind = Object.entries(EXPANDABLE).find(([field]) => field === name)?.[1];
    if (!kind) throw invalid('expand');
    return objects.get(kind, id) satisfies Base;
  };
  let inner: unknown = Array.isArray(value) ? value.map(found) : found(value);
  if (rest.length > 0 && Array.isArray(inner)) inner = inner.map((one: object) => expand(objects, one, rest));
  else if (rest.length > 0 && typeof inner === 'object' && inner !== null)
    inner = expand(objects, inner, rest);
  return value === undefined ? object : { ...object, [name]: inner };
}

function required(params: Params, name: string, param = name): string {
  const value = text(params, name);
  if (value === undefined) throw missing(param);
  return value;
}

function amount(params: Params, name: string): number {
  const value = required(params, name);
  if (!/^\d{1,9}$/.test(value)) throw invalid(name);
  return Number(value);
}

function invalid(param: string): StripeFault {
  return new StripeFault(400, 'invalid_request_error', `Invalid ${param}.`, {
    code: 'parameter_invalid',
    param,
  });
}
