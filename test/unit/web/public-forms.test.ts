import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { largerPlan } from '#components/plan-limit/plan-limit.ts';
import { type LimitsSet, limitsWith, PLANS } from '#contract/accounts/plans';
import { isUnlimited, offersFor } from '#features/accounts/pricing/offers.ts';
import { formatPrice } from '#i18n/format';
import { currencyHere } from '#lib/currency';
import { ruleOf } from '#lib/form-errors';
import { createSubmissionIds } from '#lib/submission';

describe('a field that is judged by the schema of what is sent', () => {
  const { validate } = ruleOf(z.string().trim().min(3).max(5), {
    empty: 'feedback:problems.required',
    too_big: 'feedback:problems.long',
    otherwise: 'feedback:problems.short',
  });
  const optional = ruleOf(z.email(), { otherwise: 'feedback:problems.email' });

  it.each([
    [undefined, 'feedback:problems.required'],
    [' \n ', 'feedback:problems.required'],
    [' xx ', 'feedback:problems.short'],
    [' xxxxx ', true],
    ['xxxxxx', 'feedback:problems.long'],
  ])('finds with %j: %s', (value, problem) => {
    expect(validate(value, {})).toBe(problem);
  });

  it('may be left empty where nothing is said of that', () => {
    expect(['', ' ', 'jo@example', ' jo@example.net '].map((value) => optional.validate(value, {}))).toEqual([
      true,
      true,
      'feedback:problems.email',
      true,
    ]);
  });
});

describe('a submission', () => {
  it('keeps its id when it is sent again, and gets another when it was changed', () => {
    let count = 0;
    const idOf = createSubmissionIds(() => `id-${++count}`);
    expect(idOf({ message: 'one' })).toBe('id-1');
    expect(idOf({ message: 'one' })).toBe('id-1');
    expect(idOf({ message: 'two' })).toBe('id-2');
  });
});

describe('the offers', () => {
  it('are the plans, by the month or a fifth cheaper by the year', () => {
    const prices = (interval: 'month' | 'year') => offersFor(interval).map(({ price }) => price);
    expect(prices('month')).toEqual([0, 29, 99, 299]);
    expect(prices('year')).toEqual([0, 23.2, 79.2, 239.2]);
    expect(offersFor('year').map(({ yearly }) => yearly)).toEqual([0, 278.4, 950.4, 2_870.4]);
    expect(offersFor('month').filter(({ isPopular }) => isPopular)).toMatchObject([{ plan: 'professional' }]);
  });

  it('include what administrators have set', () => {
    const [, starter] = offersFor('month', { starter: { bots: 4 } });
    expect(starter?.limits).toEqual({ ...PLANS.starter.limits, bots: 4 });
  });

  it('lead to the smallest plan that really has more places', () => {
    const larger = (set: LimitsSet) => largerPlan('starter', 'documents', (plan) => limitsWith(plan, set));
    expect(larger({})).toBe('professional');
    expect(larger({ professional: { documents: 10 } })).toBe('enterprise');
    expect(larger({ starter: { documents: -1 } })).toBeUndefined();
  });

  it('are in euros for those who read German or live where they are paid in, in dollars for others, with cents where there are any', () => {
    const plain = (text: string) => text.replaceAll('\u00a0', ' ');
    expect(plain(formatPrice(29, 'de'))).toBe('29 €');
    expect(plain(formatPrice(278.4, 'de'))).toBe('278,40 €');
    expect(formatPrice(29, 'en', 'usd')).toBe('$29');
    expect(formatPrice(2_870.4, 'en', 'usd')).toBe('$2,870.40');
    const currencyAt = (timeZone: string) => currencyHere('en', { timeZone });
    expect(['Europe/Dublin', 'Atlantic/Canary'].map(currencyAt)).toEqual(['eur', 'eur']);
    expect(['Europe/London', 'Europe/Zurich', 'America/New_York', 'UTC'].map(currencyAt)).toEqual(
      Array(4).fill('usd'),
    );
  });

  it('take -1 and 0 for no limit', () => {
    expect([-1, 0, 1].map(isUnlimited)).toEqual([true, true, false]);
  });
});
