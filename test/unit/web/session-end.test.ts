import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../web/src/lib/api-error';
import { parseSessionEnd, SESSION_ENDS, sessionEndOf } from '../../../web/src/lib/session-end';

describe('the end of a session', () => {
  it.each([
    ['auth.session_ended', 'signedOut'],
    ['account.banned', 'suspended'],
    ['auth.expired', 'expired'],
    ['auth.required', 'expired'],
    ['auth.forbidden', null],
    ['profile.not_found', null],
    ['network.failed', null],
    ['server.failed', null],
  ] as const)('is told by the server’s code: %s', (code, end) => {
    expect(sessionEndOf(new ApiError(code))).toBe(end);
  });

  it('is no conclusion from an error that is not the server’s', () => {
    expect(sessionEndOf(new Error('auth.session_ended'))).toBeNull();
    expect(sessionEndOf(undefined)).toBeNull();
  });

  it('goes through an address, where anyone may write anything', () => {
    for (const end of SESSION_ENDS) expect(parseSessionEnd(end)).toBe(end);
    for (const other of [null, '', 'Expired', 'toString']) expect(parseSessionEnd(other)).toBeNull();
  });
});
