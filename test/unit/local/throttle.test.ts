import { describe, expect, it } from 'vitest';
import { TokenBucket } from '#infra/local/services/api-gateway/throttle';

describe('token bucket', () => {
  it('lets the burst pass, then the rate, and never saves up more than the burst', () => {
    let now = 0;
    const bucket = new TokenBucket({ burst: 3, rate: 2 }, () => now);
    const passed = (tries: number) =>
      Array.from({ length: tries }, () => bucket.take()).filter(Boolean).length;
    expect(passed(10)).toBe(3);
    now += 400;
    expect(passed(10)).toBe(0);
    now += 100;
    expect(passed(10)).toBe(1);
    now += 60_000;
    expect(passed(10)).toBe(3);
  });
});
