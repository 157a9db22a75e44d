import { describe, expect, it } from 'vitest';
import { RecentBytes } from '#infra/local/services/s3/recent-bytes';

const three = new Uint8Array(3);

describe('contents that are kept', () => {
  it('are forgotten in the order in which they were last asked for, when there are too many bytes', () => {
    const kept = new RecentBytes(9);
    for (const name of ['a', 'b', 'c']) kept.add(name, three);
    expect(kept.get('a')).toBe(three);
    kept.add('d', three);
    expect(['a', 'b', 'c', 'd'].filter((name) => kept.get(name))).toEqual(['a', 'c', 'd']);
  });

  it('count once, however often they are added, and not after they were deleted', () => {
    const kept = new RecentBytes(9);
    for (let time = 0; time < 5; time++) kept.add('a', three);
    kept.add('b', three);
    kept.delete('a');
    kept.delete('a');
    kept.add('c', three);
    kept.add('d', three);
    expect(['b', 'c', 'd'].filter((name) => kept.get(name))).toEqual(['b', 'c', 'd']);
  });

  it('are none that are larger than all may be', () => {
    const kept = new RecentBytes(2);
    kept.add('a', three);
    expect(kept.get('a')).toBeUndefined();
  });
});
