import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { beforeAll, describe, expect, it } from 'vitest';
import type { UpdateBillingDetails } from '#contract/accounts/billing';
import { AccountId, UserId } from '#contract/base/ids';
import { ensureCustomer } from '#core/accounts/billing/customer';
import { getPayment, updateBillingDetails } from '#core/accounts/billing/payment';
import { renameAccount } from '#core/accounts/billing/rename-account';
import { tryPlan } from '#core/accounts/billing/try-plan';
import { loadAccount } from '#core/accounts/plan';
import type { Actor } from '#platform/actor';
import { withLocalTable } from '#test/helpers/local-table';
import { expectRefusal } from '#test/helpers/refusal';
import { storeAccount, storeMember } from '#test/helpers/stored-items';

withLocalTable();
beforeAll(() => {
  process.env.APP_ORIGIN = 'https://app.parley.example';
});

const NOW = new Date('2030-03-10T12:00:00Z');
const clock = () => NOW;
const DETAILS: UpdateBillingDetails = {
  name: 'Muster GmbH',
  line1: 'Hauptstraße 1',
  line2: '',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  taxId: 'DE 123 456 789',
};

async function person(account: Parameters<typeof storeAccount>[1] = {}) {
  const accountId = AccountId.parse(randomUUID());
  const userId = UserId.parse(randomUUID());
  await storeAccount(accountId, account);
  await storeMember(accountId, userId);
  return { accountId, userId, profileRole: 'client', teamRole: 'owner' } as Actor;
}

/** A Stripe that keeps one customer and its tax numbers, and refuses the number that ends in 0. */
function stripeOf(customer: object = {}) {
  const kept = {
    name: 'Account',
    email: 'a@example.com',
    balance: 0,
    address: null,
    currency: 'eur',
    ...customer,
  };
  const taxIds: { id: string; type: string; value: string }[] = [];
  const stripe = {
    customers: {
      create: async () => ({ id: 'cus_1' }),
      update: async (id: string, changes: object) => ({ id, ...Object.assign(kept, changes) }),
      retrieve: async () => ({
        ...kept,
        invoice_settings: {
          default_payment_method: {
            type: 'card',
            card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2031 },
          },
        },
      }),
    },
    taxIds: {
      list: async () => ({ data: [...taxIds] }),
      create: async ({ type, value }: { type: string; value: string }) => {
        if (value.endsWith('0'))
          throw new Stripe.errors.StripeInvalidRequestError({
            type: 'invalid_request_error',
            code: 'tax_id_invalid',
            message: 'Invalid value.',
          });
        taxIds.push({ id: `txi_${taxIds.length}`, type, value });
      },
      del: async (id: string) =>
        void taxIds.splice(
          taxIds.findIndex((one) => one.id === id),
          1,
        ),
    },
  };
  return { stripe: stripe as unknown as Stripe, taxIds };
}

describe('what is paid', () => {
  it('is nothing where nobody is a customer yet, without Stripe being asked', async () => {
    const asked = () => Promise.reject(new Error('Nobody asks.'));
    expect(await getPayment(asked, await person())).toEqual({
      next: null,
      method: null,
      credit: null,
      details: null,
    });
  });

  it('tells the card, the credit and the name on invoices', async () => {
    const actor = await person();
    const { stripe } = stripeOf({ balance: -1_200 });
    await ensureCustomer({ clock, stripe }, { ...actor, email: 'a@example.com', name: 'Account' });
    expect(await getPayment(async () => stripe, actor)).toMatchObject({
      next: null,
      method: { type: 'card', card: { brand: 'visa', last4: '4242', month: 4, year: 2031 } },
      credit: { amount: 1_200, currency: 'eur' },
      details: { name: 'Account', country: '' },
    });
  });

  it('says when Stripe does not answer', async () => {
    const actor = await person();
    const { stripe } = stripeOf();
    await ensureCustomer({ clock, stripe }, { ...actor, email: 'a@example.com', name: 'Account' });
    await expectRefusal(
      getPayment(() => Promise.reject(new Error('away')), actor),
      'billing.details_failed',
    );
  });
});

