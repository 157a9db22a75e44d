import { describe, expect, it } from 'vitest';
import { ApiError, isUnreadable } from '#lib/api-error';

describe('isUnreadable', () => {
  it('tells an answer without what was asked for from a server that failed', () => {
    expect(isUnreadable(new ApiError('server.failed', { cause: new SyntaxError('empty') }))).toBe(true);
    expect(isUnreadable(new ApiError('server.failed'))).toBe(false);
    expect(isUnreadable(new ApiError('network.failed', { cause: new TypeError('offline') }))).toBe(false);
  });
});
