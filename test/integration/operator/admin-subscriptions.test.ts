import { beforeAll, describe, expect, it } from 'vitest';
import type { AdminSubscription } from '#contract/operator/admin';
import { sharedCloud } from '../../helpers/cloud';
import { adminTokens } from '../../helpers/dashboard';
import { request } from '../../helpers/request';
import { type ApiClient, apiClient, newUser, type TestUser } from '../../helpers/users';
import { waitFor } from '../../helpers/wait-for';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
let admin: ApiClient;
let customer: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  admin = apiClient(cloud, (await adminTokens(cloud)).accessToken);
  [customer, stranger] = [await newUser(cloud), await newUser(cloud)];
});

/** An account has the id of who made it. */
const path = () => ({ accountId: customer.userId });

/** Subscribes with a card whose bank asks first. */
async function subscribe(): Promise<void> {
  const { prices } = await ok(customer, 'getBilling');
  const { url } = await ok(customer, 'createCheckoutSession', {
    body: {
      priceId: prices.find(({ plan, interval }) => plan === 'starter' && interval === 'month')?.id,
      userId: customer.userId,
      userEmail: customer.email,
      successUrl: `${cloud.addresses.app}/thank-you?success=true&plan=starter`,
      cancelUrl: `${cloud.addresses.app}/billing?canceled=true`,
    },
  });
  const post = (form: Readonly<Record<string, string>>) =>
    request(url, {
      method: 'POST',
      headers: { origin: new URL(url).origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    });
  const card = '4000 0025 0000 3155';
  expect((await post({ card })).text()).toContain('Your bank asks');
  expect((await post({ card, authentication: 'fail' })).text()).toContain('unable to authenticate');
  expect((await ok(customer, 'getBilling')).subscription).toBeNull();
  expect((await post({ card, authentication: 'complete' })).status).toBe(303);
  await waitFor('the subscription', async () => (await ok(customer, 'getBilling')).subscription ?? undefined);
}

describe('an administrator of the platform', () => {
  it('ends a subscription with its period, takes it back, and ends it at once', async () => {
    await subscribe();
    const act = (body: object) =>
      ok(admin, 'actOnSubscription', { path: path(), body }) as Promise<AdminSubscription>;
    const canceled = await act({ action: 'cancel', at: 'period_end', reason: 'Asked by mail' });
    expect(canceled).toMatchObject({ plan: 'starter', standing: { state: 'ending' } });
    expect((await act({ action: 'reactivate' })).standing.state).toBe('starting');
    expect(await act({ action: 'cancel', at: 'now', reason: 'Fraud' })).toMatchObject({
      plan: 'free',
      status: 'canceled',
      standing: { state: 'canceled', plan: 'starter' },
    });
    await refused(admin, 'actOnSubscription', 'admin.subscription_not_found', {
      path: path(),
      body: { action: 'reactivate' },
    });
    const { items } = await ok(admin, 'listAdminLog', { query: { action: 'subscription_canceled' } });
    expect(items.filter(({ subject }) => subject?.id === customer.userId).map(({ note }) => note)).toEqual([
      'Fraud',
      'Asked by mail',
    ]);
  });

  it('refunds a part of what was paid, once however often it is sent, and never more than was paid', async () => {
    // The trial was used up by the first subscription: this one is paid at once.
    await subscribe();
    const { invoices } = await ok(admin, 'listAccountInvoices', { path: path() });
    const invoice = invoices.find(({ paid }) => paid > 0);
    expect(invoice).toMatchObject({ status: 'paid', refunded: 0 });
    const body = { action: 'refund', invoiceId: invoice?.id, amount: 500, refunded: 0, reason: 'Outage' };
    const refund = (changes: object) =>
      ({ path: path(), body: { ...body, ...changes } }) as Parameters<typeof ok>[2];
    await Promise.all([
      ok(admin, 'actOnSubscription', refund({})),
      ok(admin, 'actOnSubscription', refund({})),
    ]);
    await ok(admin, 'actOnSubscription', refund({}));
    const [shown] = (
      await ok(customer, 'getBillingHistory', { body: { userId: customer.userId } })
    ).invoices.filter(({ id }) => id === invoice?.id);
    expect(shown).toMatchObject({ refunded: 500 });
    await refused(admin, 'actOnSubscription', 'admin.refund_changed', refund({ amount: 700 }));
    const left = (invoice?.paid ?? 0) - 500;
    await refused(
      admin,
      'actOnSubscription',
      'admin.refund_too_large',
      refund({ amount: left + 1, refunded: 500 }),
    );
    await ok(admin, 'actOnSubscription', refund({ amount: left, refunded: 500 }));
  });

  it('gives nothing back of the invoice of another account', async () => {
    const { invoices } = await ok(admin, 'listAccountInvoices', { path: path() });
    const { prices } = await ok(stranger, 'getBilling');
    await ok(stranger, 'createCheckoutSession', {
      body: {
        priceId: prices[0]?.id,
        userId: stranger.userId,
        userEmail: stranger.email,
        successUrl: `${cloud.addresses.app}/thank-you`,
        cancelUrl: `${cloud.addresses.app}/billing`,
      },
    });
    await refused(admin, 'actOnSubscription', 'admin.refund_too_large', {
      path: { accountId: stranger.userId },
      body: { action: 'refund', invoiceId: invoices[0]?.id, amount: 1, refunded: 0, reason: 'x' },
    });
  });

  it('is the only one who may, and names an account that is there', async () => {
    const body = { action: 'reactivate' };
    await refused(customer, 'actOnSubscription', 'auth.admin_required', { path: path(), body });
    await refused(customer, 'listAccountInvoices', 'auth.admin_required', { path: path() });
    await refused(admin, 'actOnSubscription', 'admin.account_not_found', {
      path: { accountId: crypto.randomUUID() },
      body,
    });
    await refused(admin, 'actOnSubscription', 'request.invalid', {
      path: path(),
      body: { action: 'cancel', at: 'now', reason: ' ' },
    });
  });
});
