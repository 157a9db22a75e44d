import { expect, it } from 'vitest';
import { countBuckets, timeBuckets } from '#contract/insight/buckets';

const buckets = (...bounds: readonly (number | null)[]) => bounds.map((below) => ({ below }));

it.each([
  ['en', ['< 0.5 s', '0.5–2 s', '2–4 s', '≥ 4 s']],
  ['de', ['< 0,5 s', '0,5–2 s', '2–4 s', '≥ 4 s']],
] as const)('ranges of times say both bounds, with the decimal sign of %s', (language, names) => {
  expect(timeBuckets(buckets(500, 2_000, 4_000, null), language)).toEqual(names);
});

it('ranges of counts say the first and the last count', () => {
  expect(countBuckets(buckets(3, 4, 9, null))).toEqual(['1–2', '3', '4–8', '≥ 9']);
});
