import { randomUUID } from 'node:crypto';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import StripeClient from 'stripe';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { AccountId, UserId } from '#contract/base/ids';
import { getBilling } from '#core/accounts/billing/billing';
import {
  cancelSubscription,
  changePlan,
  previewPlanChange,
  reactivateSubscription,
} from '#core/accounts/billing/change-subscription';
import { createCheckoutSession, createPortalSession } from '#core/accounts/billing/checkout';
import { ensureCustomer } from '#core/accounts/billing/customer';
import { syncSubscription } from '#core/accounts/billing/sync';
import type { Actor } from '#platform/actor';
import { payments, type Stripe } from '#platform/payments';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { storeAccount, storeMember } from '#test/helpers/stored-items';

withLocalTable();
beforeAll(() => {
  Object.assign(process.env, { APP_ORIGIN: 'https://app.parley.example', STRIPE_TAX: 'off' });
});

const NOW = new Date('2030-03-10T12:00:00Z');
const clock = () => NOW;
/** Named as our prices are: `parley_starter_month_eur`. */
const priceOf = (key: string) => {
  const [, plan = '', interval = '', currency = ''] = key.split('_');
  return {
    id: key,
    currency,
    unit_amount: 2_900,
    lookup_key: key,
    metadata: { plan },
    recurring: { interval },
  };
};
const refuses = () => Promise.reject(new Error('Stripe is away.'));

/** A Stripe that knows the customer and the price; what else it does, the test says. */
async function scene(more: object) {
  const accountId = AccountId.parse(randomUUID());
  const userId = UserId.parse(randomUUID());
  await storeAccount(accountId);
  await storeMember(accountId, userId);
  const actor = { accountId, userId, profileRole: 'client', teamRole: 'owner' } as Actor;
  const stripe = {
    customers: {
      create: async () => ({ id: `cus_${accountId}` }),
      update: async (id: string) => ({ id }),
    },
    prices: {
      list: async ({ lookup_keys }: { readonly lookup_keys: readonly string[] }) => ({
        data: lookup_keys.map(priceOf),
      }),
    },
    ...more,
  } as unknown as Stripe;
  const deps = { clock, stripe };
  await ensureCustomer(deps, { accountId, email: 'a@example.com', name: 'Example' });
  return { deps, actor, userId, accountId };
}

const RUNNING = {
  id: 'sub_1',
  status: 'active',
  currency: 'eur',
  created: 1_900_000_000,
  cancel_at_period_end: false,
  cancel_at: null as number | null,
  discounts: [],
  trial_end: null,
  latest_invoice: null,
  items: {
    data: [
      {
        id: 'si_1',
        price: priceOf('parley_starter_month_eur'),
        current_period_start: 1_900_000_000,
        current_period_end: 1_902_000_000,
      },
    ],
  },
};

const ORDER = {
  priceId: 'parley_starter_month_eur',
  userEmail: 'a@example.com',
  successUrl: 'https://app.parley.example/thank-you',
  cancelUrl: 'https://app.parley.example/billing',
};

const cardError = (code: string) =>
  new StripeClient.errors.StripeCardError({ type: 'card_error', message: 'Declined.', code } as never);

/** An account whose subscription was read once. */
async function subscribed(subscriptions: object, more: object = {}) {
  const one = await scene({
    ...more,
    subscriptions: {
      list: async () => ({ data: [RUNNING] }),
      retrieve: async () => RUNNING,
      ...subscriptions,
    },
  });
  await syncSubscription(one.deps, one.accountId);
  return one;
}

const begin = async (sessions: object) => {
  const { deps, actor, userId } = await scene({
    checkout: { sessions: { list: async () => ({ data: [] }), ...sessions } },
  });
  return createCheckoutSession(deps, actor, { ...ORDER, userId });
};
const manage = async (sessions: object) => {
  const { deps, actor, userId } = await scene({ billingPortal: { sessions } });
  return createPortalSession(deps, actor, { userId, returnUrl: 'https://app.parley.example/billing' });
};

