import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '#contract/base/errors';
import { STATUS } from '#contract/base/errors';
import { call, connectApi, sessionEnded } from '#lib/api';
import * as auth from '#lib/session/auth';
import type { SessionEnd } from '#lib/session/session-end';

vi.mock('#lib/session/auth', () => ({ accessToken: vi.fn() }));

const HEALTH = { status: 'ok', commit: null, formats: { segment: 4, items: 1 } };
let ends: SessionEnd[];
let sent: { readonly path: string; readonly token: string | null; readonly account: string | null }[];

type Answer = ErrorCode | 401 | 403 | null;

/**
 * What the server answers, call after call: an error's code, a status where API Gateway refuses before a function is
 * asked, or null for a health check that is well.
 */
function answers(...codes: readonly Answer[]): void {
  const left = [...codes];
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    sent.push({ path, token: headers.get('authorization'), account: headers.get('x-parley-account') });
    const code = left.shift() ?? null;
    if (typeof code === 'number') return Response.json({ message: 'Refused' }, { status: code });
    return code
      ? Response.json({ error: { code, message: '' } }, { status: STATUS[code] })
      : Response.json(HEALTH);
  });
}

beforeEach(() => {
  ends = [];
  sent = [];
  connectApi({ accountId: 'account', onSessionEnd: (end) => ends.push(end) });
  vi.mocked(auth.accessToken)
    .mockReset()
    .mockImplementation(async ({ renew = false } = {}) => (renew ? 'renewed' : 'stored'));
});
/** The stored token is there; to renew it fails so. */
const renewing = (failure: Error) =>
  vi.mocked(auth.accessToken).mockImplementation(async ({ renew = false } = {}) => {
    if (renew) throw failure;
    return 'stored';
  });
const signOut = () => call('signOut', {}).catch((error: unknown) => error);

describe('a call', () => {
  it('of a route for anyone shows no token, and asks for none', async () => {
    answers(null);
    expect(await call('health', {})).toEqual(HEALTH);
    expect(sent).toEqual([{ path: '/api/health', token: null, account: null }]);
    expect(auth.accessToken).not.toHaveBeenCalled();
  });

  it('of a user’s route shows their token and names the account', async () => {
    answers(null);
    await signOut();
    expect(sent).toEqual([{ path: '/api/sign-out', token: 'Bearer stored', account: 'account' }]);
  });

  it.each(['auth.expired', 401] as const)(
    'whose token is refused is made once more with a new one: %s',
    async (refusal) => {
      answers(refusal, null);
      await signOut();
      expect(sent.map(({ token }) => token)).toEqual(['Bearer stored', 'Bearer renewed']);
      expect(ends).toEqual([]);
    },
  );

  it.each([
    ['auth.required', 'auth.required'],
    [401, 'auth.expired'],
  ] as const)('that is refused with a new token too ends the session: %s', async (refusal, code) => {
    answers('auth.expired', refusal);
    expect(await signOut()).toMatchObject({ name: 'ApiError', code });
    expect(sent).toHaveLength(2);
    expect(ends).toEqual(['expired']);
  });

  it('whose token the pool does not renew ends the session', async () => {
    const refused = Object.assign(new Error('Refresh Token has expired'), { name: 'NotAuthorizedException' });
    renewing(refused);
    answers(401);
    expect(await signOut()).toMatchObject({ code: 'auth.expired' });
    expect(sent).toHaveLength(1);
    expect(ends).toEqual(['expired']);
  });

  it('of a session that was signed out elsewhere is not tried with a new token', async () => {
    answers('auth.session_ended');
    expect(await signOut()).toMatchObject({ code: 'auth.session_ended' });
    expect(sent).toHaveLength(1);
    expect(ends).toEqual(['signedOut']);
  });

  it('of a suspended account ends the session', async () => {
    answers('account.banned');
    expect(await signOut()).toMatchObject({ code: 'account.banned' });
    expect(ends).toEqual(['suspended']);
  });

  it.each([
    ['auth.forbidden', 'auth.forbidden'],
    [403, 'auth.forbidden'],
    ['profile.not_found', 'profile.not_found'],
    ['server.failed', 'server.failed'],
  ] as const)('that fails otherwise leaves the session alone: %s', async (refusal, code) => {
    answers(refusal);
    expect(await signOut()).toMatchObject({ code });
    expect(sent).toHaveLength(1);
    expect(ends).toEqual([]);
  });

  it('without a session ends it, and is not sent', async () => {
    answers(null);
    vi.mocked(auth.accessToken).mockResolvedValue(null);
    expect(await signOut()).toMatchObject({ code: 'auth.expired' });
    expect(sent).toEqual([]);
    expect(ends).toEqual(['expired']);
  });

  it('whose token cannot be renewed for the network leaves the session alone', async () => {
    vi.mocked(auth.accessToken).mockRejectedValue(Object.assign(new Error(), { name: 'NetworkError' }));
    expect(await signOut()).toMatchObject({ code: 'network.failed' });
    renewing(new TypeError('Failed to fetch'));
    answers(401);
    expect(await signOut()).toMatchObject({ code: 'network.failed' });
    expect(ends).toEqual([]);
  });
});

describe('the socket', () => {
  it('ends the session as a call does', () => {
    sessionEnded('signedOut');
    expect(ends).toEqual(['signedOut']);
  });
});
