import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { AccountId } from '#contract/base/ids';
import { getBilling } from '#core/accounts/billing/billing';
import { ensureCustomer, findSubscription } from '#core/accounts/billing/customer';
import { receiveStripeEvent } from '#core/accounts/billing/receive-event';
import { syncAfterChange, syncSubscription } from '#core/accounts/billing/sync';
import { AccountEntity } from '#core/accounts/entity';
import { eventsOf } from '#core/base/events/derive';
import type { Stripe } from '#platform/payments';
import { readItem } from '#platform/table-reads';
import { withLocalTable } from '#test/helpers/local-table';
import { WAIT_MS } from '#test/helpers/patience';
import { storeAccount } from '#test/helpers/stored-items';
import { tableChange } from '../../operator/dispatch/follow';

withLocalTable();

const NOW = new Date('2030-03-10T12:00:00Z');
const seconds = (iso: string) => Math.floor(Date.parse(iso) / 1000);

interface Told {
  readonly id?: string;
  readonly status?: string;
  readonly plan?: string;
  readonly created?: string;
  readonly ends?: boolean;
  readonly reason?: string;
}

const subscriptionOf = ({
  id = 'sub_1',
  status = 'active',
  plan = 'professional',
  created = '2030-03-01T00:00:00Z',
  ends = false,
  reason,
}: Told = {}) => ({
  id,
  status,
  currency: 'eur',
  created: seconds(created),
  cancel_at_period_end: ends,
  cancel_at: null,
  discounts: [],
  trial_end: null,
  customer: 'cus_1',
  ended_at: status === 'canceled' ? seconds('2030-03-09T00:00:00Z') : null,
  cancellation_details: { reason: reason ?? null },
  latest_invoice: { id: 'in_1', status: status === 'past_due' ? 'open' : 'paid' },
  items: {
    data: [
      {
        price: { metadata: { plan }, recurring: { interval: 'month' } },
        current_period_start: seconds('2030-03-01T00:00:00Z'),
        current_period_end: seconds('2030-04-01T00:00:00Z'),
      },
    ],
  },
});

/** An account with its customer, and a Stripe that says what it is told. */
async function paying(...first: readonly Told[]) {
  const accountId = AccountId.parse(randomUUID());
  await storeAccount(accountId, { plan: 'starter', subscriptionStatus: 'trialing' });
  let told: readonly Told[] = first;
  let answer = async () => {};
  let asked = 0;
  let open: readonly { readonly created: number }[] = [];
  const stripe = {
    customers: {
      create: async () => ({ id: `cus_${accountId}` }),
      update: async (id: string) => ({ id }),
      retrieve: async () => ({ metadata: { accountId } }),
    },
    invoices: { list: async () => ({ data: open }) },
    subscriptions: {
      list: async () => {
        asked += 1;
        const data = told.map(subscriptionOf);
        await answer();
        return { data };
      },
    },
  } as unknown as Stripe;
  const deps = { clock: () => NOW, stripe };
  await ensureCustomer(deps, { accountId, email: 'a@example.com', name: 'Example' });
  return {
    accountId,
    deps,
    says: (...next: readonly Told[]) => {
      told = next;
    },
    /** Invoices that nobody has paid. */
    owes: (...since: readonly string[]) => {
      open = since.map((created) => ({ created: seconds(created) }));
    },
    /** How often Stripe was asked. */
    asked: () => asked,
    /** Keeps the next answers waiting until it is called. */
    hold() {
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      answer = () => held;
      return () => {
        answer = async () => {};
        release();
      };
    },
    event: () =>
      receiveStripeEvent(deps, {
        type: 'customer.subscription.updated',
        data: { object: { customer: `cus_${accountId}` } },
      } as never),
    account: () => readItem(AccountEntity, { accountId }),
  };
}