describe('billing details', () => {
  it('are kept with the tax number as it is written, and kept once when saved again', async () => {
    const actor = await person();
    const { stripe, taxIds } = stripeOf();
    for (let times = 0; times < 2; times += 1)
      expect((await updateBillingDetails({ clock, stripe }, actor, DETAILS)).details).toMatchObject({
        name: 'Muster GmbH',
        city: 'Berlin',
        country: 'DE',
        taxId: 'DE123456789',
      });
    expect(taxIds.map(({ type }) => type)).toEqual(['eu_vat']);
    await updateBillingDetails({ clock, stripe }, actor, {
      ...DETAILS,
      country: 'CH',
      taxId: 'CHE-123.456.789 MWST',
    });
    expect(taxIds.map(({ type, value }) => `${type} ${value}`)).toEqual(['ch_vat CHE123456789MWST']);
    await updateBillingDetails({ clock, stripe }, actor, { ...DETAILS, taxId: '' });
    expect(taxIds).toEqual([]);
  });

  it('keep what they were where the number is none of its country', async () => {
    const actor = await person();
    const { stripe, taxIds } = stripeOf();
    await updateBillingDetails({ clock, stripe }, actor, DETAILS);
    for (const wrong of [
      { taxId: 'FR123456789' },
      { taxId: 'DE123456780' },
      { country: 'BR', taxId: '12345' },
    ])
      await expectRefusal(
        updateBillingDetails({ clock, stripe }, actor, { ...DETAILS, name: 'Other', ...wrong }),
        'billing.tax_id_invalid',
      );
    expect(taxIds.map(({ value }) => value)).toEqual(['DE123456789']);
    expect((await getPayment(async () => stripe, actor)).details?.name).toBe('Muster GmbH');
  });
});

describe('another name of the account', () => {
  it('is told to Stripe unless its billing details say their own, and holds without Stripe', async () => {
    const actor = await person();
    const { stripe } = stripeOf({ name: 'Example' });
    await ensureCustomer({ clock, stripe }, { ...actor, email: 'a@example.com', name: 'Example' });
    const nameAtStripe = async () => (await getPayment(async () => stripe, actor)).details?.name;
    const rename = (name: string, reach: () => Promise<Stripe> = async () => stripe) =>
      renameAccount({ clock, stripe: reach }, actor, { name });
    for (let times = 0; times < 2; times += 1) expect(await rename('Miller')).toEqual({ name: 'Miller' });
    expect(await nameAtStripe()).toBe('Miller');
    await updateBillingDetails({ clock, stripe }, actor, DETAILS);
    await rename('Sons');
    expect(await nameAtStripe()).toBe('Muster GmbH');
    await rename('Others', () => Promise.reject(new Error('away')));
    expect((await loadAccount(actor.accountId)).name).toBe('Others');
  });
});

describe('a trial', () => {
  const trialEndsAt = '2030-03-16T12:00:00.000Z';
  const TRIAL = { plan: 'starter', subscriptionStatus: 'trialing', trialEndsAt } as const;

  it('becomes one of another plan and back, with the same end', async () => {
    const actor = await person(TRIAL);
    for (const plan of ['professional', 'professional', 'starter'] as const)
      expect(await tryPlan(clock, actor, plan)).toMatchObject({
        plan,
        standing: { state: 'trial', plan, at: trialEndsAt },
      });
  });

  it.each([
    ['is over', { ...TRIAL, trialEndsAt: NOW.toISOString() }],
    ['was subscribed', { ...TRIAL, isSubscribed: true }],
    ['never was', { plan: 'free', subscriptionStatus: 'active' }],
  ] as const)('stays as it is where it %s', async (_, account) => {
    await expectRefusal(tryPlan(clock, await person(account), 'professional'), 'billing.no_trial');
  });
});
