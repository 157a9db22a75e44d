import { expect, test } from 'vitest';
import { leftToOthers } from '#test/bench/left-to-others';

/** So many for all, of which each may have so many. */
function shopOf(all: number, each: number) {
  const taken = new Map<number, number>();
  let left = all;
  return async (asker: number) => {
    const had = taken.get(asker) ?? 0;
    if (left === 0 || had >= each) return false;
    left -= 1;
    taken.set(asker, had + 1);
    return true;
  };
}

test('where each has a share, all of the rest is left', async () => {
  expect(await leftToOthers({ all: 50, share: 10, take: shopOf(50, 10) })).toEqual({
    takenPct: 20,
    leftPct: 100,
  });
});

test('where one may take all, nothing is left', async () => {
  expect(await leftToOthers({ all: 50, share: 10, take: shopOf(50, 50) })).toEqual({
    takenPct: 100,
    leftPct: 0,
  });
});