describe('what Stripe does not do', () => {
  it.each([
    ['billing.checkout_failed', () => begin({ create: refuses })],
    ['billing.no_checkout_url', () => begin({ create: async () => ({ url: null }) })],
    ['billing.portal_failed', () => manage({ create: refuses })],
    ['billing.no_portal_url', () => manage({ create: async () => ({ url: null }) })],
  ] as const)('is told as %s', async (code, call) => {
    await expectRefusal(call(), code);
  });

  it('is told of the customer and the prices, too', async () => {
    const { deps, actor, userId } = await scene({});
    const away = { ...deps, stripe: { customers: { create: refuses }, prices: { list: refuses } } as never };
    await expectRefusal(
      ensureCustomer(away, { accountId: AccountId.parse(randomUUID()), email: 'a@example.com', name: 'A' }),
      'billing.checkout_failed',
    );
    // Prices are kept for minutes.
    const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
    await expectRefusal(createCheckoutSession(away, actor, { ...ORDER, userId }), 'billing.checkout_failed');
    later.mockRestore();
  });

  it('is told of a cancellation, and leaves the subscription as it was', async () => {
    const { deps, actor, userId } = await subscribed({ update: refuses });
    await expectRefusal(
      cancelSubscription(deps, actor, { subscriptionId: 'sub_1', userId }),
      'billing.cancel_failed',
    );
  });

  it.each([
    ['billing.change_failed', refuses],
    ['billing.change_failed', () => Promise.reject(cardError('card_declined'))],
  ] as const)('is told of a change of plan as %s', async (code, update) => {
    const { deps, actor } = await subscribed({ update });
    await expectRefusal(changePlan(deps, actor, 'parley_enterprise_month_eur'), code);
  });

  it('is told of a subscription that can not be read before a change', async () => {
    const { deps, actor } = await subscribed({ retrieve: refuses });
    await expectRefusal(
      previewPlanChange(deps, actor, 'parley_enterprise_month_eur'),
      'billing.change_failed',
    );
  });
});

describe('a stage without payments', () => {
  it('says so', async () => {
    const former = process.env.PAYMENTS_SECRET_ARN;
    vi.spyOn(SecretsManagerClient.prototype, 'send').mockImplementation(async () => ({
      SecretString: JSON.stringify({ secretKey: '', webhookSecret: '' }),
    }));
    process.env.PAYMENTS_SECRET_ARN = 'payments';
    await expect(payments()).rejects.toMatchObject({
      code: 'billing.not_configured',
      message: 'Payments are not set up here.',
    });
    if (former === undefined) delete process.env.PAYMENTS_SECRET_ARN;
  });
});

/** A subscription that ends, and goes on when it is told to. */
async function ending(how: { cancel_at_period_end: boolean; cancel_at: number | null }) {
  let running = { ...RUNNING, ...how };
  const update = vi.fn(async (_: string, change: object) => {
    if ('cancel_at_period_end' in change) running = { ...running, cancel_at_period_end: false };
    if ('cancel_at' in change) running = { ...running, cancel_at: null };
    return running;
  });
  const one = await subscribed({
    list: async () => ({ data: [running] }),
    retrieve: async () => running,
    update,
  });
  return { ...one, update };
}

describe('a subscription that ends', () => {
  it.each([
    ['by a call', { cancel_at_period_end: true, cancel_at: null }],
    ['by Stripe’s page', { cancel_at_period_end: false, cancel_at: 1_902_000_000 }],
  ])('%s is told as ending, is not ended twice, and goes on when it is kept', async (_, how) => {
    const { deps, actor, userId, update } = await ending(how);
    const at = '2030-04-09T21:20:00.000Z';
    expect(await getBilling(clock, actor)).toMatchObject({
      standing: { state: 'ending', plan: 'starter', at },
      subscription: { ends_at: at },
    });
    await cancelSubscription(deps, actor, { subscriptionId: 'sub_1', userId });
    expect(update).not.toHaveBeenCalled();
    expect(await reactivateSubscription(deps, actor)).toMatchObject({
      standing: { state: 'active' },
      subscription: { ends_at: null },
    });
  });
});

