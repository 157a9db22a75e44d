import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { AppConfig } from '#lib/config';
import type { HandedSession } from '#lib/session/handoff';
import { verifySession } from '#lib/session/verify-session';

const POOL = 'eu-central-1_abcdefghi';
const ISSUER = `https://cognito-idp.eu-central-1.amazonaws.com/${POOL}`;
const stage = { userPoolId: POOL, userPoolClientId: 'client' } as AppConfig;
const HOUR = 3_600;

let key: CryptoKey;
let jwk: JWK;
let strangersKey: CryptoKey;

beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true });
  key = pair.privateKey;
  jwk = { ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'RS256', use: 'sig' };
  strangersKey = (await generateKeyPair('RS256')).privateKey;
});
interface Change {
  readonly access?: object;
  readonly id?: object;
  readonly signedBy?: CryptoKey;
  readonly user?: string;
  readonly email?: string;
}

async function session({
  access = {},
  id = {},
  signedBy = key,
  user = 'u',
  email = 'u@example.net',
}: Change = {}): Promise<HandedSession> {
  const now = Math.floor(Date.now() / 1000);
  const both = { iss: ISSUER, sub: 'u', origin_jti: 's', iat: now, exp: now + HOUR };
  const sign = (claims: object) =>
    new SignJWT({ ...both, ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'k' }).sign(signedBy);
  return {
    access_token: await sign({ token_use: 'access', client_id: 'client', username: 'u', ...access }),
    id_token: await sign({
      token_use: 'id',
      aud: 'client',
      'cognito:username': 'u',
      email: 'u@example.net',
      ...id,
    }),
    refresh_token: 'r',
    expires_at: now + HOUR,
    token_type: 'bearer',
    user: { id: user, email },
    nonce: null,
  };
}

/** Serves the pool's keys; gives the addresses that were asked. */
function serveKeys(): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    asked.push(String(input instanceof Request ? input.url : input));
    return Response.json({ keys: [jwk] });
  });
  return asked;
}

describe('verifying a handed-over session', () => {
  it('accepts tokens of this pool, client, person and sign-in', async () => {
    const asked = serveKeys();
    const person = await verifySession(await session(), stage);
    expect(person).toEqual({ id: 'u', email: 'u@example.net' });
    expect(new Set(asked)).toEqual(new Set([`${ISSUER}/.well-known/jwks.json`]));
  });

  it('asks for the keys where the pool answers', async () => {
    const asked = serveKeys();
    await verifySession(await session(), { ...stage, userPoolEndpoint: 'http://127.0.0.1:4000' });
    expect(new Set(asked)).toEqual(new Set([`http://127.0.0.1:4000/${POOL}/.well-known/jwks.json`]));
  });

  it.each<[string, () => Change]>([
    ['another pool', () => ({ access: { iss: `${ISSUER}x` } })],
    ['another client', () => ({ access: { client_id: 'other' } })],
    ['an id token for another client', () => ({ id: { aud: 'other' } })],
    ['an expired access token', () => ({ access: { exp: Math.floor(Date.now() / 1000) - HOUR } })],
    ['an expired id token', () => ({ id: { exp: Math.floor(Date.now() / 1000) - HOUR } })],
    ['an id token in the access token’s place', () => ({ access: { token_use: 'id' } })],
    ['another person’s id token', () => ({ id: { sub: 'v' } })],
    ['another user than the tokens’', () => ({ user: 'v' })],
    ['another address than the tokens’', () => ({ email: 'victim@example.net' })],
    ['an address where the tokens say none', () => ({ id: { email: undefined } })],
    ['an id token of another sign-in', () => ({ id: { origin_jti: 't' } })],
    ['a stranger’s signature', () => ({ signedBy: strangersKey })],
  ])('refuses %s', async (_, change) => {
    serveKeys();
    await expect(verifySession(await session(change()), stage)).rejects.toThrow();
  });

  it('names the person where the bundle leaves the address out', async () => {
    serveKeys();
    expect(await verifySession(await session({ email: '' }), stage)).toEqual({
      id: 'u',
      email: 'u@example.net',
    });
  });

  it('refuses what it cannot verify, when the keys are out of reach', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(verifySession(await session(), stage)).rejects.toThrow();
  });
});
