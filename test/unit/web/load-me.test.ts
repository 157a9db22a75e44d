import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as api from '#lib/api';
import { ApiError, type ApiErrorCode } from '#lib/api-error';
import * as auth from '#lib/session/auth';
import { loadMe, ProfileDeferred } from '#lib/session/load-me';

vi.mock('#lib/api', () => ({ call: vi.fn() }));
vi.mock('#lib/session/auth', () => ({ currentIdentity: vi.fn() }));

const identity: auth.Identity = {
  userId: 'u-1',
  sessionId: 's',
  email: 'jo@example.net',
  name: 'Jo Example',
  company: null,
  locale: 'de-AT',
};
const ME = { profile: { id: 'u-1' }, accounts: [{ id: 'u-1' }] };

let calls: string[];
/** What each route answers, time after time; the last answer stays. */
function answers(routes: Readonly<Record<string, readonly (ApiErrorCode | 'ok')[]>>) {
  const left = Object.fromEntries(Object.entries(routes).map(([name, codes]) => [name, [...codes]]));
  vi.mocked(api.call).mockImplementation((async (name: string) => {
    calls.push(name);
    const codes = left[name] ?? [];
    const code = codes.length > 1 ? codes.shift() : codes[0];
    if (code && code !== 'ok') throw new ApiError(code);
    return ME;
  }) as unknown as typeof api.call);
}

beforeEach(() => {
  calls = [];
  vi.useFakeTimers();
  vi.mocked(auth.currentIdentity).mockReset().mockResolvedValue(identity);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Runs it to its end, with the waits in between taken as passed. */
async function outcome(who: auth.Identity = identity): Promise<unknown> {
  const settled = loadMe(who).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return settled;
}

describe('the profile of a person who signs in', () => {
  it('is read, and nothing written, where there is one', async () => {
    answers({ getMe: ['ok'] });
    expect(await outcome()).toBe(ME);
    expect(calls).toEqual(['getMe']);
  });

  it('is written where there is none', async () => {
    answers({ getMe: ['profile.not_found', 'ok'], createMe: ['ok'] });
    expect(await outcome()).toBe(ME);
    expect(calls).toEqual(['getMe', 'createMe', 'getMe']);
    expect(vi.mocked(api.call)).toHaveBeenCalledWith('createMe', {
      body: {
        userId: 'u-1',
        email: 'jo@example.net',
        fullName: 'Jo Example',
        companyName: null,
        language: 'de',
      },
    });
  });

  it.each(['auth.forbidden', 'network.failed', 'server.failed'] as const)(
    'is written once more two seconds after %s, if the person is still the same',
    async (code) => {
      answers({ getMe: ['profile.not_found', 'ok'], createMe: [code, 'ok'] });
      const result = loadMe(identity);
      await vi.advanceTimersByTimeAsync(1_999);
      expect(calls).toEqual(['getMe', 'createMe']);
      expect(auth.currentIdentity).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(await result).toBe(ME);
      expect(auth.currentIdentity).toHaveBeenCalledOnce();
      expect(calls).toEqual(['getMe', 'createMe', 'createMe', 'getMe']);
    },
  );

  it('is made by the functions, one after the other, where writing it fails', async () => {
    answers({
      getMe: ['profile.not_found', 'ok'],
      createMe: ['auth.forbidden'],
      createUserProfile: ['server.failed'],
      createProfile: ['ok'],
    });
    expect(await outcome()).toBe(ME);
    expect(calls).toEqual(['getMe', 'createMe', 'createMe', 'createUserProfile', 'createProfile', 'getMe']);
  });

  it('is not written again where the data were refused', async () => {
    answers({ getMe: ['profile.not_found', 'ok'], createMe: ['request.invalid'], createUserProfile: ['ok'] });
    expect(await outcome()).toBe(ME);
    expect(calls).toEqual(['getMe', 'createMe', 'createUserProfile', 'getMe']);
  });

  it('is put off where every way fails', async () => {
    answers({
      getMe: ['profile.not_found'],
      createMe: ['server.unavailable'],
      createUserProfile: ['server.failed'],
      createProfile: ['network.failed'],
    });
    const error = await outcome();
    expect(error).toBeInstanceOf(ProfileDeferred);
    expect(error).toMatchObject({
      message: 'Profile creation deferred - will be created on first login',
      reason: 'errors:network.failed',
    });
  });

  it('is put off for a reason that nobody knows where something else than an answer failed', async () => {
    vi.mocked(api.call).mockImplementation((async (name: string) => {
      throw name === 'getMe' ? new ApiError('profile.not_found') : new TypeError('not a function');
    }) as unknown as typeof api.call);
    expect(await outcome()).toMatchObject({ reason: 'errorPages:deferred.reasons.unknown' });
  });

  it('failed to be created where it is not there afterwards', async () => {
    answers({ getMe: ['profile.not_found'], createMe: ['ok'] });
    const error = await outcome();
    expect(error).toBeInstanceOf(ProfileDeferred);
    expect(error).toMatchObject({ reason: 'errorPages:deferred.reasons.notCreated' });
  });

  it.each([
    { ...identity, userId: '' },
    { ...identity, name: '', email: '' },
  ])('is not written for nobody', async (nobody) => {
    answers({ getMe: ['profile.not_found'], createMe: ['ok'] });
    expect(await outcome(nobody)).toMatchObject({ reason: 'errorPages:deferred.reasons.noUser' });
    expect(calls).toEqual(['getMe']);
  });

  it.each(['auth.session_ended', 'account.banned', 'auth.expired'] as const)(
    'is tried no further when the session has ended: %s',
    async (code) => {
      answers({ getMe: ['profile.not_found'], createMe: [code] });
      expect(await outcome()).toMatchObject({ code });
      expect(calls).toEqual(['getMe', 'createMe']);
    },
  );

  it.each([
    ['somebody else who signed in meanwhile', { ...identity, userId: 'u-2' }],
    ['who is signed in no more', null],
  ])('is not written for %s', async (_, current) => {
    vi.mocked(auth.currentIdentity).mockResolvedValue(current);
    answers({ getMe: ['profile.not_found'], createMe: ['network.failed', 'ok'] });
    expect(await outcome()).toMatchObject({ reason: 'errorPages:deferred.reasons.notSignedIn' });
    expect(calls).toEqual(['getMe', 'createMe']);
  });
});
