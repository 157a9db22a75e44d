import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { FieldProblem } from '#contract/base/field-problem';
import { AccountId, BotId, ConversationId, UserId, WidgetId } from '#contract/base/ids';
import { ROUTES } from '#contract/routes';
import type { Actor } from '#platform/actor';
import { ParleyError } from '#platform/errors';
import { type HttpHandlers, httpHandler } from '#platform/http-handler';
import { logger } from '#platform/logger';
import { signVisitorToken, verifyVisitorToken } from '#platform/visitor-token';

async function verifyAccessToken(authorization: string | undefined) {
  if (authorization !== 'Bearer good') throw new ParleyError('auth.required');
  return { userId: UserId.parse('u1'), sessionId: 's1', signedInAt: 1, accessToken: 'good' };
}

const SECRET = 'from-the-edge';

beforeAll(() => {
  process.env.ORIGIN_SECRET_ARN = 'arn:origin';
  process.env.SIGNING_SECRET_ARN = 'arn:signing';
  vi.spyOn(SecretsManagerClient.prototype, 'send').mockImplementation(async () => ({ SecretString: SECRET }));
});

let actor: Actor;
beforeEach(() => {
  actor = {
    userId: UserId.parse('u1'),
    sessionId: 's1',
    signedInAt: 1,
    accountId: AccountId.parse('a1'),
    profileRole: 'client',
    teamRole: 'owner',
  };
});

interface Request {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly params?: Record<string, string>;
}

