import type { JsonWebKey } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { api, functionArn, type Hosted, resource, serveHosts } from './gateway-hosts';
import { REGION } from './through-gateway';

const ID = 'abcde12345';
const HOST = `${ID}.execute-api.localhost`;
const ISSUER = `https://cognito-idp.${REGION}.amazonaws.com/eu-central-1_pool`;

const jwt = resource('AWS::ApiGatewayV2::Authorizer', {
  ApiId: ID,
  Name: 'users',
  AuthorizerType: 'JWT',
  IdentitySource: ['$request.header.Authorization'],
  JwtConfiguration: { Issuer: ISSUER, Audience: ['client'] },
});
const lambdaAuthorizer = (name: string, properties: object) =>
  resource('AWS::ApiGatewayV2::Authorizer', {
    ApiId: ID,
    Name: name,
    AuthorizerType: 'REQUEST',
    AuthorizerUri: `arn:aws:apigateway:${REGION}:lambda:path/2015-03-31/functions/${functionArn(name)}/invocations`,
    AuthorizerPayloadFormatVersion: '2.0',
    IdentitySource: ['$request.header.X-Token'],
    ...properties,
  });

let hosted: Hosted;
const folder = temporaryFolder();
let now = Date.now();
let asked = 0;
let answer: unknown;
let keys: Awaited<ReturnType<typeof generateKeyPair>>;

beforeAll(async () => {
  keys = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' };
  const route = (key: string, functionName = 'echo') => ({ key, functionName });
  hosted = await serveHosts({
    directory: folder,
    resources: api(
      'HTTP',
      ID,
      '$default',
      [
        route('GET /api/bots'),
        route('POST /api/bots'),
        route('GET /api/bots/{botId}'),
        route('GET /api/bots/special'),
        route('ANY /files/{path+}'),
        route('GET /answer', 'answer'),
        route('GET /slow', 'slow'),
        route('GET /throws', 'throws'),
        route('GET /throttled'),
        { key: 'GET /signed', functionName: 'echo', authorizer: jwt },
        { key: 'GET /scoped', functionName: 'echo', authorizer: jwt, scopes: ['bots/write'] },
        {
          key: 'GET /simple',
          functionName: 'echo',
          authorizer: lambdaAuthorizer('simple', {
            EnableSimpleResponses: true,
            AuthorizerResultTtlInSeconds: 60,
          }),
        },
        { key: 'GET /policy', functionName: 'echo', authorizer: lambdaAuthorizer('policy', {}) },
      ],
      {
        api: {
          CorsConfiguration: {
            AllowOrigins: ['*'],
            AllowMethods: ['GET', 'POST'],
            AllowHeaders: ['authorization', 'content-type'],
            MaxAge: 7200,
          },
        },
        stage: {
          DefaultRouteSettings: { ThrottlingBurstLimit: 1000, ThrottlingRateLimit: 500 },
          RouteSettings: { 'GET /throttled': { ThrottlingBurstLimit: 2, ThrottlingRateLimit: 1 } },
        },
      },
    ),
    functions: {
      echo: (event) => ({
        statusCode: 200,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(event),
      }),
      answer: () => answer,
      slow: () => new Promise((later) => setTimeout(later, 60_000).unref()),
      throws: () => {
        throw new RangeError('secret detail');
      },
      simple: ({ identitySource: [token] }: { identitySource: string[] }) => {
        asked += 1;
        if (token === 'broken') throw new Error('no');
        return { isAuthorized: token === 'good', context: { who: token } };
      },
      policy: ({ identitySource: [token], routeArn }: { identitySource: string[]; routeArn: string }) => ({
        principalId: 'p',
        policyDocument: {
          Version: '2012-10-17',
          Statement: [
            { Effect: token === 'good' ? 'Allow' : 'Deny', Action: 'execute-api:Invoke', Resource: routeArn },
          ],
        },
        context: { who: token },
      }),
    },
    http: {
      now: () => now,
      integrationTimeout: 400,
      jwksFor: (issuer) => (issuer === ISSUER ? { keys: [jwk as JsonWebKey] } : undefined),
    },
  });
});
afterAll(() => hosted.stop());

