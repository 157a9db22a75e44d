import { createHmac, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SignJWT } from 'jose';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { ErrorBody } from '#contract/base/error-body';
import type { Bot } from '#contract/bots/bots';
import { ROUTES, type Route, type RouteName } from '#contract/routes';
import { loadAssembly } from '#infra/local/assembly/load';
import { asOperator, sharedCloud } from '#test/helpers/cloud';
import { poolSigner } from '#test/helpers/pool-signer';
import { request } from '#test/helpers/request';
import { apiClient, newUser, signIn, type TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { inputFor, ok, refused, sampledRoutes } from '../responses';

type Claims = Readonly<Record<string, unknown>>;

const cloud = sharedCloud();
let user: TestUser;
let genuine: (claims: Claims) => string;
let header: Claims;
let claims: Claims;
const strange = generateKeyPairSync('rsa', { modulusLength: 2_048 }).privateKey;

beforeAll(async () => {
  user = await newUser(cloud);
  genuine = await poolSigner(cloud);
  const [first = '', second = ''] = user.accessToken.split('.');
  [header, claims] = [decode(first), decode(second)];
});

const seconds = () => Math.floor(Date.now() / 1_000);
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()) as Claims;

function signed(head: Claims, payload: Claims, key: KeyObject): string {
  const content = `${encode(head)}.${encode(payload)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

/** Signed symmetrically, with what everybody knows of the pool's key as the secret. */
async function signedWithPublicKey(): Promise<string> {
  const { keys } = (
    await request(`${cloud.addresses.aws}/${cloud.userPoolId}/.well-known/jwks.json`)
  ).json() as { keys: { kid: string }[] };
  const jwk = keys.find(({ kid }) => kid === header.kid);
  const pem = createPublicKey({ key: jwk ?? {}, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
  const content = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
  return `${content}.${createHmac('sha256', pem).update(content).digest('base64url')}`;
}

test('a token that is signed here like the pool signs is accepted: what is refused below is so for its fault', async () => {
  const { sub, iat, exp } = claims;
  expect({ sub, minutes: (Number(exp) - Number(iat)) / 60 }).toEqual({ sub: user.userId, minutes: 15 });
  const me = await ok(apiClient(cloud, genuine({ ...claims, exp: seconds() + 60 })), 'getMe');
  expect(me.profile.id).toBe(user.userId);
});

const REFUSED: Readonly<Record<string, () => string | undefined | Promise<string>>> = {
  'no access token': () => undefined,
  'an access token that is none': () => 'nonsense',
  'an access token that has expired': () => genuine({ ...claims, iat: seconds() - 960, exp: seconds() - 60 }),
  'an access token that never expires': () => genuine({ ...claims, exp: undefined }),
  'an access token that was issued in the future': () =>
    genuine({ ...claims, iat: seconds() + 600, exp: seconds() + 900 }),
  'an access token of another pool, signed by this one': () =>
    genuine({ ...claims, iss: `${String(claims.iss)}x` }),
  "an access token of this pool's name, signed by another key": () => signed(header, claims, strange),
  'an access token signed by a key that nobody knows': () =>
    signed({ ...header, kid: 'unknown' }, claims, strange),
  "an access token signed with the pool's public key as a secret": signedWithPublicKey,
  'an access token that is not signed': () => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`,
  'an access token of another app client': () => genuine({ ...claims, client_id: 'another' }),
  'an access token whose audience is another': () => genuine({ ...claims, aud: 'another' }),
};

test.each(Object.entries(REFUSED))('%s opens no route', async (_, token) => {
  const api = apiClient(cloud, await token());
  for (const name of sampledRoutes()) {
    const answer = await api.send(name, inputFor(name, 'u'));
    const route: Route = ROUTES[name];
    if (route.keyScope !== undefined) {
      // API keys come here too, so that the function itself looks at the token.
      expect({ name, status: answer.status, text: answer.text() }).toEqual({
        name,
        status: 401,
        text: expect.stringMatching(/"auth\.(required|expired)"/),
      });
      continue;
    }
    // As API Gateway answers, before a function is asked: not in the API's own shape.
    expect({ name, status: answer.status, body: answer.json() }).toEqual({
      name,
      status: 401,
      body: { message: 'Unauthorized' },
    });
    expect(answer.headers['www-authenticate']).toMatch(
      api.token === undefined ? /^Bearer$/ : /^Bearer .*error="invalid_token"/,
    );
  }
});

