import { describe, expect, it } from 'vitest';
import { contrast, READABLE } from '../../../web/src/lib/contrast';

describe('contrast', () => {
  it('is that of WCAG, whichever colour is the text', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#ffffff', '#000000')).toBeCloseTo(21);
    expect(contrast('#777777', '#777777')).toBe(1);
    // The well-known greys on either side of the line.
    expect(contrast('#767676', '#ffffff')).toBeGreaterThanOrEqual(READABLE);
    expect(contrast('#777777', '#ffffff')).toBeLessThan(READABLE);
  });
});
