import { describe, expect, it } from 'vitest';
import { nearnessTo } from '#core/quoting/near-words';
import { analyse } from '#core/text/analysis';
import type { TextLanguage } from '#core/text/text-language';

const nearness = (language: TextLanguage, asked: string, told: string) => {
  const [one = '', other = ''] = [asked, told].map((word) => analyse(word, language).words[0]);
  return nearnessTo(one)(other);
};

describe('how near a word of a text is to one that was asked for', () => {
  it.each([
    ['en', 'price', 'fee'],
    ['en', 'refund', 'reimbursement'],
    ['de', 'Preis', 'Gebühr'],
    ['fr', 'prix', 'tarif'],
  ] as const)('is most where both are of one thing (%s: %s, %s)', (language, asked, told) => {
    expect(nearness(language, asked, told)).toBe(0.8);
  });

  it.each([
    ['en', 'dog', 'pet'],
    ['en', 'pet', 'dog'],
    ['de', 'Hund', 'Haustier'],
    ['de', 'Hund', 'Tier'],
  ] as const)('is less where one is of the kind of the other (%s: %s, %s)', (language, asked, told) => {
    expect(nearness(language, asked, told)).toBe(0.4);
  });

  it('is nothing between two of a kind, which are something else', () => {
    expect(nearness('en', 'dog', 'cat')).toBe(0);
    expect(nearness('de', 'Hund', 'Katze')).toBe(0);
  });

  it('knows German verbs in the forms that texts have', () => {
    for (const form of ['abgeholt', 'abholt', 'abzuholen', 'Abholung'])
      expect(nearness('de', 'abholen', form)).toBe(0.8);
  });

  it('takes a German compound for one of the kind that its end names', () => {
    expect(nearness('de', 'Preis', 'Stornogebühr')).toBe(0.4);
  });

  it('knows nothing of words that no list has', () => {
    expect(nearness('en', 'quux', 'price')).toBe(0);
    expect(nearness('en', 'price', 'quux')).toBe(0);
  });
});
