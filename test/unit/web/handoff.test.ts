import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  decodeSession,
  encodeSession,
  type HandedSession,
  rememberAnswer,
  storeNonce,
  takeAnswer,
  takeNonce,
} from '#lib/session/handoff';
import { joinFragment, splitFragment } from '#lib/session/session-fragment';
import { memoryStorage } from './memory-storage';

const session: HandedSession = {
  access_token: 'a.b.c',
  id_token: 'd.e.f',
  refresh_token: 'r',
  expires_at: 1_700_000_000,
  token_type: 'bearer',
  user: { id: 'u-1', email: 'jürgen@müller.example' },
  nonce: 'n',
  choices: {
    consent: { necessary: true, analytics: false, preferences: true, at: 7 },
    preferences: { 'parley.language': { value: 'de', at: 7 }, 'parley.theme': { value: null, at: 8 } },
  },
};

describe('a handed-over session', () => {
  it('comes out as it went in, in letters that a fragment keeps as they are', () => {
    const encoded = encodeSession(session);
    expect(encoded).toMatch(/^[\w-]+$/);
    expect(decodeSession(encoded)).toEqual(session);
  });

  it.each(['access_token', 'id_token', 'refresh_token', 'user'] as const)('is none without %s', (part) => {
    const { [part]: _, ...rest } = session;
    expect(decodeSession(encodeSession(rest as HandedSession))).toBeNull();
    expect(decodeSession(encodeSession({ ...session, [part]: '' } as HandedSession))).toBeNull();
  });

  it.each(['', '!', 'eyJ', 'bnVsbA', 'MQ', 'W10', '__79'])(
    'is none when it is no such text: %j',
    (encoded) => {
      expect(decodeSession(encoded)).toBeNull();
    },
  );

  it('may have come unasked: then it has no nonce', () => {
    const { nonce: _, ...unasked } = session;
    expect(decodeSession(encodeSession(unasked as HandedSession))?.nonce).toBeNull();
  });
});

describe('the fragment', () => {
  it('carries a session and keeps the page’s own', () => {
    expect(splitFragment(joinFragment('abc', '#a&b=c%'))).toEqual({ session: 'abc', rest: '#a&b=c%' });
    expect(splitFragment(joinFragment('abc', ''))).toEqual({ session: 'abc', rest: '' });
  });

  it('of any other page is left alone', () => {
    expect(splitFragment('#documents')).toEqual({ session: null, rest: '#documents' });
    expect(splitFragment('')).toEqual({ session: null, rest: '' });
  });

  it('is taken for a session’s also when it is cut or altered', () => {
    expect(splitFragment('#session=')).toEqual({ session: '', rest: '' });
    expect(splitFragment('#session=x&fragment=%E0%A4%A')).toEqual({ session: 'x', rest: '' });
  });
});

describe('the nonce', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', memoryStorage()));

  it('counts once', () => {
    const nonce = storeNonce();
    expect(nonce).toMatch(/^[0-9a-f]{32}$/);
    expect(takeNonce()).toBe(nonce);
    expect(takeNonce()).toBeNull();
  });

  it('is another one each time, and the last one counts', () => {
    const first = storeNonce();
    const second = storeNonce();
    expect(second).not.toBe(first);
    expect(takeNonce()).toBe(second);
  });
});

describe('the failure of a handoff', () => {
  beforeEach(() => vi.stubGlobal('sessionStorage', memoryStorage()));

  it('is believed of the question that was answered here, once', () => {
    rememberAnswer('n');
    expect(takeAnswer('failed')).toBe(false);
    expect(takeAnswer('n')).toBe(true);
    expect(takeAnswer('n')).toBe(false);
  });

  it('is not believed where nothing was answered', () => {
    expect(takeAnswer('failed')).toBe(false);
    expect(takeAnswer('')).toBe(false);
  });
});
