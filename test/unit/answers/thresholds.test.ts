import { describe, expect, it } from 'vitest';
import { distanceTo, quantityAsked, thresholdsOf } from '#core/quoting/thresholds';

function holds(question: string, text: string): boolean | null {
  const asked = quantityAsked(question);
  if (!asked) throw new Error('The question names no quantity.');
  const distance = distanceTo(asked, thresholdsOf(text));
  return distance === null ? null : Number.isFinite(distance);
}

describe('a bound', () => {
  it.each([
    ['Glasurbrand über 20 cm', 'bis 20 cm', false],
    ['Glasurbrand über 20 cm', 'über 20 cm', true],
    ['Glasurbrand mit 20 cm', 'bis 20 cm', true],
    ['Room hire for over 20 guests', 'up to 20 guests', false],
    ['Room hire for over 20 guests', 'over 20 guests', true],
    ['Room hire for 25 guests', 'Guests: over 20', true],
    ['cancel 10 days before', 'More than 14 days before', false],
    ['cancel 10 days before', '7 to 14 days before', true],
    ['cancel 10 days before', '7–14 days before', true],
    ['cancel 10 days before', 'Less than 7 days before', false],
    ['Koffer mit 24 kg', 'Koffer bis 23 kg', false],
    ['Versand ab 3,5 kg', 'bis 3,5 kg', true],
    ['Bestellung von 1.500 Stück', 'ab 1.000 Stück', true],
    ['Can a 13 year old come?', 'Children under 14 years', true],
  ])('%s: %s holds it: %s', (question, text, expected) => {
    expect(holds(question, text)).toBe(expected);
  });

  it.each([
    ['open at 8 pm', 'from 9 am to 6 pm'],
    ['auf um 20 Uhr', 'von 9 bis 18 Uhr'],
    ['a suitcase of 30 kg', 'delivery within up to 5 days'],
    ['a suitcase of 30 kg', 'since 1987, 12 suitcases'],
  ])('is not set to what is no such quantity: %s, %s', (question, text) => {
    const asked = quantityAsked(question);
    expect(asked && distanceTo(asked, thresholdsOf(text))).toBeNull();
  });

  it('that is nearest holds a quantity best', () => {
    const asked = quantityAsked('a suitcase of 20 kg');
    const [near, far] = ['up to 23 kg', 'up to 32 kg'].map(
      (text) => asked && distanceTo(asked, thresholdsOf(text)),
    );
    expect(near).toBeLessThan(far ?? 0);
  });
});