describe('a subscription', () => {
  it('gives the account its plan, and takes it when it ends', async () => {
    const one = await paying({});
    await one.event();
    expect(await one.account()).toMatchObject({ plan: 'professional', subscriptionStatus: 'active' });
    one.says({ status: 'canceled' });
    await one.event();
    expect(await one.account()).toMatchObject({ plan: 'free', subscriptionStatus: 'canceled' });
  });

  it('is kept for a fortnight while payments fail, and no longer', async () => {
    const one = await paying({ status: 'past_due' });
    await one.event();
    expect(await one.account()).toMatchObject({ plan: 'professional', subscriptionStatus: 'past_due' });
    const later = { ...one.deps, clock: () => new Date(NOW.getTime() + 15 * 86_400_000) };
    await syncSubscription(later, one.accountId);
    expect(await one.account()).toMatchObject({ plan: 'free', subscriptionStatus: 'past_due' });
    one.says({ status: 'active' });
    await one.event();
    expect(await one.account()).toMatchObject({ plan: 'professional', subscriptionStatus: 'active' });
    expect(await findSubscription(one.accountId)).not.toHaveProperty('pastDueSince');
  });

  it('counts the fortnight from the oldest open invoice, however late it is read', async () => {
    const one = await paying({ status: 'past_due' });
    one.owes('2030-03-08T00:00:00Z', '2030-03-01T00:00:00Z');
    await one.event();
    expect(await findSubscription(one.accountId)).toMatchObject({ pastDueSince: '2030-03-01T00:00:00.000Z' });
    expect(await one.account()).toMatchObject({ graceEndsAt: '2030-03-15T00:00:00.000Z' });
    one.owes('2030-03-08T00:00:00Z');
    await one.event();
    expect(await one.account()).toMatchObject({ graceEndsAt: '2030-03-22T00:00:00.000Z' });
  });

  it('says when and why it ended', async () => {
    const one = await paying({});
    await one.event();
    const billing = () => getBilling(one.deps.clock, one);
    expect((await billing()).standing).toMatchObject({ state: 'active', plan: 'professional' });
    for (const [reason, because] of [
      ['payment_failed', 'payment_failed'],
      ['cancellation_requested', 'canceled'],
    ] as const) {
      one.says({ status: 'canceled', reason });
      await one.event();
      expect(await billing()).toMatchObject({
        plan: 'free',
        subscription: null,
        standing: { state: because, plan: 'professional', at: '2030-03-09T00:00:00.000Z' },
      });
    }
  });

  it('is the newest that holds, also beside one that has ended later', async () => {
    const one = await paying(
      { id: 'sub_3', status: 'incomplete' },
      { id: 'sub_2', status: 'canceled' },
      { id: 'sub_1', plan: 'enterprise' },
    );
    await one.event();
    expect(await findSubscription(one.accountId)).toMatchObject({
      subscriptionId: 'sub_1',
      plan: 'enterprise',
    });
  });

  it('stays what Stripe says however often and in whatever order its events come', async () => {
    const one = await paying({});
    await Promise.all([one.event(), one.event(), one.event()]);
    one.says({ plan: 'enterprise', ends: true });
    await Promise.all(Array.from({ length: 6 }, () => one.event()));
    await one.event();
    const { readings: _, updatedAt: __, ...after } = (await findSubscription(one.accountId)) ?? {};
    expect(after).toMatchObject({ plan: 'enterprise', endsAt: '2030-04-01T00:00:00.000Z', status: 'active' });
    // A reading whose answer was under way for long writes nothing over what came after it.
    one.says({ plan: 'starter' });
    const release = one.hold();
    const slow = one.event();
    await new Promise((resolve) => setTimeout(resolve, 50));
    one.says({ plan: 'enterprise', ends: true });
    const fast = one.event();
    release();
    await Promise.all([slow, fast]);
    expect(await one.account()).toMatchObject({ plan: 'enterprise' });
  });

  it('shows a change to the person who made it, also while an event of the same change is read', async () => {
    const one = await paying({ plan: 'starter' });
    await one.event();
    one.says({ plan: 'enterprise' });
    const releaseChange = one.hold();
    const change = syncAfterChange(one.deps, one.accountId);
    await vi.waitFor(() => expect(one.asked()).toBe(2), WAIT_MS);
    const releaseEvent = one.hold();
    const event = one.event();
    await vi.waitFor(() => expect(one.asked()).toBe(3), WAIT_MS);
    releaseChange();
    await change;
    expect(await one.account()).toMatchObject({ plan: 'enterprise' });
    releaseEvent();
    await event;
    expect(await one.account()).toMatchObject({ plan: 'enterprise' });
  });

  it('leaves an account as it is whose checkout was only begun', async () => {
    const one = await paying();
    await one.event();
    expect(await one.account()).toMatchObject({ plan: 'starter', subscriptionStatus: 'trialing' });
  });
});

