import { describe, expect, it } from 'vitest';
import { tellsAmount } from '#core/quoting/amounts';
import { expectationOf } from '#core/quoting/answer-type';

const AMOUNTS = [
  '12 €',
  '12,50€',
  '€12',
  '£ 15',
  '$9.99',
  '12 EUR',
  'CHF 12.–',
  '24 pounds a year',
  '50p per item and week',
  '99 pence',
  '80 cents',
  '80 ct',
  '50 Rp.',
  '50 Rappen',
];
const OTHERS = [
  'open until 4 p.m.',
  'open until 4pm',
  'a screen of 720p',
  '5 per cent',
  'see p. 12',
  '30 min',
  'gluten-free bread',
  'Feel free to ask',
  'free of nuts',
];

describe('an amount of money', () => {
  it.each(AMOUNTS)('is told by its form, and answers what something costs: %s', (text) => {
    expect(tellsAmount(text)).toBe(true);
    expect(expectationOf('How much does it cost?')?.meets(text)).toBe(1);
    expect(expectationOf('Was kostet das?')?.meets(text)).toBe(1);
  });

  it.each(OTHERS)('is not told by what only looks like one: %s', (text) => {
    expect(tellsAmount(text)).toBe(false);
    expect(expectationOf('How much does it cost?')?.meets(text)).toBeLessThan(1);
  });

  it.each(['Entry is free', 'free of charge', 'Der Eintritt ist kostenlos', 'gratis'])(
    'is none, and yet a price: %s',
    (text) => {
      expect(tellsAmount(text)).toBe(false);
      expect(expectationOf('Was kostet der Eintritt?')?.meets(text)).toBe(1);
    },
  );

  it('is not told for good by what is free on some days', () => {
    const meets = expectationOf('Was kostet der Eintritt?')?.meets;
    expect(meets?.('Am ersten Sonntag im Monat ist der Eintritt frei')).toBeLessThan(1);
  });
});
