import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, expect, test, vi } from 'vitest';
import { verifyAccessToken } from '#platform/access-token';

const POOL = 'eu-central-1_Test';
const ISSUER = `https://cognito-idp.eu-central-1.amazonaws.com/${POOL}`;
const jwks = vi.hoisted(() => ({ keys: [] as object[] }));

// The verifier itself is the real one: only where it finds the pool's keys is not.
vi.mock('aws-jwt-verify', async (original) => {
  const module = await original<typeof import('aws-jwt-verify')>();
  const create = (options: { userPoolId: string; clientId: string; tokenUse: 'access' }) => {
    const verifier = module.CognitoJwtVerifier.create(options);
    verifier.cacheJwks(jwks as Parameters<typeof verifier.cacheJwks>[0]);
    return verifier;
  };
  return { ...module, CognitoJwtVerifier: { create } };
});

let keys: { privateKey: CryptoKey };
let strange: { privateKey: CryptoKey };
beforeAll(async () => {
  Object.assign(process.env, { USER_POOL_ID: POOL, USER_POOL_CLIENT_ID: 'web' });
  const pair = await generateKeyPair('RS256');
  [keys, strange] = [pair, await generateKeyPair('RS256')];
  jwks.keys.push({ ...(await exportJWK(pair.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' });
});

const token = (claims: object = {}, key = keys.privateKey, seconds = 900) =>
  new SignJWT({
    client_id: 'web',
    origin_jti: 'session-1',
    auth_time: 1_900_000_000,
    token_use: 'access',
    scope: 'aws.cognito.signin.user.admin',
    iss: ISSUER,
    ...claims,
  })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setSubject('user-1')
    .setIssuedAt(Math.floor(Date.now() / 1000) - 1_000)
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(key);

const refusal = async (authorization: string | undefined) =>
  verifyAccessToken(authorization).then(
    () => 'accepted',
    ({ code }: { code: string }) => code,
  );

test('an access token of our client says who it is, and of which session', async () => {
  const accessToken = await token();
  expect(await verifyAccessToken(`Bearer ${accessToken}`)).toEqual({
    userId: 'user-1',
    sessionId: 'session-1',
    signedInAt: 1_900_000_000,
    accessToken,
  });
});

test('one that has expired is told so, that a new one may be fetched', async () => {
  expect(await refusal(`Bearer ${await token({}, keys.privateKey, -10)}`)).toBe('auth.expired');
});

test.each([
  ['nothing', async () => undefined],
  ['no bearer token', async () => `Basic ${await token()}`],
  ['nonsense', async () => 'Bearer a.b.c'],
  ['a token that somebody else signed', async () => `Bearer ${await token({}, strange.privateKey)}`],
  ["another client's token", async () => `Bearer ${await token({ client_id: 'other' })}`],
  ['an identity token', async () => `Bearer ${await token({ token_use: 'id', aud: 'web' })}`],
  ['a token that names no session', async () => `Bearer ${await token({ origin_jti: undefined })}`],
  ["another pool's token", async () => `Bearer ${await token({ iss: `${ISSUER}x` })}`],
])('%s is refused', async (_, authorization) => {
  expect(await refusal(await authorization())).toBe('auth.required');
});
