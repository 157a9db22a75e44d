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

/** What the server answers, call after call: an error's code, or null for a health check that is well. */
function answers(...codes: readonly (ErrorCode | null)[]): void {
  const left = [...codes];
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    sent.push({ path, token: headers.get('authorization'), account: headers.get('x-parley-account') });
    const code = left.shift() ?? null;
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

  it('whose token is refused is made once more with a new one', async () => {
    answers('auth.expired', null);
    await signOut();
    expect(sent.map(({ token }) => token)).toEqual(['Bearer stored', 'Bearer renewed']);
    expect(ends).toEqual([]);
  });

  it('that is refused with a new token too ends the session', async () => {
    answers('auth.expired', 'auth.required');
    expect(await signOut()).toMatchObject({ code: 'auth.required' });
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

  it.each(['auth.forbidden', 'profile.not_found', 'server.failed'] as const)(
    'that fails otherwise leaves the session alone: %s',
    async (code) => {
      answers(code);
      expect(await signOut()).toMatchObject({ code });
      expect(ends).toEqual([]);
    },
  );

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
    expect(ends).toEqual([]);
  });
});

describe('the socket', () => {
  it('ends the session as a call does', () => {
    sessionEnded('signedOut');
    expect(ends).toEqual(['signedOut']);
  });
});
