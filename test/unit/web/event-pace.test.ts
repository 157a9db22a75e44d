import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { paceEvents } from '#lib/event-pace';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function underTest() {
  const deliveries: { readonly at: number; readonly events: readonly number[] }[] = [];
  const begun = Date.now();
  const pace = paceEvents<number>(10, (events) => deliveries.push({ at: Date.now() - begun, events }));
  return { pace, deliveries };
}

describe('live events', () => {
  it('are handed on at once while they are few', () => {
    const { pace, deliveries } = underTest();
    for (const event of [1, 2, 3]) pace(event);
    expect(deliveries.map(({ events }) => events)).toEqual([[1], [2], [3]]);
  });

  it('past ten in a second come in one, in their order, when the second is over', () => {
    const { pace, deliveries } = underTest();
    const all = Array.from({ length: 25 }, (_, index) => index);
    for (const event of all) pace(event);
    expect(deliveries).toHaveLength(10);
    vi.advanceTimersByTime(999);
    expect(deliveries).toHaveLength(10);
    vi.advanceTimersByTime(1);
    expect(deliveries).toHaveLength(11);
    expect(deliveries.at(-1)?.events).toEqual(all.slice(10));
  });

  it('are at most ten in any second of a long rush, and none is lost', () => {
    const { pace, deliveries } = underTest();
    for (let event = 0; event < 1_000; event += 1) {
      pace(event);
      vi.advanceTimersByTime(7);
    }
    vi.advanceTimersByTime(2_000);
    expect(deliveries.flatMap(({ events }) => events)).toEqual(Array.from({ length: 1_000 }, (_, at) => at));
    for (const { at } of deliveries)
      expect(
        deliveries.filter((other) => other.at >= at && other.at < at + 1_000).length,
      ).toBeLessThanOrEqual(10);
  });

  it('that wait are forgotten with the window’s session', () => {
    const { pace, deliveries } = underTest();
    for (let event = 0; event < 20; event += 1) pace(event);
    pace.stop();
    vi.advanceTimersByTime(5_000);
    expect(deliveries).toHaveLength(10);
  });
});
