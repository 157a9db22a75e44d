import { beforeEach, describe, expect, it, vi } from 'vitest';
import { call, connectApi } from '#lib/api';
import { ApiError } from '#lib/api-error';
import { accessToken } from '#lib/session/auth';
import { expectRefusal } from '#test/helpers/refusal';

vi.mock('#lib/session/auth', () => ({ accessToken: vi.fn() }));

/** As API Gateway turns a token away, before a function is asked. */
const refusedByGateway = () => Response.json({ message: 'Unauthorized' }, { status: 401 });
const fine = () => Response.json({ items: [], cursor: null });

const tokens = vi.mocked(accessToken);
const sessionEnded = vi.fn();
const fetched = vi.fn<typeof fetch>();
const shownTokens = () =>
  fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('authorization'));
const listBots = () => call('listBots', {});

beforeEach(() => {
  tokens.mockReset().mockImplementation(async ({ renew } = {}) => (renew ? 'renewed' : 'stored'));
  sessionEnded.mockReset();
  fetched.mockReset();
  vi.stubGlobal('fetch', fetched);
  connectApi({ onSessionEnd: sessionEnded });
});
describe('a token that the server turns away', () => {
  it('is renewed once, and the call is made again', async () => {
    fetched.mockResolvedValueOnce(refusedByGateway()).mockResolvedValueOnce(fine());
    expect(await listBots()).toEqual({ items: [], cursor: null });
    expect(shownTokens()).toEqual(['Bearer stored', 'Bearer renewed']);
    expect(sessionEnded).not.toHaveBeenCalled();
  });

  it.each([
    ['the gateway', refusedByGateway, 'auth.expired'],
    [
      'the API',
      () => Response.json({ error: { code: 'auth.required', message: 'Please sign in.' } }, { status: 401 }),
      'auth.required',
    ],
  ])('by %s even when it is new ends the session, and the call says so', async (_, refused, code) => {
    fetched.mockImplementation(async () => refused());
    await expect(listBots()).rejects.toEqual(expect.objectContaining({ name: 'ApiError', code }));
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(sessionEnded).toHaveBeenCalledTimes(1);
  });

  it('and that can not be renewed ends the session', async () => {
    const refused = Object.assign(new Error('Refresh Token has expired'), { name: 'NotAuthorizedException' });
    tokens.mockImplementation(async ({ renew } = {}) => {
      if (renew) throw refused;
      return 'stored';
    });
    fetched.mockImplementation(async () => refusedByGateway());
    await expectRefusal(listBots(), 'auth.expired');
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(sessionEnded).toHaveBeenCalledTimes(1);
  });

  it('keeps the session when only the way to the renewal is cut', async () => {
    tokens.mockImplementation(async ({ renew } = {}) => {
      if (renew) throw new TypeError('Failed to fetch');
      return 'stored';
    });
    fetched.mockImplementation(async () => refusedByGateway());
    await expectRefusal(listBots(), 'network.failed');
    expect(sessionEnded).not.toHaveBeenCalled();
  });
});

it('without a token nothing is asked, and the session has ended', async () => {
  tokens.mockResolvedValue(null);
  await expect(listBots()).rejects.toBeInstanceOf(ApiError);
  expect(fetched).not.toHaveBeenCalled();
  expect(sessionEnded).toHaveBeenCalledTimes(1);
});

it('a refusal of another kind ends no session', async () => {
  fetched.mockImplementation(async () => Response.json({ message: 'Forbidden' }, { status: 403 }));
  await expectRefusal(listBots(), 'auth.forbidden');
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(sessionEnded).not.toHaveBeenCalled();
});
