import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { paymentsSite } from '#infra/local/hosts/payments';
import { readRequest } from '#infra/local/http';
import { MovableClock } from '#infra/local/runtime/clock';
import type { StripeService } from '#infra/local/services/stripe/service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { type StandIn, shop as shopOf, standIn, subscribed as subscribedOf } from './stripe-setup';

const SECRET = 'whsec_test';
const DAY_MS = 86_400_000;

let directory: string;
let clock: MovableClock;
let party: StandIn;
let service: StripeService;
let stripe: Stripe;
let hook: Server;
let received: Stripe.Event[];
let refusals: number;

beforeEach(async () => {
  directory = temporaryFolder();
  clock = new MovableClock();
  clock.moveTo(Date.UTC(2027, 0, 31, 12));
  received = [];
  refusals = 0;
  hook = createServer(async (incoming, outgoing) => {
    const { body } = await readRequest(incoming, 1_000_000);
    // Throws, and so answers 500, when the signature is wrong.
    const event = stripe.webhooks.constructEvent(body, incoming.headers['stripe-signature'] ?? '', SECRET);
    if (refusals > 0) {
      refusals -= 1;
      outgoing.statusCode = 500;
    } else received.push(event);
    outgoing.end();
  });
  await new Promise<void>((listening) => hook.listen(0, '127.0.0.1', listening));
  await open();
});

afterEach(async () => {
  await party.close();
  hook.closeAllConnections();
  await new Promise((closed) => hook.close(closed));
});