describe.each([
  ['an identity token', async () => (await signIn(cloud, user.email)).idToken],
  ['a token of another use', async () => genuine({ ...claims, token_use: 'id' })],
] as const)('%s', (_, token) => {
  test('opens no route, though the authorizer of the API lets it pass', async () => {
    const api = apiClient(cloud, await token());
    for (const name of sampledRoutes()) {
      const answer = await api.send(name, inputFor(name, 'u'));
      expect({ name, status: answer.status }).toEqual({ name, status: 401 });
      expect(ErrorBody.parse(answer.json()).error.code).toBe('auth.required');
    }
  });
});

describe('a visitor token', () => {
  let bot: Bot;
  let visitor: Claims;
  let sign: (payload: Claims) => Promise<string>;
  beforeAll(async () => {
    bot = await ok(user, 'createBot', { body: { name: 'Helper', deploy: true } });
    const { token } = (await openVisitor(cloud, bot.widgetId)).grant;
    visitor = decode(token.split('.')[1] ?? '');
    const secret = await signingSecret();
    sign = (payload) => visitorToken(payload, secret);
  });

  const FORGED: Readonly<Record<string, () => string | Promise<string>>> = {
    'that has expired': () => sign({ ...visitor, iat: seconds() - 90_000, exp: seconds() - 3_600 }),
    'for something else': () => sign({ ...visitor, aud: 'parley-else' }),
    'that names no conversation': () => sign({ ...visitor, conversationId: undefined }),
    'signed with another secret': () => visitorToken(visitor, 'guessed'),
    'changed after it was signed': async () => {
      const [head, , signature] = (await sign(visitor)).split('.');
      return [head, encode({ ...visitor, conversationId: 'other' }), signature].join('.');
    },
    'that is not signed': () => `${encode({ alg: 'none' })}.${encode(visitor)}.`,
    'that is none': () => 'nonsense',
  };
  const optionsFor = (name: RouteName) => ({
    path: { widgetId: bot.widgetId, documentId: 'd', attachmentId: 'a', messageId: 'm' },
    ...(name === 'sendMessage' && { body: { id: crypto.randomUUID(), text: 'Hello' } }),
  });
  const apiWith = (token: string) => apiClient(cloud, token, { origin: cloud.addresses.customer });

  test('that is signed here like the API signs is accepted', async () => {
    expect(await ok(apiWith(await sign(visitor)), 'listMessages', optionsFor('listMessages'))).toMatchObject({
      items: [],
      state: { status: 'active' },
    });
  });

  test.each(Object.entries(FORGED))('%s opens no route, and resumes no conversation', async (_, forge) => {
    const token = await forge();
    const routes = (Object.keys(ROUTES) as RouteName[]).filter((name) => ROUTES[name].caller === 'visitor');
    expect(routes).not.toEqual([]);
    for (const name of routes) await refused(apiWith(token), name, 'visitor.token_invalid', optionsFor(name));
    const path = { widgetId: bot.widgetId };
    const { conversationId } = await ok(apiWith(''), 'openSession', { path, body: { token } });
    expect(conversationId).not.toBe(visitor.conversationId);
  });
});

function visitorToken(payload: Claims, secret: string): Promise<string> {
  return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(secret));
}

/** What the API signs visitors' tokens with. */
async function signingSecret(): Promise<string> {
  const client = new SecretsManagerClient(asOperator(cloud));
  const assembly = loadAssembly(inject('assembly'), { region: cloud.region, accountId: '000000000000' });
  const secrets = assembly.ofType('AWS::SecretsManager::Secret');
  const SecretId = secrets.find(({ logicalId }) => /Signing/.test(logicalId))?.id;
  const { SecretString = '' } = await client.send(new GetSecretValueCommand({ SecretId }));
  client.destroy();
  return SecretString;
}
