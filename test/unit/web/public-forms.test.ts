import { describe, expect, it } from 'vitest';
import { emailProblem, messageProblem, ratingProblem } from '#components/feedback-checks.ts';
import { largerPlan } from '#components/plan-limit/plan-limit.ts';
import { type LimitsSet, limitsWith, PLANS } from '#contract/accounts/plans';
import { SendContact } from '#contract/site/contact';
import { SendFeedback } from '#contract/site/feedback';
import { isUnlimited, offersFor } from '#features/accounts/pricing/offers.ts';
import * as contact from '#features/site/contact/components/contact-checks.ts';
import { formatPrice } from '#i18n/format';
import { currencyHere } from '#lib/currency';
import { createSubmissionIds } from '#lib/submission';

const LENGTHS = [0, 1, 9, 10, 119, 120, 121, 199, 200, 2_000, 2_001, 5_000, 5_001];
const texts = [...LENGTHS.map((length) => 'x'.repeat(length)), '         \n ', '   too short   '];
const addresses = ['', ' ', 'jo', 'jo@example', 'jo@example.net', 'jo..x@example.net', ' jo@example.net '];

describe('the forms judge as the server does', () => {
  it.each(texts.map((text) => [text.length, text]))('a text of %i characters', (_, text) => {
    expect(messageProblem(text) === null).toBe(SendFeedback.shape.message.safeParse(text).success);
    expect(contact.messageProblem(text) === null).toBe(SendContact.shape.message.safeParse(text).success);
    expect(contact.subjectProblem(text) === null).toBe(
      SendContact.shape.subject.safeParse(text.trim()).success,
    );
    expect(contact.nameProblem(text) === null).toBe(SendContact.shape.name.safeParse(text.trim()).success);
  });

  it.each(addresses)('the address %j', (address) => {
    const sent = address.trim();
    expect(contact.emailProblem(address) === null).toBe(SendContact.shape.email.safeParse(sent).success);
    expect(emailProblem(address) === null).toBe(
      SendFeedback.shape.email.safeParse(sent === '' ? undefined : sent).success,
    );
  });

  it('a missing rating', () => {
    expect(ratingProblem('')).toBe('feedback:problems.rating');
    expect(ratingProblem('5')).toBeNull();
  });

  it('and name what is wrong', () => {
    expect(messageProblem('')).toBe('feedback:problems.required');
    expect(messageProblem('  ')).toBe('feedback:problems.blank');
    expect(messageProblem('short')).toBe('feedback:problems.short');
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
