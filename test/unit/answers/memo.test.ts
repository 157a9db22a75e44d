import { expect, it } from 'vitest';
import { memoised } from '#core/quoting/memo';

it('makes a thing once while it is among the last that were asked for', () => {
  const made: string[] = [];
  const letters = memoised(
    (word: string) => {
      made.push(word);
      return [...word];
    },
    { keyOf: (word) => word, most: 2 },
  );
  const first = letters('one');
  letters('two');
  expect(letters('one')).toBe(first);
  // `two` is what nobody has asked for the longest.
  letters('three');
  expect(letters('one')).toBe(first);
  expect(made).toEqual(['one', 'two', 'three']);
  letters('two');
  expect(made).toEqual(['one', 'two', 'three', 'two']);
});

it('tells inputs apart by their key alone', () => {
  const lengths = memoised(({ text }: { text: string }) => ({ length: text.length }), {
    keyOf: ({ text }) => text,
    most: 5,
  });
  expect(lengths({ text: 'same' })).toBe(lengths({ text: 'same' }));
  expect(lengths({ text: 'other' })).toEqual({ length: 5 });
});
