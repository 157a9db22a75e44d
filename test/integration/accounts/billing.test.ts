import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Billing, Price } from '#contract/accounts/billing';
import { sharedCloud } from '../../helpers/cloud';
import { newestMail } from '../../helpers/inbox';
import { request } from '../../helpers/request';
import { newUser, type TestUser } from '../../helpers/users';
import { waitFor } from '../../helpers/wait-for';
import { sendTo } from '../queues';
import { ok, refused } from '../responses';
import { operatorTable } from '../table';

const cloud = sharedCloud();
let owner: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  [owner, stranger] = [await newUser(cloud), await newUser(cloud)];
});

const addresses = () => ({
  successUrl: `${cloud.addresses.app}/thank-you?success=true&plan=professional`,
  cancelUrl: `${cloud.addresses.app}/billing?canceled=true`,
});
const priceOf = ({ prices }: Billing, plan: string, interval = 'month', currency = 'usd') =>
  prices.find(
    (each) => each.plan === plan && each.interval === interval && each.currency === currency,
  ) as Price;

async function beginCheckout(user: TestUser, plan: string): Promise<string> {
  const billing = await ok(user, 'getBilling');
  const { url } = await ok(user, 'createCheckoutSession', {
    body: {
      priceId: priceOf(billing, plan).id,
      userId: user.userId,
      userEmail: user.email,
      ...addresses(),
    },
  });
  return url;
}

