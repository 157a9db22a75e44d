import { expect, it } from 'vitest';
import { expectedWordsOf } from '#features/insight/questions/expected-words.ts';

it('separates expected words at commas, but for those of a figure', () => {
  expect(expectedWordsOf('6,90 €, am  Tag,12 €,, 18,50 , 3, 4,')).toEqual([
    '6,90 €',
    'am Tag',
    '12 €',
    '18,50',
    '3',
    '4',
  ]);
});
