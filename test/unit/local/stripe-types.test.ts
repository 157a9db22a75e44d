import type Stripe from 'stripe';
import { expect, expectTypeOf, it } from 'vitest';
import type {
  CheckoutSession,
  Coupon,
  CreditNote,
  Customer,
  Discount,
  Invoice,
  PaymentMethod,
  PortalSession,
  Price,
  Product,
  Subscription,
  TaxId,
} from '#infra/local/services/stripe/objects';

/*
 * What the stand-in serves has no name and no type that Stripe's own client does not know in the version that it pins.
 * The compiler judges: `npm run types` fails where this does not hold.
 */

/** As much of one of Stripe's objects as somebody cares to serve. */
type Part<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends readonly (infer E)[]
        ? readonly Part<E>[]
        : T extends object
          ? { readonly [K in keyof T]?: Part<T[K]> | undefined }
          : T;

type KeysOf<T> = T extends object ? keyof T : never;
type At<T, K> = T extends object ? (K extends keyof T ? T[K] : never) : never;
type Each<T> = T extends readonly (infer E)[] ? E : never;

/** Names that Stripe does not have, wherever they stand. */
type Strange<OURS, THEIRS> = OURS extends readonly (infer E)[]
  ? Strange<E, Each<THEIRS>>
  : OURS extends object
    ? Extract<
        {
          // What has any name, such as metadata, has none that could be strange.
          [K in keyof OURS]: string extends K
            ? never
            : K extends KeysOf<THEIRS>
              ? Strange<OURS[K], At<THEIRS, K>>
              : K;
        }[keyof OURS],
        PropertyKey
      >
    : never;

it('serves what the client of Stripe reads', () => {
  expectTypeOf<Customer>().toExtend<Part<Stripe.Customer>>();
  expectTypeOf<Product>().toExtend<Part<Stripe.Product>>();
  expectTypeOf<Price>().toExtend<Part<Stripe.Price>>();
  expectTypeOf<Subscription>().toExtend<Part<Stripe.Subscription>>();
  expectTypeOf<Invoice>().toExtend<Part<Stripe.Invoice>>();
  expectTypeOf<Discount>().toExtend<Part<Stripe.Discount>>();
  expectTypeOf<Omit<CheckoutSession, 'ordered'>>().toExtend<Part<Stripe.Checkout.Session>>();
  expectTypeOf<Coupon>().toExtend<Part<Stripe.Coupon>>();
  expectTypeOf<TaxId>().toExtend<Part<Stripe.TaxId>>();
  expectTypeOf<PaymentMethod>().toExtend<Part<Stripe.PaymentMethod>>();
  expectTypeOf<CreditNote>().toExtend<Part<Stripe.CreditNote>>();
  expectTypeOf<PortalSession>().toExtend<Part<Stripe.BillingPortal.Session>>();
});

it('invents no name', () => {
  const none = <T extends never>(...names: T[]) => expect(names).toEqual([]);
  none<Strange<Customer, Stripe.Customer>>();
  none<Strange<Product, Stripe.Product>>();
  none<Strange<Price, Stripe.Price>>();
  none<Strange<Subscription, Stripe.Subscription>>();
  none<Strange<Invoice, Stripe.Invoice>>();
  // By which the stand-in sorts them.
  none<Strange<Omit<Discount, 'created'>, Stripe.Discount>>();
  none<Strange<Omit<CheckoutSession, 'ordered'>, Stripe.Checkout.Session>>();
  none<Strange<Coupon, Stripe.Coupon>>();
  none<Strange<TaxId, Stripe.TaxId>>();
  none<Strange<PaymentMethod, Stripe.PaymentMethod>>();
  none<Strange<CreditNote, Stripe.CreditNote>>();
  none<Strange<PortalSession, Stripe.BillingPortal.Session>>();
});