async function call(
  handler: ReturnType<typeof httpHandler>,
  { method = 'GET', path, headers = {}, body, query, params }: Request,
): Promise<{
  status: number;
  headers: unknown;
  body: { error: { code: string } } & Record<string, unknown>;
}> {
  const event = {
    version: '2.0',
    rawPath: path,
    headers: { 'x-parley-origin-secret': SECRET, authorization: 'Bearer good', ...headers },
    requestContext: { http: { method, path, sourceIp: '192.0.2.1' } },
    queryStringParameters: query,
    pathParameters: params,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  const context = { awsRequestId: 'r1', getRemainingTimeInMillis: () => 10_000 } as Context;
  const result = (await handler(event, context)) as APIGatewayProxyStructuredResultV2;
  return {
    status: result.statusCode ?? 0,
    headers: result.headers,
    body: result.body === undefined ? undefined : JSON.parse(result.body),
  };
}

function botsWith(overrides: Partial<HttpHandlers<'bots'>> = {}, loadActor = async () => actor) {
  const unused = () => Promise.reject(new Error('This must not be called.'));
  const all = Object.entries(ROUTES).filter(([, { area }]) => area === 'bots');
  const handlers = Object.fromEntries(all.map(([name]) => [name, unused])) as unknown as HttpHandlers<'bots'>;
  return httpHandler(
    'bots',
    ROUTES,
    { ...handlers, ...overrides },
    { loadActor, loadKeyActor: loadActor, verifyAccessToken },
  );
}

test('a call gets what its schemas made of it, and who makes it', async () => {
  const listBots = vi.fn(async () => ({ items: [], cursor: null }));
  const result = await call(botsWith({ listBots }), { path: '/api/bots', query: { limit: '7' } });
  expect(result).toMatchObject({
    status: 200,
    body: { items: [], cursor: null },
    headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' },
  });
  expect(listBots).toHaveBeenCalledWith(expect.objectContaining({ actor, query: { limit: 7 } }));
});

test('a path parameter is the one of the address', async () => {
  const getBot = vi.fn(() => Promise.reject(new ParleyError('bot.not_found')));
  const result = await call(botsWith({ getBot }), { path: '/api/bots/b7' });
  expect(result).toMatchObject({ status: 404, body: { error: { code: 'bot.not_found' } } });
  expect(getBot).toHaveBeenCalledWith(expect.objectContaining({ params: { botId: 'b7' } }));
});

test.each([undefined, 'guessed', ''])('a call with the origin secret %j is refused', async (secret) => {
  const headers = { 'x-parley-origin-secret': secret ?? '' };
  const result = await call(botsWith(), { path: '/api/bots', headers });
  expect(result).toMatchObject({ status: 403, body: { error: { code: 'request.past_edge' } } });
});

test('a call without a good token is refused', async () => {
  const result = await call(botsWith(), { path: '/api/bots', headers: { authorization: 'Bearer forged' } });
  expect(result).toMatchObject({ status: 401, body: { error: { code: 'auth.required' } } });
});

test.each([
  ['viewer', 'owner'],
  ['client', 'member'],
  ['client', 'viewer'],
] as const)('a %s profile that is %s of the account may not create bots', async (profileRole, teamRole) => {
  actor = { ...actor, profileRole, teamRole };
  const result = await call(botsWith(), { method: 'POST', path: '/api/bots', body: { name: 'Helper' } });
  expect(result).toMatchObject({ status: 403, body: { error: { code: 'auth.forbidden' } } });
});

test('the account that is named is the one that is loaded', async () => {
  const loadActor = vi.fn(async () => actor);
  const listBots = async () => ({ items: [], cursor: null });
  await call(botsWith({ listBots }, loadActor), {
    path: '/api/bots',
    headers: { 'x-parley-account': 'a2' },
  });
  expect(loadActor).toHaveBeenCalledWith(expect.objectContaining({ userId: 'u1' }), 'a2', expect.any(String));
});

test.each([
  ['no JSON', '{', 'body'],
  ['a field of the wrong type', { name: 7 }, 'name'],
  ['a field that is missing', {}, 'name'],
  ['a nested field', { name: 'x', allowedDomains: [1] }, 'allowedDomains.0'],
])('a body with %s is refused by the name of the field', async (_, body, field) => {
  const result = await call(botsWith(), { method: 'POST', path: '/api/bots', body });
  expect(result).toMatchObject({ status: 400, body: { error: { code: 'request.invalid' } } });
  expect(Object.keys((result.body.error as { fields?: object }).fields ?? {})).toEqual([field]);
});

test.each([
  ['name', {}, { code: 'required' }],
  ['name', { name: '' }, { code: 'too_small', of: 'string', minimum: 1 }],
  ['name', { name: 7 }, { code: 'invalid_type', expected: 'string' }],
  ['primaryColor', { name: 'x', primaryColor: 'red' }, { code: 'invalid_format', format: 'regex' }],
  ['avatarUrl', { name: 'x', avatarUrl: 'x' }, { code: 'invalid_format', format: 'url' }],
  ['avatarUrl', { name: 'x', avatarUrl: 'http://shop.example/a.png' }, { code: 'invalid', rule: 'https' }],
  ['responseDelay', { name: 'x', responseDelay: 99 }, { code: 'too_big', of: 'number', maximum: 10 }],
  [
    'starterQuestions',
    { name: 'x', starterQuestions: Array(7).fill('a') },
    { code: 'too_big', of: 'array', maximum: 6 },
  ],
  ['theme', { name: 'x', theme: 'blue' }, { code: 'not_offered', values: ['light', 'dark', 'auto'] }],
  ['allowedDomains.1', { name: 'x', allowedDomains: ['x.de', '*'] }, { code: 'invalid', rule: 'host' }],
  ['fontSize', { name: 'x', fontSize: 14.5 }, { code: 'invalid_type', expected: 'int' }],
])(
  'what is wrong with %s has a code that browsers can word, and a text for people',
  async (field, body, problem) => {
    const { body: answer } = await call(botsWith(), { method: 'POST', path: '/api/bots', body });
    const { fields, details } = answer.error as unknown as {
      readonly fields: Readonly<Record<string, string>>;
      readonly details: { readonly fields: Readonly<Record<string, unknown>> };
    };
    expect(details.fields).toEqual({ [field]: problem });
    expect(FieldProblem.parse(details.fields[field])).toEqual(problem);
    expect(fields[field]).toMatch(/^(?:Please|This) [^:/]+\.$/);
  },
);

test('a change of what is no field of a bot is refused by its name', async () => {
  const handler = botsWith();
  const body = { version: 1, name: 'Other', botName: 'x' };
  const path = '/api/bots/01J00000000000000000000000';
  const params = { botId: '01J00000000000000000000000' };
  const result = await call(handler, { method: 'PATCH', path, params, body });
  const unknown = { code: 'unknown_field' };
  expect(result).toMatchObject({
    status: 400,
    body: {
      error: {
        code: 'request.invalid',
        fields: { name: 'There is no such field.' },
        details: { fields: { name: unknown, botName: unknown } },
      },
    },
  });
});

test('a service that is too busy is one line of warning, not an error with its stack', async () => {
  const warn = vi.spyOn(logger, 'warn');
  const error = vi.spyOn(logger, 'error');
  const throttled = Object.assign(new Error('Rate exceeded'), { name: 'ThrottlingException' });
  const result = await call(botsWith({ getBot: () => Promise.reject(throttled) }), { path: '/api/bots/b1' });
  expect(result).toMatchObject({ status: 503, body: { error: { code: 'server.unavailable' } } });
  expect(warn.mock.calls).toEqual([
    ['The service was busy.', { reason: 'ThrottlingException: Rate exceeded' }],
  ]);
  expect(error).not.toHaveBeenCalled();
});

test('a body beyond all measure is refused before it is parsed', async () => {
  const result = await call(botsWith(), { method: 'POST', path: '/api/bots', body: 'x'.repeat(300_000) });
  expect(result).toMatchObject({ status: 413, body: { error: { code: 'request.too_large' } } });
});

test('an address that is no route answers as JSON', async () => {
  const result = await call(botsWith(), { path: '/api/bots/b1/none' });
  expect(result).toMatchObject({ status: 404, body: { error: { code: 'route.not_found' } } });
});

test('a defect tells the caller nothing of itself', async () => {
  const getBot = () => Promise.reject(new Error('password=hunter2'));
  const result = await call(botsWith({ getBot }), { path: '/api/bots/b1' });
  expect(result).toMatchObject({ status: 500, body: { error: { code: 'server.failed' } } });
  expect(JSON.stringify(result)).not.toContain('hunter2');
});

test('a service that is too busy answers that trying again may help', async () => {
  const getBot = () => Promise.reject(Object.assign(new Error('slow down'), { name: 'ThrottlingException' }));
  expect((await call(botsWith({ getBot }), { path: '/api/bots/b1' })).status).toBe(503);
});

test('details of an error reach the caller', async () => {
  const getBot = () => Promise.reject(new ParleyError('bot.version_conflict', { details: { current: 1 } }));
  const result = await call(botsWith({ getBot }), { path: '/api/bots/b1' });
  expect(result).toMatchObject({ status: 409, body: { error: { details: { current: 1 } } } });
});

// — Visitors —

const visitor = {
  accountId: AccountId.parse('a1'),
  botId: BotId.parse('b1'),
  widgetId: WidgetId.parse('abcd1234'),
  conversationId: ConversationId.parse('c1'),
};

function widget() {
  const unused = () => Promise.reject(new Error('This must not be called.'));
  const handlers: HttpHandlers<'widget'> = {
    openSession: unused,
    listVisitorHistory: unused,
    openSource: unused,
    listMessages: async (call) => {
      expect(call.visitor).toEqual(visitor);
      return { items: [], state: STATE };
    },
  };
  return httpHandler('widget', ROUTES, handlers, { verifyVisitorToken });
}

test('a function whose routes nobody could be known at does not start', () => {
  const unused = () => Promise.reject(new Error('This must not be called.'));
  const handlers = new Proxy({}, { get: () => unused });
  expect(() => httpHandler('visitors', ROUTES, handlers as HttpHandlers<'visitors'>)).toThrow(
    'nothing verifies',
  );
  expect(() => httpHandler('bots', ROUTES, handlers as HttpHandlers<'bots'>)).toThrow('nothing verifies');
});

const STATE = {
  revision: 0,
  status: 'active',
  agentName: null,
  deliveredThrough: null,
  readThrough: null,
  reachable: false,
  stars: null,
} as const;

const messages = (widgetId: string, token: string) => ({
  path: `/api/widget/${widgetId}/messages`,
  headers: { authorization: `Bearer ${token}` },
});

test('a visitor token speaks for its conversation', async () => {
  const { token } = await signVisitorToken(() => new Date(), visitor);
  expect((await call(widget(), messages('abcd1234', token))).status).toBe(200);
});

test("another bot's visitor token is refused, and so is one that is forged or expired", async () => {
  const { token } = await signVisitorToken(() => new Date(), visitor);
  const { token: expired } = await signVisitorToken(() => new Date(Date.now() - 25 * 3_600_000), visitor);
  const [head = '', , signature = ''] = token.split('.');
  const payload = Buffer.from(JSON.stringify({ ...visitor, aud: 'parley-visitor', exp: 9e9 })).toString(
    'base64url',
  );
  const forged = [head, payload, signature].join('.');
  const unsigned = [Buffer.from('{"alg":"none"}').toString('base64url'), payload, ''].join('.');
  for (const request of [
    messages('zzzz9999', token),
    messages('abcd1234', expired),
    messages('abcd1234', forged),
    messages('abcd1234', unsigned),
    messages('abcd1234', 'good'),
  ])
    expect(await call(widget(), request)).toMatchObject({
      status: 401,
      body: { error: { code: 'visitor.token_invalid' } },
    });
});

test('a message that is too long is refused as that', async () => {
  const { token } = await signVisitorToken(() => new Date(), visitor);
  const sendMessage = () => Promise.reject(new Error('This must not be called.'));
  const result = await call(httpHandler('messages', ROUTES, { sendMessage }, { verifyVisitorToken }), {
    ...messages('abcd1234', token),
    method: 'POST',
    body: { id: 'message-1', text: 'x'.repeat(4_001) },
  });
  expect(result).toMatchObject({ status: 413, body: { error: { code: 'message.too_long' } } });
});

test('a widget id that can be none is simply not found', async () => {
  const result = await call(widget(), { method: 'POST', path: '/api/widget/NOPE/sessions', body: {} });
  expect(result).toMatchObject({ status: 404, body: { error: { code: 'widget.not_found' } } });
});
