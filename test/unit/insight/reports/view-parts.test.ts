import { expect, it } from 'vitest';
import { rangesOf, secondsIn } from '#core/insight/reports/view-parts';

it.each([
  ['en', ['< 0.5 s', '< 2 s', '≥ 2 s']],
  ['de', ['< 0,5 s', '< 2 s', '≥ 2 s']],
] as const)('ranges of response times have the decimal sign of %s', (language, names) => {
  const found = [500, 2_000, null].map((below, count) => ({ below, count }));
  expect(rangesOf(found, secondsIn(language)).map(({ name }) => name)).toEqual(names);
});
