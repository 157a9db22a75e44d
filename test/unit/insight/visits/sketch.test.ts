import { describe, expect, it } from 'vitest';
import { addVisitors, distinctVisitors, VISITORS_ERROR } from '#core/insight/analytics/visitors';

const visitors = (count: number, from = 0) =>
  Array.from({ length: count }, (_, number) => `visitor ${from + number}`);
const estimate = (...sketches: readonly string[]) =>
  distinctVisitors(
    sketches.map((sketch) => ({
      day: '2026-11-20',
      counts: {},
      attributes: { sketch },
      bot: { accountId: 'a', botId: 'b', name: 'Bot' },
    })) as unknown as Parameters<typeof distinctVisitors>[0],
  );

describe('the sketch of visitors', () => {
  it.each([1, 10, 40, 100, 300, 1_000, 3_000, 10_000, 50_000])('estimates %i within its error', (count) => {
    const off = Math.abs(estimate(addVisitors(undefined, visitors(count))) - count) / count;
    // Three times the standard error: one estimate in four hundred is further off, and these are always the same.
    expect(off).toBeLessThan(3 * VISITORS_ERROR);
  });

  it('counts a visitor of several days once', () => {
    const [monday, tuesday] = [
      addVisitors(undefined, visitors(600)),
      addVisitors(undefined, visitors(600, 300)),
    ];
    expect(Math.abs(estimate(monday, tuesday) - 900) / 900).toBeLessThan(3 * VISITORS_ERROR);
    expect(estimate(monday, monday)).toBe(estimate(monday));
  });

  it('is the same in one step and in many', () => {
    let sketch: string | undefined;
    for (let from = 0; from < 500; from += 50) sketch = addVisitors(sketch, visitors(50, from));
    expect(sketch).toBe(addVisitors(undefined, visitors(500)));
  });
});
