import { describe, expect, it } from 'vitest';
import { LEXICONS } from '#core/text/lexicon/lexicons';
import { WORD_LISTS } from '#core/text/lexicon/word-lists';
import { isBare, salienceOf } from '#core/text/salience';
import type { TextLanguage } from '#core/text/text-language';

const LANGUAGES = Object.keys(LEXICONS) as TextLanguage[];

describe.each(LANGUAGES)('the word lists, %s', (language) => {
  const { families, kinds, common } = WORD_LISTS[language];
  const isWord = (word: string) => /^[\p{L}\p{N}]+$/u.test(word);

  it('have families of two words or more, each word once', () => {
    const wrong = families.filter((family) => {
      const words = family.split(', ');
      return words.length < 2 || new Set(words).size < words.length || !words.every(isWord);
    });
    expect(wrong).toEqual([]);
    expect(new Set(families).size).toBe(families.length);
  });

  it('have kinds with members, each kind once', () => {
    const wrong = kinds.filter((line) => {
      const [kind = '', members = ''] = line.split(': ');
      return !isWord(kind) || !members.split(', ').every(isWord);
    });
    expect(wrong).toEqual([]);
    expect(new Set(kinds.map((line) => line.split(': ')[0])).size).toBe(kinds.length);
  });

  it('have each common word once', () => {
    const words = Object.values(common).flatMap((list) => list.split(' '));
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([]);
    expect(words.filter((word) => !isWord(word))).toEqual([]);
  });
});

describe('how much a word tells', () => {
  it('is the more the rarer it is in everyday life', () => {
    const told = ['ething', 'eprice', 'echild', 'elodger'].map((term) => salienceOf(term, 'en'));
    expect(told).toEqual(told.toSorted((one, other) => one - other));
    expect(new Set(told).size).toBe(4);
  });

  it('is little for a figure, and next to nothing for a bare word', () => {
    expect(salienceOf('d14', 'de')).toBeLessThan(salienceOf('dleguan', 'de'));
    expect(isBare('dmoglich', 'de')).toBe(true);
    expect(isBare('dleguan', 'de')).toBe(false);
  });
});