describe('the stand-in for Stripe, driven by its client', () => {
  it('begins with a trial, and bills when the trial ends', async () => {
    const { customer, monthly } = await shop();
    const begun = await stripe.subscriptions.create({
      customer,
      items: [{ price: monthly }],
      trial_period_days: 14,
      metadata: { accountId: 'a1' },
    });
    expect(begun).toMatchObject({ status: 'trialing', metadata: { accountId: 'a1' } });

    move(14);
    const renewed = await stripe.subscriptions.retrieve(begun.id, { expand: ['latest_invoice'] });
    expect(renewed.status).toBe('active');
    expect(renewed.latest_invoice).toMatchObject({ amount_paid: 2900, status: 'paid' });
    await service.settled();
    expect(received.map(({ type }) => type).sort()).toEqual([
      'customer.subscription.created',
      'customer.subscription.trial_will_end',
      'customer.subscription.updated',
      'invoice.paid',
      'invoice.paid',
    ]);
  });

  it('renews on the last day of a shorter month, and returns to the day it began on', async () => {
    const { id } = await subscribed();
    expect(await periodEnd(id)).toBe('2027-02-28');
    move(28);
    expect(await periodEnd(id)).toBe('2027-03-31');
  });

  it('is past due when a renewal fails, and active again once a card that pays is there', async () => {
    const { customer, id } = await subscribed();
    await take(customer, 'pm_card_chargeCustomerFail');
    move(29);
    const failed = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
    expect(failed).toMatchObject({
      status: 'past_due',
      latest_invoice: { status: 'open', amount_remaining: 2900 },
    });

    const invoice = (failed.latest_invoice as Stripe.Invoice).id;
    await expect(stripe.invoices.pay(invoice)).rejects.toMatchObject({
      code: 'card_declined',
      statusCode: 402,
    });
    await take(customer, 'pm_card_visa');
    expect(await stripe.invoices.pay(invoice)).toMatchObject({ status: 'paid', amount_remaining: 0 });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  });

  it('takes a card on the page of an open invoice, and none once the subscription has ended', async () => {
    const { customer, id } = await subscribed();
    await take(customer, 'pm_card_chargeCustomerFail');
    move(29);
    const pay = async (card: string) => {
      const [open] = (await stripe.invoices.list({ customer, status: 'open' })).data;
      return post(open?.hosted_invoice_url, { card });
    };
    expect((await pay('4000 0000 0000 0002')).text).toContain('Your card was declined.');
    expect((await pay('4000 0000 0000 0341')).text).toContain('Your card was declined.');
    expect((await pay('5555 5555 5555 4444')).status).toBe(303);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
    await take(customer, 'pm_card_chargeCustomerFail');
    move(31);
    for (const days of [3, 2, 2]) move(days);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'payment_failed' },
    });
    expect(await pay('4242 4242 4242 4242')).toMatchObject({ status: 400 });
  });

  it('ends the subscription after the last try failed', async () => {
    const { customer, id } = await subscribed();
    await take(customer, 'pm_card_chargeCustomerFail');
    move(28);
    for (const days of [3, 2, 2]) {
      expect((await stripe.subscriptions.retrieve(id)).status).toBe('past_due');
      move(days);
    }
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
    await service.settled();
    expect(received.filter(({ type }) => type === 'invoice.payment_failed')).toHaveLength(4);
    expect(received.filter(({ type }) => type === 'customer.subscription.deleted')).toHaveLength(1);
  });

  it('holds until the end of the period when canceled, unless taken back before', async () => {
    const { id } = await subscribed();
    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    move(29);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');

    await stripe.subscriptions.update(id, { cancel_at_period_end: true });
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
    move(31);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('canceled');
    await expect(stripe.subscriptions.update(id, { cancel_at_period_end: false })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  it('cancels on its page by a moment, which the flag does not take back, and not by both in one call', async () => {
    const { customer, id } = await subscribed();
    const { url } = await stripe.billingPortal.sessions.create({ customer });
    const cancel = () => post(url, { cancel: 'yes' });
    expect((await cancel()).status).toBe(303);
    const ends = Date.UTC(2027, 1, 28, 12) / 1_000;
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      cancel_at: ends,
      cancel_at_period_end: false,
      billing_mode: { type: 'flexible' },
    });
    await service.settled();
    const [event] = received.filter(({ type }) => type === 'customer.subscription.updated');
    expect(event).toMatchObject({
      api_version: Stripe.API_VERSION,
      data: { object: { cancel_at: ends }, previous_attributes: { cancel_at: null, canceled_at: null } },
    });
    await stripe.subscriptions.update(id, { cancel_at_period_end: false });
    expect((await stripe.subscriptions.retrieve(id)).cancel_at).toBe(ends);
    await expect(
      stripe.subscriptions.update(id, { cancel_at: '', cancel_at_period_end: false }),
    ).rejects.toMatchObject({ statusCode: 400 });
    await stripe.subscriptions.update(id, { cancel_at: '' });
    move(29);
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
    await cancel();
    move(31);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'canceled',
      cancellation_details: { reason: 'cancellation_requested' },
    });
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(2);
  });

  it('keeps a card that fails when it is charged, and lets a trial begin with it', async () => {
    const { customer, monthly } = await shop();
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      customer,
      line_items: [{ price: monthly, quantity: 1 }],
      success_url: 'http://app.localhost/thanks',
      subscription_data: { trial_period_days: 14 },
    });
    service.checkout.pay(session.id, '4000 0000 0000 0341');
    const [begun] = (await stripe.subscriptions.list({ customer })).data;
    expect(begun?.status).toBe('trialing');
    move(11);
    await service.settled();
    expect(received.filter(({ type }) => type === 'customer.subscription.trial_will_end')).toHaveLength(1);
    move(4);
    expect((await stripe.subscriptions.retrieve(begun?.id ?? '')).status).toBe('past_due');
    await service.settled();
    expect(received.filter(({ type }) => type === 'customer.subscription.trial_will_end')).toHaveLength(1);
  });

  it('keeps as credit what a smaller plan leaves, and pays the next invoices with it', async () => {
    const { customer, monthly, dearer } = await shop();
    const { id, items } = await stripe.subscriptions.create({ customer, items: [{ price: dearer }] });
    const change = (price: string) => ({ items: [{ id: items.data[0]?.id ?? '', price }] });
    await stripe.subscriptions.update(id, { ...change(monthly), proration_behavior: 'always_invoice' });
    const balance = async () => {
      const found = await stripe.customers.retrieve(customer);
      return 'balance' in found ? found.balance : null;
    };
    expect(await balance()).toBe(-7_000);
    expect(
      await stripe.invoices.createPreview({ subscription: id, subscription_details: change(dearer) }),
    ).toMatchObject({ total: 7_000, amount_due: 0, starting_balance: -7_000 });
    move(29);
    const [renewed] = (await stripe.invoices.list({ customer })).data;
    expect(renewed).toMatchObject({
      total: 2_900,
      amount_due: 0,
      amount_paid: 0,
      status: 'paid',
      starting_balance: -7_000,
      ending_balance: -4_100,
    });
    expect(await balance()).toBe(-4_100);
  });

  it('takes a discount off every invoice until it ends, and off both parts of a change', async () => {
    await stripe.coupons.create({
      id: 'year',
      percent_off: 20,
      duration: 'repeating',
      duration_in_months: 12,
    });
    const { customer, monthly, dearer } = await shop();
    const { id, items } = await stripe.subscriptions.create({
      customer,
      items: [{ price: monthly }],
      discounts: [{ coupon: 'year' }],
    });
    const change = { items: [{ id: items.data[0]?.id ?? '', price: dearer }] };
    const preview = await stripe.invoices.createPreview({ subscription: id, subscription_details: change });
    expect(preview.lines.data.map(({ amount }) => amount)).toEqual([-2_320, 7_920]);
    expect(preview.total).toBe(5_600);
    for (let month = 0; month < 12; month += 1) move(31);
    const totals = (await stripe.invoices.list({ customer, limit: 100 })).data.map(({ total }) => total);
    expect(totals).toEqual([2_900, ...Array(12).fill(2_320)]);
    const [found] = (await stripe.subscriptions.list({ customer, expand: ['data.discounts.source.coupon'] }))
      .data;
    expect(found?.discounts).toMatchObject([{ source: { coupon: { id: 'year', percent_off: 20 } } }]);
  });

  it('charges for a change of plan what it previewed', async () => {
    const { dearer, id, item } = await subscribed();
    move(14);
    const change = [{ id: item, price: dearer }];
    const preview = await stripe.invoices.createPreview({
      subscription: id,
      subscription_details: { items: change },
    });
    expect(preview.total).toBe(3500);
    const changed = await stripe.subscriptions.update(id, { items: change, expand: ['latest_invoice'] });
    expect(changed.items.data[0]?.price.id).toBe(dearer);
    expect(changed.latest_invoice).toMatchObject({ total: preview.total, status: 'paid' });
  });

  it.each([
    ['pm_card_chargeCustomerFail', 'card_declined'],
    ['pm_card_authenticationRequired', 'subscription_payment_intent_requires_action'],
  ])('refuses a change that %s does not pay while its holder is away', async (card, code) => {
    const { customer, monthly, dearer, id, item } = await subscribed();
    await take(customer, card);
    await expect(
      stripe.subscriptions.update(id, { items: [{ id: item, price: dearer }] }),
    ).rejects.toMatchObject({ code, statusCode: 402 });
    expect((await stripe.subscriptions.retrieve(id)).items.data[0]?.price.id).toBe(monthly);
    expect((await stripe.invoices.list({ customer })).data).toHaveLength(1);
  });

  it.each(['pm_card_chargeCustomerFail', 'pm_card_authenticationRequired'])(
    'lets a change wait that %s does not pay, until its invoice is paid on its page',
    async (card) => {
      const { customer, monthly, dearer, id, item } = await subscribed();
      await take(customer, card);
      const change = {
        items: [{ id: item, price: dearer }],
        proration_behavior: 'always_invoice',
        payment_behavior: 'pending_if_incomplete',
        expand: ['latest_invoice'],
      } as const;
      await expect(
        stripe.subscriptions.update(id, { ...change, cancel_at_period_end: false } as never),
      ).rejects.toMatchObject({ statusCode: 400 });
      const first = await stripe.subscriptions.update(id, change as never);
      const pending = await stripe.subscriptions.update(id, change as never);
      expect(pending).toMatchObject({
        status: 'active',
        items: { data: [{ price: { id: monthly } }] },
        pending_update: { subscription_items: [{ price: { id: dearer } }] },
        latest_invoice: { status: 'open', total: 7000 },
      });
      const former = first.latest_invoice as Stripe.Invoice;
      expect((await stripe.invoices.retrieve(former.id ?? '')).status).toBe('void');
      const invoice = pending.latest_invoice as Stripe.Invoice;
      const { status } = await post(invoice.hosted_invoice_url, { card: '4242 4242 4242 4242' });
      expect(status).toBe(303);
      expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
        items: { data: [{ price: { id: dearer } }] },
        pending_update: null,
      });
    },
  );

  it('gives up a change that nobody has paid within a day', async () => {
    const { customer, monthly, dearer, id, item } = await subscribed();
    await take(customer, 'pm_card_chargeCustomerFail');
    await stripe.subscriptions.update(id, {
      items: [{ id: item, price: dearer }],
      proration_behavior: 'always_invoice',
      payment_behavior: 'pending_if_incomplete',
    });
    move(1);
    expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
      status: 'active',
      items: { data: [{ price: { id: monthly } }] },
      pending_update: null,
    });
    const [voided] = (await stripe.invoices.list({ customer })).data;
    expect(voided).toMatchObject({ status: 'void', billing_reason: 'subscription_update' });
  });

  it('leaves all as it was when the card is declined', async () => {
    const { customer, monthly } = await shop('pm_card_chargeDeclined');
    await expect(
      stripe.subscriptions.create({ customer, items: [{ price: monthly }] }),
    ).rejects.toBeInstanceOf(Stripe.errors.StripeCardError);
    expect((await stripe.subscriptions.list({ customer, status: 'all' })).data).toEqual([]);
    expect((await stripe.invoices.list({ customer })).data).toEqual([]);
  });

  it('takes a checkout on its page: a declined card leaves it open, a good one completes it once', async () => {
    const { monthly } = await shop();
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: monthly, quantity: 1 }],
      customer_email: 'a@example.com',
      success_url: 'http://app.localhost/thanks?session={CHECKOUT_SESSION_ID}',
      subscription_data: { trial_period_days: 14, metadata: { accountId: 'a1' } },
    });
    const pay = (card: string, origin?: string) => post(session.url, { card }, origin);

    expect((await pay('4242 4242 4242 4242', 'http://evil.example')).status).toBe(404);
    expect((await pay('4000 0000 0000 0002')).text).toContain('Your card was declined.');
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');

    const paid = await pay('4242 4242 4242 4242');
    expect(paid.headers).toContainEqual(['location', `http://app.localhost/thanks?session=${session.id}`]);
    const complete = await stripe.checkout.sessions.retrieve(session.id);
    expect(complete).toMatchObject({ status: 'complete', payment_status: 'no_payment_required' });
    expect(await stripe.subscriptions.retrieve(complete.subscription as string)).toMatchObject({
      status: 'trialing',
      metadata: { accountId: 'a1' },
    });
    expect((await pay('4242 4242 4242 4242')).status).toBe(400);
    expect((await stripe.subscriptions.list({ status: 'all' })).data).toHaveLength(1);
  });

  it('asks the bank of a card that wants it, and charges nothing unless the bank says yes', async () => {
    const { monthly } = await shop();
    const session = await stripe.checkout.sessions.create({
      mode: 'subscription',
      line_items: [{ price: monthly, quantity: 1 }],
      success_url: 'http://app.localhost/thanks',
    });
    const pay = (form: Readonly<Record<string, string>>) => post(session.url, form);
    const card = '4000 0027 6000 3184';
    expect((await pay({ card })).text).toContain('Your bank asks');
    expect((await pay({ card, authentication: 'fail' })).text).toContain('unable to authenticate');
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
    expect((await pay({ card, authentication: 'complete' })).status).toBe(303);
    const { subscription } = await stripe.checkout.sessions.retrieve(session.id);
    // While the holder is away nobody answers the bank: the renewal fails.
    move(31);
    expect((await stripe.subscriptions.retrieve(subscription as string)).status).toBe('past_due');
  });

  it('tells of what was given back, and names what is left where it is too much', async () => {
    const { customer } = await subscribed();
    const [invoice] = (await stripe.invoices.list({ customer })).data;
    const credit = (amount: number) =>
      stripe.creditNotes.create({ invoice: invoice?.id ?? '', amount, refund_amount: amount });
    expect(await credit(900)).toMatchObject({ refunds: [{ amount_refunded: 900 }] });
    await expect(credit(2001)).rejects.toThrow('what is left of the invoice, 2000');
    await credit(2000);
    await service.settled();
    expect(received.filter(({ type }) => type === 'credit_note.created')).toHaveLength(2);
  });

  it('names what is missing, unknown or not permitted', async () => {
    const { customer, monthly } = await shop();
    await expect(
      stripe.subscriptions.create({ customer, items: [{ price: monthly, colour: 'red' }] } as never),
    ).rejects.toMatchObject({ code: 'parameter_unknown', param: 'items[][colour]' });
    await expect(
      stripe.prices.create({ currency: 'usd', recurring: { interval: 'month' } }),
    ).rejects.toMatchObject({
      code: 'parameter_missing',
      param: 'product',
    });
    await expect(party.clientOf('pk_test_public').customers.list()).rejects.toBeInstanceOf(
      Stripe.errors.StripeAuthenticationError,
    );
  });

  it('sends an event again until it is taken', async () => {
    refusals = 2;
    await subscribed();
    await service.settled();
    expect(refusals).toBe(0);
    expect(received).toHaveLength(2);
  });

  it('keeps its state and what was not delivered over a restart', async () => {
    refusals = 1_000;
    const { id } = await subscribed();
    await party.close();
    expect(received).toEqual([]);

    refusals = 0;
    await open();
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
    await service.settled();
    expect(received).toHaveLength(2);
  });
});

