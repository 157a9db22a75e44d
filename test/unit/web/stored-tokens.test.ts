import { decodeJWT } from 'aws-amplify/auth';
import { DefaultTokenStore } from 'aws-amplify/auth/cognito';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { accessToken, currentIdentity, onSignedOutElsewhere } from '#lib/session/auth';
import { storedTokens, storeTokens } from '#lib/session/stored-tokens';
import * as pool from '#lib/session/user-pool';
import { clearAuthStorage } from '#lib/storage';
import { memoryStorage } from './memory-storage';

const CLIENT = 'client-1';
vi.mock('#lib/config', () => ({
  config: () => ({ userPoolId: 'eu-central-1_x', userPoolClientId: 'client-1' }),
}));
vi.mock('#lib/session/user-pool', () => ({ renewSession: vi.fn() }));

const IN_AN_HOUR = Math.floor(Date.now() / 1_000) + 3_600;
const token = (claims: object) =>
  ['header', Buffer.from(JSON.stringify(claims)).toString('base64url'), 'signature'].join('.');
const session = (exp: number, name = 'Zoë') => ({
  access: token({ sub: 'u-1', username: 'user.one@x', exp, jti: name }),
  id: token({ sub: 'u-1', origin_jti: 's-1', email: 'zoe@example.net', name, exp }),
  refresh: 'r-1',
});

/** Amplify's own store, over the same storage as `user-pool.ts` gives it. */
function amplifys(): DefaultTokenStore {
  const store = new DefaultTokenStore();
  store.setKeyValueStorage({
    setItem: async (key, value) => localStorage.setItem(`parley.auth.${key}`, value),
    getItem: async (key) => localStorage.getItem(`parley.auth.${key}`),
    removeItem: async (key) => localStorage.removeItem(`parley.auth.${key}`),
    clear: async () => {},
  });
  store.setAuthConfig({ Cognito: { userPoolId: 'eu-central-1_x', userPoolClientId: CLIENT } });
  return store;
}

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage({ 'parley.theme': 'dark' }));
  vi.mocked(pool.renewSession).mockReset();
});

describe('a stored session', () => {
  it('is found where Amplify has stored it', async () => {
    const { access, id, refresh } = session(IN_AN_HOUR);
    await amplifys().storeTokens({
      ...{ accessToken: decodeJWT(access), idToken: decodeJWT(id), refreshToken: refresh },
      ...{ username: 'user.one@x', clockDrift: 0 },
    });
    expect(storedTokens()).toMatchObject({ access, id, refresh, expiresAt: IN_AN_HOUR, areGood: true });
  });

  it('is stored where Amplify finds it, in place of another person’s', async () => {
    const { access, id } = session(IN_AN_HOUR);
    storeTokens({ access: token({ username: 'other', exp: IN_AN_HOUR }), id, refresh: 'r-0' });
    storeTokens(session(IN_AN_HOUR));
    const found = await amplifys().loadTokens();
    expect(found).toMatchObject({ refreshToken: 'r-1', username: 'user.one@x', clockDrift: 0 });
    expect([found?.accessToken.toString(), found?.idToken?.toString()]).toEqual([access, id]);
    expect(Object.keys(localStorage).filter((key) => key.includes('.other.'))).toEqual([]);
    expect(localStorage.getItem('parley.theme')).toBe('dark');
  });

  it('is never gone while one of the same person takes its place', () => {
    storeTokens(session(IN_AN_HOUR));
    const remove = vi.spyOn(localStorage, 'removeItem');
    storeTokens(session(IN_AN_HOUR, 'again'));
    expect(remove).not.toHaveBeenCalled();
    expect(storedTokens()?.claims.name).toBe('again');
  });

  it('is none where nothing is stored, or something else than tokens', () => {
    expect(storedTokens()).toBeNull();
    storeTokens(session(IN_AN_HOUR));
    for (const key of Object.keys(localStorage)) if (key.endsWith('.idToken')) localStorage[key] = 'torn';
    expect(storedTokens()).toBeNull();
  });
});

describe('an end in another window', () => {
  const heard = vi.fn();
  const change = (key: string | null, newValue: string | null = null) =>
    window.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  const OWN = 'parley.auth.CognitoIdentityServiceProvider.client-1.user.one@x.accessToken';

  beforeEach(() => {
    vi.stubGlobal('window', new EventTarget());
    heard.mockReset();
    storeTokens(session(IN_AN_HOUR));
    onSignedOutElsewhere('u-1', heard);
  });

  it('is heard where nothing is left', () => {
    clearAuthStorage([localStorage]);
    change(OWN);
    change(null);
    expect(heard.mock.calls).toEqual([[false], [false]]);
  });

  it('is heard where another person has signed in', () => {
    const access = token({ username: 'other', exp: IN_AN_HOUR });
    storeTokens({ access, id: token({ sub: 'u-2', exp: IN_AN_HOUR }), refresh: 'r-2' });
    change(OWN);
    expect(heard.mock.calls).toEqual([[true]]);
  });

  it('is none where the same person signed in anew, or anything else changed', () => {
    change(OWN, session(IN_AN_HOUR, 'again').access);
    change(OWN);
    change('parley.theme');
    expect(heard).not.toHaveBeenCalled();
  });
});

describe('the signed-in person', () => {
  it('is told by tokens that are good, without asking the pool', async () => {
    storeTokens(session(IN_AN_HOUR));
    expect(await currentIdentity()).toMatchObject({ userId: 'u-1', sessionId: 's-1', name: 'Zoë' });
    expect(await accessToken()).toBe(session(IN_AN_HOUR).access);
    expect(pool.renewSession).not.toHaveBeenCalled();
  });

  it.each([
    ['that have expired', IN_AN_HOUR - 7_200, {}],
    ['that expire on the way', Math.floor(Date.now() / 1_000) + 3, {}],
    ['that the server refused', IN_AN_HOUR, { renew: true }],
  ])('is told by renewed tokens in place of those %s', async (_, exp, options) => {
    storeTokens(session(exp));
    const renewed = session(IN_AN_HOUR, 'renewed');
    vi.mocked(pool.renewSession).mockImplementation(async () => {
      storeTokens(renewed);
      return true;
    });
    expect(await accessToken(options)).toBe(renewed.access);
  });

  it('is nobody where the pool does not renew the session', async () => {
    storeTokens(session(IN_AN_HOUR - 7_200));
    vi.mocked(pool.renewSession).mockResolvedValue(false);
    expect(await currentIdentity()).toBeNull();
    expect(await accessToken()).toBeNull();
  });

  it('is nobody where nothing is stored', async () => {
    expect(await currentIdentity()).toBeNull();
    expect(pool.renewSession).not.toHaveBeenCalled();
  });
});