describe('a change of plan', () => {
  it.each(['past_due', 'unpaid'])(
    'waits for the open invoice of a subscription that is %s',
    async (status) => {
      const update = vi.fn();
      // What was read of it last may say that all is well still.
      const { deps, actor } = await subscribed({ update, retrieve: async () => ({ ...RUNNING, status }) });
      const refused = { code: 'billing.payment_due' };
      await expect(previewPlanChange(deps, actor, 'parley_enterprise_month_eur')).rejects.toMatchObject(
        refused,
      );
      await expect(changePlan(deps, actor, 'parley_enterprise_month_eur')).rejects.toMatchObject(refused);
      expect(update).not.toHaveBeenCalled();
    },
  );

  it('that is not paid at once waits until its invoice is paid, and no longer than Stripe says', async () => {
    let running: object = RUNNING;
    const update = vi.fn(async () => {
      running = {
        ...RUNNING,
        cancel_at_period_end: true,
        latest_invoice: { id: 'in_2', status: 'open', hosted_invoice_url: 'https://pay.example/in_2' },
        pending_update: {
          expires_at: NOW.getTime() / 1_000 + 82_800,
          subscription_items: [{ ...RUNNING.items.data[0], price: priceOf('parley_enterprise_month_eur') }],
        },
      };
    });
    const { deps, actor } = await subscribed({ list: async () => ({ data: [running] }), update });
    const billing = await changePlan(deps, actor, 'parley_enterprise_month_eur');
    expect(billing).toMatchObject({
      plan: 'starter',
      pendingChange: {
        plan: 'enterprise',
        interval: 'month',
        until: '2030-03-11T11:00:00.000Z',
        url: 'https://pay.example/in_2',
      },
    });
    // While it waits the cancellation stands: Stripe would refuse the call that takes it back beside the change.
    expect(update).toHaveBeenCalledTimes(1);
    expect((await getBilling(() => new Date('2030-03-11T11:00:00Z'), actor)).pendingChange).toBeNull();
  });

  it('that is made takes a cancellation back', async () => {
    // Both may be set: by us, and of a subscription of before flexible billing.
    const { deps, actor, update } = await ending({ cancel_at_period_end: true, cancel_at: 1_902_000_000 });
    const { subscription } = await changePlan(deps, actor, 'parley_enterprise_month_eur');
    expect(subscription).toMatchObject({ ends_at: null });
    expect(update.mock.calls.map(([, change]) => Object.keys(change))).toEqual([
      ['items', 'proration_behavior', 'payment_behavior'],
      ['cancel_at_period_end'],
      ['cancel_at'],
    ]);
  });

  it('is told with the credit and the discounts that are part of it', async () => {
    const { deps, actor } = await subscribed(
      {},
      {
        invoices: {
          createPreview: async () => ({
            currency: 'eur',
            total: 5_600,
            amount_due: 4_600,
            lines: {
              data: [
                { description: 'Unused time', amount: -2_320, discount_amounts: [] },
                { description: 'Remaining time', amount: 9_900, discount_amounts: [{ amount: 1_980 }] },
              ],
            },
          }),
        },
      },
    );
    expect(await previewPlanChange(deps, actor, 'parley_enterprise_month_eur')).toMatchObject({
      total: 5_600,
      credit: 1_000,
      lines: [{ amount: -2_320 }, { amount: 7_920 }],
    });
  });

  it('stays in the currency that the subscription has', async () => {
    const { deps, actor } = await subscribed({});
    await expectRefusal(changePlan(deps, actor, 'parley_enterprise_month_usd'), 'billing.plan_invalid');
  });

  it('is refused of a subscription to a price that is none of ours', async () => {
    const [item] = RUNNING.items.data;
    const items = { data: [{ ...item, price: { ...item?.price, metadata: {} } }] };
    const { deps, actor } = await subscribed({ retrieve: async () => ({ ...RUNNING, items }) });
    await expect(changePlan(deps, actor, 'parley_enterprise_month_eur')).rejects.toMatchObject({
      code: 'billing.subscription_plan_invalid',
      message: 'Invalid subscription plan',
    });
  });

  it('is not told as failed where only its outcome could not be read', async () => {
    let isAway = false;
    const { deps, actor, userId } = await subscribed({
      list: async () => (isAway ? refuses() : { data: [RUNNING] }),
      update: async () => {
        isAway = true;
      },
    });
    const billing = await cancelSubscription(deps, actor, { subscriptionId: 'sub_1', userId });
    expect(billing.subscription).toMatchObject({ id: 'sub_1' });
  });
});

describe('what a caller says of somebody else', () => {
  it('is refused in words about the caller', async () => {
    const { deps, actor } = await scene({});
    await expect(
      createCheckoutSession(deps, actor, { ...ORDER, userId: UserId.parse(randomUUID()) }),
    ).rejects.toMatchObject({
      code: 'billing.user_mismatch',
      message: 'This can only be done for the signed-in user.',
    });
  });
});