describe('the discount of an early adopter', () => {
  const DAY = 86_400;
  const trialEnd = seconds('2030-06-01T00:00:00Z');

  /** Reads a subscription with a trial on a day before its end. */
  async function read(daysBefore: number, start: number) {
    const given: string[] = [];
    const subscription = () => ({
      ...subscriptionOf({ status: 'trialing', created: '2030-03-03T00:00:00Z' }),
      trial_end: trialEnd,
      discounts: [
        {
          start: given.length > 0 ? trialEnd - daysBefore * DAY : start,
          end: null,
          source: { coupon: { id: 'parley_early_adopter', percent_off: 20 } },
        },
      ],
    });
    const one = await paying({});
    Object.assign(one.deps.stripe, {
      subscriptions: {
        list: async () => ({ data: [subscription()] }),
        update: async (_: string, { discounts }: { discounts: { coupon: string }[] }) =>
          given.push(...discounts.map(({ coupon }) => coupon)),
      },
    });
    const clock = () => new Date((trialEnd - daysBefore * DAY) * 1_000);
    for (let times = 0; times < 2; times += 1) await syncSubscription({ ...one.deps, clock }, one.accountId);
    return { given, stored: await findSubscription(one.accountId) };
  }

  it('is given anew, once, in the last days of the trial, so that its months are paid ones', async () => {
    const checkout = trialEnd - 90 * DAY;
    expect((await read(30, checkout)).given).toEqual([]);
    const { given, stored } = await read(3, checkout);
    expect(given).toEqual(['parley_early_adopter']);
    expect(stored).toMatchObject({ discountPercent: 20, discountEndsAt: '2031-06-01T00:00:00.000Z' });
  });
});

describe('a trial', () => {
  it('that is over is the free plan, and says so', async () => {
    const accountId = AccountId.parse(randomUUID());
    const trialEndsAt = '2030-03-01T00:00:00.000Z';
    await storeAccount(accountId, { plan: 'starter', subscriptionStatus: 'trialing', trialEndsAt });
    expect(await getBilling(() => NOW, { accountId })).toMatchObject({
      plan: 'free',
      periodEnd: '2030-04-09T12:00:00.000Z',
      standing: { state: 'trial_over', plan: 'starter', at: trialEndsAt, discount: null },
    });
    expect(await getBilling(() => new Date('2030-02-20T00:00:00Z'), { accountId })).toMatchObject({
      plan: 'starter',
      periodEnd: trialEndsAt,
      standing: { state: 'trial', plan: 'starter', at: trialEndsAt, discount: null },
    });
  });
});

describe('events of a subscription', () => {
  const item = (changes: object = {}) => ({
    entity: 'Subscription',
    accountId: randomUUID(),
    status: 'active',
    plan: 'starter',
    ...changes,
  });
  const types = (before: object | null, after: object) =>
    eventsOf(tableChange({ before: before as never, after: after as never })).map(({ type }) => type);

  it('tell of changes, payments and failures, each once', () => {
    const first = item();
    expect(types(null, first)).toEqual(['subscription.changed']);
    expect(types(first, { ...first, readings: 2 })).toEqual([]);
    const failed = { ...first, status: 'past_due' };
    expect(types(first, failed)).toEqual(['subscription.changed', 'payment.failed']);
    expect(types(failed, { ...failed, updatedAt: 'later' })).toEqual([]);
    expect(types(failed, { ...failed, status: 'active' })).toEqual(['subscription.changed']);
  });
});
