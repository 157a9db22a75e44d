import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Party, shop, standIn, subscribed } from './stripe-setup';

/*
 * What the product relies on of Stripe, asked of the stand-in and, with STRIPE_SECRET_KEY=sk_test_…, of Stripe's test
 * mode: where the two differ, the stand-in is wrong. What takes time to pass is in stripe.test.ts.
 */

const { STRIPE_SECRET_KEY: KEY = '' } = process.env;
if (KEY !== '' && !/^[sr]k_test_/.test(KEY))
  throw new Error('STRIPE_SECRET_KEY is no key of the test mode: these tests buy something.');

async function testMode(): Promise<Party> {
  const stripe = new Stripe(KEY);
  return {
    stripe,
    async takeCard(customer, card) {
      const { id } = await stripe.paymentMethods.attach(card, { customer });
      await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
    },
    async close() {},
  };
}

describe.each([
  { of: 'the stand-in for Stripe', open: () => standIn() },
  ...(KEY === '' ? [] : [{ of: 'Stripe’s test mode', open: testMode }]),
])('$of', ({ open }) => {
  let party: Party;
  let stripe: Stripe;
  beforeAll(async () => {
    party = await open();
    stripe = party.stripe;
  });
  afterAll(() => party?.close());

  it('begins with a trial, for which nothing is paid', async () => {
    const { customer, monthly } = await shop(party);
    const begun = await stripe.subscriptions.create({
      customer,
      items: [{ price: monthly }],
      trial_period_days: 14,
      metadata: { accountId: 'a1' },
      expand: ['latest_invoice'],
    });
    expect(begun).toMatchObject({
      status: 'trialing',
      metadata: { accountId: 'a1' },
      latest_invoice: { amount_paid: 0, status: 'paid' },
    });
    expect(Math.abs((begun.trial_end ?? 0) - begun.created - 14 * 86_400)).toBeLessThanOrEqual(1);
  });

  it('goes on until the end of its period when canceled, unless that is taken back', async () => {
    const { id } = await subscribed(party);
    const cancel = (cancel_at_period_end: boolean) =>
      stripe.subscriptions.update(id, { cancel_at_period_end });
    expect(await cancel(true)).toMatchObject({ status: 'active', cancel_at_period_end: true });
    expect(await cancel(false)).toMatchObject({ status: 'active', cancel_at_period_end: false });
    expect(await stripe.subscriptions.cancel(id)).toMatchObject({ status: 'canceled' });
    await expect(cancel(false)).rejects.toMatchObject({ statusCode: expect.any(Number) });
  });

  it('charges for a change of plan what it previewed', async () => {
    const { id, item, dearer } = await subscribed(party);
    const items = [{ id: item, price: dearer }];
    const preview = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: { items, proration_behavior: 'always_invoice' },
    });
    // To the second, so that a cent may be lost between the two.
    expect(Math.abs(preview.total - 7_000)).toBeLessThanOrEqual(1);
    const changed = await stripe.subscriptions.update(id, {
      items,
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    });
    expect(changed.items.data[0]?.price.id).toBe(dearer);
    const { status, total } = changed.latest_invoice as Stripe.Invoice;
    expect(status).toBe('paid');
    expect(Math.abs(total - preview.total)).toBeLessThanOrEqual(1);
  });

  it('lets a change wait that a card does not pay', async () => {
    const { id, item, customer, monthly, dearer } = await subscribed(party);
    await party.takeCard(customer, 'pm_card_chargeCustomerFail');
    const pending = await stripe.subscriptions.update(id, {
      items: [{ id: item, price: dearer }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
      expand: ['latest_invoice'],
    });
    expect(pending).toMatchObject({
      status: 'active',
      items: { data: [{ price: { id: monthly } }] },
      pending_update: { subscription_items: [{ price: { id: dearer } }] },
      latest_invoice: { status: 'open' },
    });
  });

  it('takes a discount off what it charges', async () => {
    const { id: coupon } = await stripe.coupons.create({
      id: `year-${randomUUID()}`,
      percent_off: 20,
      duration: 'repeating',
      duration_in_months: 12,
    });
    const { customer } = await subscribed(party, { discounts: [{ coupon }] });
    const [invoice] = (await stripe.invoices.list({ customer })).data;
    expect(invoice).toMatchObject({ total: 2_320, amount_paid: 2_320, status: 'paid' });
    const [found] = (await stripe.subscriptions.list({ customer, expand: ['data.discounts.source.coupon'] }))
      .data;
    expect(found?.discounts).toMatchObject([{ source: { coupon: { id: coupon, percent_off: 20 } } }]);
  });

  it('gives back by credit notes what was paid, and not more', async () => {
    const { customer } = await subscribed(party);
    const [invoice] = (await stripe.invoices.list({ customer })).data;
    const credit = (amount: number) =>
      stripe.creditNotes.create({ invoice: invoice?.id ?? '', amount, refund_amount: amount });
    expect(await credit(900)).toMatchObject({ total: 900 });
    await expect(credit(2_001)).rejects.toMatchObject({ statusCode: 400 });
    expect(await stripe.invoices.retrieve(invoice?.id ?? '')).toMatchObject({
      post_payment_credit_notes_amount: 900,
    });
  });

  it('sells no price that is archived', async () => {
    const { customer, monthly } = await shop(party);
    await stripe.prices.update(monthly, { active: false });
    expect((await stripe.prices.list({ active: true })).data.map(({ id }) => id)).not.toContain(monthly);
    await expect(
      stripe.subscriptions.create({ customer, items: [{ price: monthly }] }),
    ).rejects.toMatchObject({ statusCode: 400 });
  });

  it('answers a repeated key with what it did, and refuses it for another request', async () => {
    const email = `${randomUUID()}@example.com`;
    const options = { idempotencyKey: randomUUID() };
    const first = await stripe.customers.create({ email }, options);
    expect((await stripe.customers.create({ email }, options)).id).toBe(first.id);
    expect((await stripe.customers.list({ email })).data).toHaveLength(1);
    await expect(stripe.customers.create({ email: 'other@example.com' }, options)).rejects.toBeInstanceOf(
      Stripe.errors.StripeIdempotencyError,
    );
  });

  it('turns pages until all was read', async () => {
    const email = `${randomUUID()}@example.com`;
    const made: string[] = [];
    for (let index = 0; index < 5; index += 1) made.push((await stripe.customers.create({ email })).id);
    const read: string[] = [];
    for await (const { id } of stripe.customers.list({ email, limit: 2 })) read.push(id);
    expect(read.toSorted()).toEqual(made.toSorted());
  });

  it('names what is missing and what it does not know', async () => {
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    });
    await expect(stripe.customers.create({ name: 'A', nickname: 'B' } as never)).rejects.toMatchObject({
      code: 'parameter_unknown',
      param: 'nickname',
    });
  });
});
