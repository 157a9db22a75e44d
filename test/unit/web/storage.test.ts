import { describe, expect, it, vi } from 'vitest';
import { clearAuthStorage, hasStoredSession } from '#lib/storage';
import { memoryStorage } from './memory-storage';

describe('signing out', () => {
  it('removes what is stored for the person, in both storages, and nothing else', () => {
    const kept = { 'parley.language': 'de', cookieConsent: '{}', Supabase: 'x', 'x-supabase.y': 'x' };
    const local = memoryStorage({
      'parley.auth.x': '1',
      'supabase.y': '2',
      'my-auth-z': '3',
      'parley.widget.abcd1234': '{}',
      ...kept,
    });
    const session = memoryStorage({ 'parley.auth.returnPath': '/bots', 'react-router': 'x' });
    clearAuthStorage([local, session]);
    expect({ ...local }).toEqual(kept);
    expect({ ...session }).toEqual({ 'react-router': 'x' });
  });
});

describe('a stored session', () => {
  it('is known by its access token', () => {
    vi.stubGlobal('localStorage', memoryStorage({ 'parley.auth.pendingSignUp': '{}' }));
    expect(hasStoredSession()).toBe(false);
    vi.stubGlobal('localStorage', memoryStorage({ 'parley.auth.C.client.user.accessToken': 'a.b.c' }));
    expect(hasStoredSession()).toBe(true);
  });

  it('is none where storage is blocked', () => {
    vi.stubGlobal(
      'localStorage',
      new Proxy({} as Storage, {
        ownKeys() {
          throw new DOMException('denied', 'SecurityError');
        },
      }),
    );
    expect(hasStoredSession()).toBe(false);
  });
});
