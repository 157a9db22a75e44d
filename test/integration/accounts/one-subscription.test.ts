import Stripe from 'stripe';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Billing } from '#contract/accounts/billing';
import { sharedCloud } from '#test/helpers/cloud';
import { request } from '#test/helpers/request';
import { newUser, prove, type TestUser } from '#test/helpers/users';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
const PAID = { card: '4242 4242 4242 4242' };
let stripe: Stripe;
let owner: TestUser;
beforeAll(() => {
  const { hostname, port } = new URL(cloud.addresses.aws);
  stripe = new Stripe('sk_test_local', { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 });
});
beforeEach(async () => {
  owner = await newUser(cloud);
});

async function checkout(): Promise<string> {
  const { prices } = await ok(owner, 'getBilling');
  const price = prices.find(
    ({ plan, interval, currency }) => `${plan} ${interval} ${currency}` === 'professional month usd',
  );
  const { url } = await ok(owner, 'createCheckoutSession', {
    body: {
      priceId: price?.id ?? '',
      userId: owner.userId,
      userEmail: owner.email,
      successUrl: `${cloud.addresses.app}/thank-you?success=true&plan=professional`,
      cancelUrl: `${cloud.addresses.app}/billing?canceled=true`,
    },
  });
  return url;
}

const pay = (url: string) =>
  request(url, {
    method: 'POST',
    headers: { origin: new URL(url).origin, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(PAID).toString(),
  });

const until = (what: string, holds: (billing: Billing) => boolean) =>
  waitFor(what, async () => {
    const billing = await ok(owner, 'getBilling');
    return holds(billing) ? billing : undefined;
  });

async function subscribed(): Promise<Stripe.Subscription> {
  await pay(await checkout());
  const { subscription } = await until('the subscription', (billing) => billing.subscription !== null);
  return stripe.subscriptions.retrieve(subscription?.stripe_subscription_id ?? '');
}

describe('an account', () => {
  it('pays on the last page of checkout that it opened, and on no other', async () => {
    const [first, second] = [await checkout(), await checkout()];
    await pay(first);
    expect((await ok(owner, 'getBilling')).subscription).toBeNull();
    await pay(second);
    await until('the subscription', (billing) => billing.subscription !== null);
  });

  it('keeps its first subscription where a second one was paid, which ends and is refunded', async () => {
    const first = await subscribed();
    const second = await stripe.subscriptions.create({
      customer: String(first.customer),
      items: [{ price: first.items.data[0]?.price.id ?? '' }],
    });
    await waitFor('the second to end', async () =>
      (await stripe.subscriptions.retrieve(second.id)).status === 'canceled' ? true : undefined,
    );
    const invoice = await stripe.invoices.retrieve(String(second.latest_invoice));
    expect(invoice.amount_paid).toBeGreaterThan(0);
    expect(invoice.post_payment_credit_notes_amount).toBe(invoice.amount_paid);
    expect((await stripe.subscriptions.retrieve(first.id)).status).toBe('trialing');
    expect((await ok(owner, 'getBilling')).subscription?.stripe_subscription_id).toBe(first.id);
  });

  it('gets no trial of the alpha programme on top of a subscription’s', async () => {
    await subscribed();
    expect(await ok(owner, 'getAlpha')).toMatchObject({ givesTrial: false });
    await refused(owner, 'claimAlphaTrial', 'account.alpha_not_open');
  });

  it('begins nothing while it is being deleted, and pays on as before when that is undone', async () => {
    const { id } = await subscribed();
    const renews = async () => !(await stripe.subscriptions.retrieve(id)).cancel_at_period_end;
    const name = (await ok(owner, 'getMe')).accounts[0]?.name ?? '';
    await prove(owner);
    await ok(owner, 'requestAccountDeletion', { body: { name } });
    await waitFor('the renewal to stop', async () => ((await renews()) ? undefined : true));
    await refused(owner, 'reactivateSubscription', 'account.deleting');
    await refused(owner, 'inviteMember', 'account.deleting', {
      body: { email: 'new@example.net', role: 'member' },
    });
    await ok(owner, 'undoAccountDeletion');
    await waitFor('the renewal to go on', async () => ((await renews()) ? true : undefined));
  });
});