interface Event {
  readonly version: string;
  readonly routeKey: string;
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly queryStringParameters?: Readonly<Record<string, string>>;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly requestContext: { readonly http: { readonly path: string } };
  readonly body: string;
  readonly isBase64Encoded: boolean;
}

/** The event that a function got. */
async function event(path: string, init?: Parameters<Hosted['send']>[2]): Promise<Event> {
  const received = await hosted.send(HOST, path, init);
  expect(received.status, received.text).toBe(200);
  return received.json() as Event;
}

function token(claims: object, expiresIn = 600): Promise<string> {
  const at = Math.floor(now / 1000);
  return new SignJWT({ client_id: 'client', token_use: 'access', ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
    .setIssuer(ISSUER)
    .setSubject('user-1')
    .setIssuedAt(at - 1)
    .setExpirationTime(at + expiresIn)
    .sign(keys.privateKey);
}

describe('routes', () => {
  it('prefers a literal path to a variable one', async () => {
    expect((await event('/api/bots/special')).routeKey).toBe('GET /api/bots/special');
    expect((await event('/api/bots/b%201')).pathParameters).toEqual({ botId: 'b 1' });
  });

  it('gives a greedy variable all that is left, by any method', async () => {
    const got = await event('/files/a/b.txt', { method: 'DELETE' });
    expect(got.routeKey).toBe('ANY /files/{path+}');
    expect(got.pathParameters).toEqual({ path: 'a/b.txt' });
  });

  it('answers 404 for a path and for a method that has no route', async () => {
    for (const [path, method] of [
      ['/nothing', 'GET'],
      ['/api/bots', 'DELETE'],
      ['/api/bots/', 'GET'],
    ] as const) {
      const received = await hosted.send(HOST, path, { method });
      expect([received.status, received.text]).toEqual([404, '{"message":"Not Found"}']);
    }
  });

  it('answers 400 for a path that is not valid percent-encoding', async () => {
    expect((await hosted.send(HOST, '/api/bots/%zz')).status).toBe(400);
  });
});

describe('events (payload format 2.0)', () => {
  it('joins repeated headers and query parameters by commas and sets cookies apart', async () => {
    const got = await event('/api/bots?a=1&b=%20x&a=2', {
      headers: { 'X-Many': ['one', 'two'], cookie: 'a=1; b=2' },
    });
    expect(got.version).toBe('2.0');
    expect(got.headers['x-many']?.split(/, ?/)).toEqual(['one', 'two']);
    expect(got.headers.cookie).toBeUndefined();
    expect(got.cookies).toEqual(['a=1', 'b=2']);
    expect(got.queryStringParameters).toEqual({ a: '1,2', b: ' x' });
    expect(got.rawQueryString).toBe('a=1&b=%20x&a=2');
  });

  it('says who calls, in the words of the API: its own host, never the local one', async () => {
    const got = await event('/api/bots', { headers: { 'user-agent': 'test' } });
    expect(got.headers.host).toBe(`${ID}.execute-api.${REGION}.amazonaws.com`);
    expect(got.requestContext).toMatchObject({
      apiId: ID,
      stage: '$default',
      routeKey: 'GET /api/bots',
      domainName: `${ID}.execute-api.${REGION}.amazonaws.com`,
      http: { method: 'GET', path: '/api/bots', sourceIp: '127.0.0.1', userAgent: 'test' },
    });
  });

  it('hands the path over decoded', async () => {
    const got = await event('/api/bots/%C3%A4');
    expect(got.rawPath).toBe('/api/bots/ä');
    expect(got.requestContext.http.path).toBe('/api/bots/ä');
  });

  it('gives text as it is and anything else as base64', async () => {
    const json = await event('/api/bots', {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: '{"ü":1}',
    });
    expect([json.body, json.isBase64Encoded]).toEqual(['{"ü":1}', false]);
    const form = await event('/api/bots', {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'a=1',
    });
    expect([Buffer.from(form.body, 'base64').toString(), form.isBase64Encoded]).toEqual(['a=1', true]);
  });

  it('refuses a body over 10 MB', async () => {
    const received = await hosted.send(HOST, '/api/bots', {
      method: 'POST',
      body: Buffer.alloc(10 * 1024 * 1024 + 1),
    });
    expect([received.status, received.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
  });

  it('takes a body of 10 MB', async () => {
    const got = await event('/api/bots', { method: 'POST', body: Buffer.alloc(10 * 1024 * 1024 - 1000) });
    expect(got.body.length).toBeGreaterThan(10 * 1024 * 1024);
  });

  it('refuses headers over 10,240 bytes', async () => {
    const received = await hosted.send(HOST, '/api/bots', { headers: { 'x-long': 'x'.repeat(10_240) } });
    expect(received.status).toBe(431);
  });
});

describe('answers of functions', () => {
  it('sends status, headers, cookies and a base64 body', async () => {
    answer = {
      statusCode: 201,
      headers: { 'X-A': 'b', 'content-type': 'image/png' },
      cookies: ['a=1', 'b=2'],
      body: Buffer.from([1, 2, 255]).toString('base64'),
      isBase64Encoded: true,
    };
    const received = await hosted.send(HOST, '/answer');
    expect(received.status).toBe(201);
    expect(received.headers['x-a']).toBe('b');
    expect(received.headers['set-cookie']).toEqual(['a=1', 'b=2']);
    expect([...received.body]).toEqual([1, 2, 255]);
  });

  it('takes a result without a status for the JSON of a 200', async () => {
    answer = { hello: 'world' };
    const received = await hosted.send(HOST, '/answer');
    expect([received.status, received.headers['content-type'], received.json()]).toEqual([
      200,
      'application/json',
      { hello: 'world' },
    ]);
  });

  it.each([
    ['a body that is no text', { statusCode: 200, body: { a: 1 } }],
    ['a status that is none', { statusCode: 'fine' }],
    ['headers that are no texts', { statusCode: 200, headers: { a: { b: 1 } } }],
  ])('answers 500 for %s', async (_name, malformed) => {
    answer = malformed;
    const received = await hosted.send(HOST, '/answer');
    expect([received.status, received.text]).toEqual([500, '{"message":"Internal Server Error"}']);
  });

  it('sends a 204 without body and type', async () => {
    answer = { statusCode: 204 };
    const received = await hosted.send(HOST, '/answer');
    expect([received.status, received.headers['content-type'], received.body.length]).toEqual([
      204,
      undefined,
      0,
    ]);
  });

  it('answers 500 for a function that throws, and tells nothing of it', async () => {
    const received = await hosted.send(HOST, '/throws');
    expect([received.status, received.text]).toEqual([500, '{"message":"Internal Server Error"}']);
    expect(hosted.logged.some((line) => line.includes('secret detail'))).toBe(true);
  });

  it('answers 503 for a function that takes too long', async () => {
    const received = await hosted.send(HOST, '/slow');
    expect([received.status, received.text]).toEqual([503, '{"message":"Service Unavailable"}']);
  });
});

describe('CORS', () => {
  it('answers a preflight itself', async () => {
    const received = await hosted.send(HOST, '/signed', {
      method: 'OPTIONS',
      headers: { origin: 'https://any.example', 'access-control-request-method': 'GET' },
    });
    expect(received.status).toBe(204);
    expect(received.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,POST',
      'access-control-allow-headers': 'authorization,content-type',
      'access-control-max-age': '7200',
    });
  });

  it("replaces the function's CORS headers", async () => {
    answer = {
      statusCode: 200,
      headers: {
        'access-control-allow-origin': 'https://mine.example',
        'access-control-allow-credentials': 'true',
      },
    };
    const received = await hosted.send(HOST, '/answer', { headers: { origin: 'https://any.example' } });
    expect(received.headers['access-control-allow-origin']).toBe('*');
    expect(received.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it('tells a browser of a refusal, too', async () => {
    const received = await hosted.send(HOST, '/signed', { headers: { origin: 'https://any.example' } });
    expect([received.status, received.headers['access-control-allow-origin']]).toEqual([401, '*']);
  });
});

describe('JWT authorizer', () => {
  const signed = async (bearer: string | undefined, path = '/signed') =>
    hosted.send(HOST, path, bearer === undefined ? {} : { headers: { authorization: `Bearer ${bearer}` } });

  it('hands the claims to the function as texts', async () => {
    const received = await signed(await token({ 'cognito:groups': ['a', 'b'] }));
    expect(received.status, received.text).toBe(200);
    const { requestContext } = received.json() as {
      requestContext: { authorizer: { jwt: { claims: Record<string, string>; scopes: unknown } } };
    };
    expect(requestContext.authorizer.jwt.claims).toMatchObject({
      sub: 'user-1',
      client_id: 'client',
      'cognito:groups': '[a b]',
      exp: expect.stringMatching(/^\d+$/),
    });
    expect(requestContext.authorizer.jwt.scopes).toBeNull();
  });

  it('refuses no token, nonsense, an expired and a forged one, and one for another client', async () => {
    const forger = await generateKeyPair('RS256');
    const forged = await new SignJWT({ client_id: 'client' })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(ISSUER)
      .setExpirationTime(Math.floor(now / 1000) + 600)
      .sign(forger.privateKey);
    const elsewhere = await new SignJWT({ client_id: 'client' })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer('https://elsewhere.example')
      .setExpirationTime(Math.floor(now / 1000) + 600)
      .sign(keys.privateKey);
    const endless = await new SignJWT({ client_id: 'client' })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(ISSUER)
      .sign(keys.privateKey);
    const refused = {
      none: undefined,
      nonsense: 'abc',
      expired: await token({}, -1),
      forged,
      elsewhere,
      endless,
      client: await token({ client_id: 'other' }),
      audience: await token({ aud: 'other' }),
    };
    for (const [name, bearer] of Object.entries(refused)) {
      const received = await signed(bearer);
      expect([name, received.status, received.text]).toEqual([name, 401, '{"message":"Unauthorized"}']);
      expect(received.headers['www-authenticate']).toMatch(/^Bearer/);
    }
  });

  it('holds a route to its scopes', async () => {
    expect((await signed(await token({ scope: 'bots/read' }), '/scoped')).status).toBe(403);
    const received = await signed(await token({ scope: 'bots/read bots/write' }), '/scoped');
    expect(received.json()).toMatchObject({
      requestContext: { authorizer: { jwt: { scopes: ['bots/write'] } } },
    });
  });
});

describe('Lambda authorizer', () => {
  const withToken = (path: string, value?: string) =>
    hosted.send(HOST, path, value === undefined ? {} : { headers: { 'x-token': value } });

  it('lets in, keeps out, and asks only when it may', async () => {
    expect((await withToken('/simple')).status).toBe(401);
    expect(asked).toBe(0);
    const allowed = await withToken('/simple', 'good');
    expect(allowed.json()).toMatchObject({ requestContext: { authorizer: { lambda: { who: 'good' } } } });
    expect((await withToken('/simple', 'bad')).status).toBe(403);
    expect((await withToken('/simple', 'broken')).status).toBe(500);
  });

  it('keeps an answer for its time', async () => {
    asked = 0;
    await withToken('/simple', 'good');
    expect(asked).toBe(0);
    now += 61_000;
    await withToken('/simple', 'good');
    expect(asked).toBe(1);
  });

  it('reads a policy', async () => {
    expect((await withToken('/policy', 'good')).json()).toMatchObject({
      requestContext: { authorizer: { lambda: { who: 'good' } } },
    });
    expect((await withToken('/policy', 'bad')).status).toBe(403);
  });
});

describe('throttling', () => {
  it('lets a burst pass and then the rate, each route on its own', async () => {
    const statuses = async (count: number) => {
      const received = [];
      for (let at = 0; at < count; at++) received.push((await hosted.send(HOST, '/throttled')).status);
      return received;
    };
    expect(await statuses(3)).toEqual([200, 200, 429]);
    expect((await hosted.send(HOST, '/api/bots')).status).toBe(200);
    now += 1_000;
    expect(await statuses(2)).toEqual([200, 429]);
  });
});