async function open(): Promise<void> {
  const { port } = hook.address() as AddressInfo;
  party = await standIn({ directory, clock, events: { url: `http://127.0.0.1:${port}`, secret: SECRET } });
  ({ service, stripe } = party);
}

const shop = (card?: string) => shopOf(party, card);
const subscribed = () => subscribedOf(party);
const take = (customer: string, card: string) => party.takeCard(customer, card);

/** Sends the form of a page that Stripe shows. */
async function post(
  page: string | null | undefined,
  form: Readonly<Record<string, string>>,
  origin = 'http://stripe.localhost',
) {
  const { body, ...answer } = await paymentsSite(service)({
    method: 'POST',
    path: new URL(page ?? '').pathname,
    query: '',
    headers: [
      ['host', 'stripe.localhost'],
      ['origin', origin],
    ],
    body: Buffer.from(new URLSearchParams(form).toString()),
    sourceIp: '127.0.0.1',
  });
  return { ...answer, text: Buffer.from(body as Uint8Array).toString() };
}

async function periodEnd(id: string): Promise<string> {
  const { items } = await stripe.subscriptions.retrieve(id);
  return new Date((items.data[0]?.current_period_end ?? 0) * 1000).toISOString().slice(0, 10);
}

function move(days: number): void {
  clock.moveTo(clock.now() + days * DAY_MS);
  service.advance();
}