/** Posts the form of one of the hosted pages, as a browser does. */
async function post(url: string, form: Readonly<Record<string, string>>) {
  return request(url, {
    method: 'POST',
    headers: { origin: new URL(url).origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(form).toString(),
  });
}

/** As the rule of the stage does every day. */
const sendDaily = () => sendTo(cloud, /AccountJobs/, { kind: 'plan_ends_due' });

const until = (user: TestUser, what: string, holds: (billing: Billing) => boolean) =>
  waitFor(what, async () => {
    const billing = await ok(user, 'getBilling');
    return holds(billing) ? billing : undefined;
  });

describe('an account that has never paid', () => {
  it('sees prices of every plan, its trial, and no invoice', async () => {
    const billing = await ok(owner, 'getBilling');
    expect(billing).toMatchObject({
      plan: 'starter',
      standing: { state: 'trial', plan: 'starter' },
      subscription: null,
      trialDaysLeft: 14,
    });
    expect(billing.prices).toHaveLength(12);
    expect(priceOf(billing, 'professional', 'year', 'eur').amount).toBe(95_040);
    expect(await ok(owner, 'getBillingHistory', { body: { userId: owner.userId } })).toEqual({
      invoices: [],
    });
  });

  it('has nothing to change, cancel or manage', async () => {
    const { prices } = await ok(owner, 'getBilling');
    const code = 'billing.no_subscription';
    await refused(owner, 'cancelSubscription', code, {
      body: { subscriptionId: 'sub_1', userId: owner.userId },
    });
    await refused(owner, 'reactivateSubscription', code);
    await refused(owner, 'previewPlanChange', code, { body: { priceId: prices[0]?.id } });
    const returnUrl = `${cloud.addresses.app}/billing`;
    await refused(owner, 'createPortalSession', code, { body: { userId: owner.userId, returnUrl } });
  });

  it('is refused a price, a user and a page that are not its own', async () => {
    const { prices } = await ok(owner, 'getBilling');
    const body = {
      priceId: prices[0]?.id,
      userId: owner.userId,
      userEmail: owner.email,
      ...addresses(),
    };
    const begin = (changes: object, code: Parameters<typeof refused>[2]) =>
      refused(owner, 'createCheckoutSession', code, { body: { ...body, ...changes } });
    await begin({ priceId: 'price_of_somebody' }, 'billing.plan_invalid');
    await begin({ userId: stranger.userId }, 'billing.user_mismatch');
    await begin({ successUrl: 'https://parley.example.evil/thank-you' }, 'request.invalid');
    await refused(owner, 'getBillingHistory', 'billing.user_mismatch', { body: { userId: stranger.userId } });
  });
});

describe('billing details', () => {
  const details = {
    name: 'Muster GmbH',
    line1: 'Hauptstraße 1',
    line2: '',
    postalCode: '10115',
    city: 'Berlin',
    country: 'DE',
    taxId: 'DE123456789',
  };

  it('are kept with Stripe, and refused where they are none', async () => {
    const user = await newUser(cloud);
    expect(await ok(user, 'getPayment')).toEqual({ next: null, method: null, credit: null, details: null });
    const saved = { ...details, email: user.email };
    for (let times = 0; times < 2; times += 1)
      expect((await ok(user, 'updateBillingDetails', { body: details })).details).toEqual(saved);
    await refused(user, 'updateBillingDetails', 'billing.tax_id_invalid', {
      body: { ...details, name: 'Other', taxId: 'DE12' },
    });
    await refused(user, 'updateBillingDetails', 'request.invalid', {
      body: { ...details, country: 'Germany' },
    });
    expect((await ok(user, 'getPayment')).details).toEqual(saved);
    expect((await ok(stranger, 'getPayment')).details).toBeNull();
  });
});

describe('the name of an account', () => {
  it('is changed by its owner, and told to its customers', async () => {
    const user = await newUser(cloud);
    await refused(user, 'renameAccount', 'request.invalid', { body: { name: ' ' } });
    for (let times = 0; times < 2; times += 1)
      expect(await ok(user, 'renameAccount', { body: { name: 'Miller & Sons' } })).toEqual({
        name: 'Miller & Sons',
      });
    expect((await ok(user, 'getMe')).accounts[0]?.name).toBe('Miller & Sons');
  });
});

describe('a trial', () => {
  it('can be one of Professional without a card, and of Enterprise not', async () => {
    const user = await newUser(cloud);
    const { standing } = await ok(user, 'getBilling');
    expect(await ok(user, 'tryPlan', { body: { plan: 'professional' } })).toMatchObject({
      plan: 'professional',
      standing: { ...standing, plan: 'professional' },
      trialDaysLeft: 14,
    });
    await refused(user, 'tryPlan', 'request.invalid', { body: { plan: 'enterprise' } });
    expect((await ok(user, 'getMe')).accounts[0]?.plan).toBe('professional');
  });

  it('that ends within days is told of in the dashboard and by mail when the daily message comes', async () => {
    const user = await newUser(cloud);
    const table = operatorTable(cloud);
    const trialEndsAt = new Date(Date.now() + 86_400_000).toISOString();
    await table.set({ pk: `ACCOUNT#${user.accountId}`, sk: 'ACCOUNT' }, 'trialEndsAt', trialEndsAt);
    const told = () =>
      waitFor('the notification', async () => {
        // An account is listed among those that try some seconds after it is made; the message again changes nothing.
        await sendDaily();
        const { items } = await ok(user, 'listNotifications');
        return items.find(({ kind }) => kind === 'trial_ending');
      });
    expect(await told()).toMatchObject({ name: 'Starter', detail: trialEndsAt, path: '/billing' });
    await newestMail(cloud, user.email, ({ subject }) =>
      subject.startsWith('Your trial of the Starter plan ends on'),
    );
  });
});

describe('a subscription', () => {
  it('begins by the payment page, changes, ends with its period, and is kept again', async () => {
    const url = await beginCheckout(owner, 'starter');
    expect((await post(url, { card: '4000 0000 0000 0002' })).text()).toContain('declined');
    expect((await ok(owner, 'getBilling')).subscription).toBeNull();
    expect((await post(url, { card: '4242 4242 4242 4242' })).status).toBe(303);
    const begun = await until(owner, 'the subscription', ({ subscription }) => subscription !== null);
    // What is left of the trial comes first.
    expect(begun).toMatchObject({ plan: 'starter', standing: { state: 'starting' }, trialDaysLeft: 0 });
    const { id = '' } = begun.subscription ?? {};
    await refused(owner, 'createCheckoutSession', 'billing.subscribed', {
      body: {
        priceId: priceOf(begun, 'starter').id,
        userId: owner.userId,
        userEmail: owner.email,
        ...addresses(),
      },
    });

    const professional = priceOf(begun, 'professional').id;
    const preview = await ok(owner, 'previewPlanChange', { body: { priceId: professional } });
    expect(preview).toMatchObject({ currency: 'usd', total: 0 });
    expect(await ok(owner, 'changePlan', { body: { priceId: professional } })).toMatchObject({
      plan: 'professional',
    });
    const me = await ok(owner, 'getMe');
    expect(me.accounts[0]).toMatchObject({ plan: 'professional' });

    const body = { subscriptionId: id, userId: owner.userId };
    await refused(stranger, 'cancelSubscription', 'billing.no_subscription', {
      body: { ...body, userId: stranger.userId },
    });
    for (let times = 0; times < 2; times += 1)
      expect((await ok(owner, 'cancelSubscription', { body })).standing.state).toBe('ending');
    expect((await ok(owner, 'reactivateSubscription')).standing.state).toBe('starting');
    const { invoices } = await ok(owner, 'getBillingHistory', { body: { userId: owner.userId } });
    expect(invoices[0]).toMatchObject({
      status: 'paid',
      currency: 'usd',
      lines: [{ plan: 'starter', amount: 0 }],
    });
    expect(await ok(owner, 'getPayment')).toMatchObject({
      next: { currency: 'usd', total: 9_900, credit: 0, at: begun.standing.at },
      method: { type: 'card', card: { brand: 'visa', last4: '4242' } },
    });
    await refused(owner, 'tryPlan', 'billing.no_trial', { body: { plan: 'starter' } });
    const pdf = await request(invoices[0]?.pdf ?? '', {});
    expect(pdf.body.subarray(0, 5).toString()).toBe('%PDF-');
    const portal = await ok(owner, 'createPortalSession', {
      body: { userId: owner.userId, returnUrl: `${cloud.addresses.app}/billing` },
    });
    expect((await request(portal.url, {})).text()).toContain('Parley Professional');
    // As Stripe's own page does it, by another field than our call.
    await post(portal.url, { cancel: 'yes' });
    await until(owner, 'the ending', ({ standing }) => standing.state === 'ending');
    expect((await ok(owner, 'getMe')).accounts[0]?.standing.state).toBe('ending');
    expect((await ok(owner, 'reactivateSubscription')).standing.state).toBe('starting');
  });
});

describe('an event', () => {
  const send = (body: string, signature: string) =>
    request(`${cloud.addresses.app}/api/webhooks/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
      body,
    });

  it('without the right signature changes nothing', async () => {
    const body = JSON.stringify({ id: 'evt_1', object: 'event', type: 'invoice.paid', data: { object: {} } });
    const at = Math.floor(Date.now() / 1000);
    const forged = createHmac('sha256', 'another').update(`${at}.${body}`).digest('hex');
    for (const signature of ['', `t=${at},v1=${forged}`]) {
      const answer = await send(body, signature);
      expect(`${answer.status} ${answer.text()}`).toMatch(/^400 .*billing.signature_invalid/);
    }
  });
});
