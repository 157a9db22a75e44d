import { describe, expect, it } from 'vitest';
import { discountOf } from '#core/accounts/billing/early-adopter';
import type { StoredSubscription } from '#core/accounts/billing/entity';
import { standingOf } from '#core/accounts/billing/plan-standing';
import type { StoredAccount } from '#core/accounts/entity';

const NOW = new Date('2030-03-10T12:00:00Z');
const BEFORE = '2030-03-01T00:00:00.000Z';
const AFTER = '2030-04-01T00:00:00.000Z';
const LATER = '2031-04-01T00:00:00.000Z';

const account = (more: Partial<StoredAccount>) =>
  ({ plan: 'starter', subscriptionStatus: 'active', ...more }) as StoredAccount;
const paying = (more: Partial<StoredSubscription>) =>
  ({
    subscriptionId: 'sub_1',
    status: 'active',
    plan: 'starter',
    periodEnd: AFTER,
    ...more,
  }) as StoredSubscription;
const told = (of: Partial<StoredAccount>, subscription?: Partial<StoredSubscription>) =>
  standingOf(account(of), subscription && paying(subscription), NOW);

describe('what a person is told of their plan', () => {
  const trial = { subscriptionStatus: 'trialing' as const };
  const failing = { subscriptionStatus: 'past_due' as const, isSubscribed: true };
  const canceled = { plan: 'free' as const, subscriptionStatus: 'canceled' as const };
  it.each([
    ['free', 'free', null, { ...canceled, subscriptionStatus: 'active' as const }, undefined],
    ['given', 'starter', null, {}, undefined],
    ['trial', 'starter', AFTER, { ...trial, trialEndsAt: AFTER }, undefined],
    ['trial_over', 'starter', BEFORE, { ...trial, trialEndsAt: BEFORE }, undefined],
    // It was begun at Stripe's page and never paid.
    [
      'trial_over',
      'starter',
      BEFORE,
      { ...trial, trialEndsAt: BEFORE },
      { plan: undefined, status: undefined },
    ],
    ['starting', 'starter', AFTER, { ...trial, isSubscribed: true, trialEndsAt: AFTER }, { trialEnd: AFTER }],
    ['active', 'starter', AFTER, {}, {}],
    ['ending', 'starter', AFTER, {}, { endsAt: AFTER }],
    ['past_due', 'starter', AFTER, { ...failing, graceEndsAt: AFTER }, { status: 'past_due' }],
    ['paused', 'starter', null, { ...failing, graceEndsAt: BEFORE }, { status: 'past_due' }],
    [
      'canceled',
      'starter',
      BEFORE,
      canceled,
      { status: 'canceled', endedAt: BEFORE, endedBecause: 'canceled' },
    ],
    [
      'payment_failed',
      'starter',
      BEFORE,
      canceled,
      { status: 'canceled', endedAt: BEFORE, endedBecause: 'payment_failed' },
    ],
  ] as const)('is %s of %s', (state, plan, at, of, subscription) => {
    expect(told(of, subscription as Partial<StoredSubscription>)).toMatchObject({ state, plan, at });
  });

  it('never has a day to come that is past, while Stripe has not said what came after it', () => {
    const subscribed = { subscriptionStatus: 'trialing' as const, isSubscribed: true, trialEndsAt: BEFORE };
    const stale = { status: 'trialing' as const, trialEnd: BEFORE, periodEnd: BEFORE };
    expect(told(subscribed, stale)).toMatchObject({ state: 'active', plan: 'starter', at: null });
    expect(told({}, { endsAt: BEFORE })).toMatchObject({ state: 'canceled', at: BEFORE });
  });

  it('names a discount until it ends', () => {
    const discount = { discountPercent: 20, discountEndsAt: LATER, isEarlyAdopter: true };
    expect(told({}, discount).discount).toEqual({ percent: 20, until: LATER, earlyAdopter: true });
    expect(told({}, { ...discount, discountEndsAt: BEFORE }).discount).toBeNull();
    expect(told({}, { discountPercent: 10 }).discount).toEqual({
      percent: 10,
      until: null,
      earlyAdopter: false,
    });
  });
});

describe('the year of an early adopter', () => {
  const at = (iso: string) => Date.parse(iso) / 1_000;
  const given = (coupon: string, end: string | null) => [
    { start: at(BEFORE), end: end && at(end), source: { coupon: { id: coupon, percent_off: 20 } } },
  ];

  it.each([
    ['with the trial’s end', AFTER, '2031-04-01T00:00:00.000Z'],
    ['at once where there is no trial', null, '2031-03-01T00:00:00.000Z'],
  ])('begins %s', (_, trialEnd, discountEndsAt) => {
    const subscription = {
      created: at(BEFORE),
      trial_end: trialEnd && at(trialEnd),
      discounts: given('parley_early_adopter', '2031-03-01T00:00:00.000Z'),
    };
    expect(discountOf(subscription as never)).toEqual({
      discountPercent: 20,
      discountEndsAt,
      isEarlyAdopter: true,
    });
  });

  it('is of nobody else: another coupon ends when Stripe says', () => {
    const other = { created: at(BEFORE), trial_end: at(AFTER), discounts: given('spring', LATER) };
    expect(discountOf(other as never)).toEqual({ discountPercent: 20, discountEndsAt: LATER });
    expect(discountOf({ ...other, discounts: [] } as never)).toEqual({});
  });
});
