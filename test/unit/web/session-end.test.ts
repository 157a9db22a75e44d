import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#lib/api-error';
import {
  believedEnd,
  markedSessionEnd,
  markSessionEnd,
  parseSessionEnd,
  SESSION_ENDS,
  sessionEndOf,
} from '#lib/session/session-end';
import { memoryStorage } from './memory-storage';

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

describe('the reason in an address', () => {
  it('never says that an account is suspended: that is the server’s word', () => {
    expect(believedEnd('suspended', null)).toBe('expired');
    expect(believedEnd('suspended', 'expired')).toBe('expired');
    expect(believedEnd('expired', 'suspended')).toBe('suspended');
  });

  it('is as good as the server’s where it alarms nobody', () => {
    expect(believedEnd('signedOut', null)).toBe('signedOut');
    expect(believedEnd('signedOut', 'expired')).toBe('signedOut');
    expect(believedEnd('expired', 'signedOut')).toBe('signedOut');
  });
});

describe('the reason that a host notes for its own login', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', memoryStorage()));

  it('is read until it is forgotten', () => {
    const none = { end: null, reason: null };
    expect(markedSessionEnd()).toEqual(none);
    markSessionEnd('suspended', 'Spam');
    expect(markedSessionEnd()).toEqual({ end: 'suspended', reason: 'Spam' });
    markSessionEnd(null);
    expect(markedSessionEnd()).toEqual(none);
  });
});
