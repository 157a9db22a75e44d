import { once } from 'node:events';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { Properties, Resource } from '../../../infra/local/assembly/model';
import { createEdge } from '../../../infra/local/services/cloudfront';
import { createS3, type S3Service } from '../../../infra/local/services/s3';
import { api, type Hosted, resource, serveHosts } from './gateway-hosts';
import { ACCOUNT, REGION, type TemporaryFolder, temporaryFolder } from './through-gateway';

const HOST = 'app.localhost';
const HTTP_ID = 'httpapi123';
const SOCKET_ID = 'socketapi1';
const DISTRIBUTION = 'E123';

// Managed policies, by the ids that AWS gave them.
const CACHING_DISABLED = '4135ea2d-6df8-44a3-9df3-4b5a84be39ad';
const CACHING_OPTIMIZED = '658327ea-f89d-4fab-a63d-7e88639e58f6';
const ALL_VIEWER_EXCEPT_HOST = 'b689b0a8-53d0-40ab-baf2-68738e2966ac';
const ALL_VIEWER = '216adef6-5c7f-47e4-b989-5492eafa07d3';

const PAGE = `<!doctype html>${'<p>hello</p>'.repeat(200)}`;

const edgeFunction = (name: string, code: string) =>
  resource(
    'AWS::CloudFront::Function',
    {
      Name: name,
      AutoPublish: true,
      FunctionCode: code,
      FunctionConfig: { Comment: '', Runtime: 'cloudfront-js-2.0' },
    },
    `arn:aws:cloudfront::${ACCOUNT}:function/${name}`,
  );
const spa = edgeFunction(
  'spa',
  `function handler(event) {
    var request = event.request;
    request.headers['x-our-host'] = { value: request.headers.host.value };
    request.headers['x-our-address'] = { value: event.viewer.ip };
    if (request.uri === '/old') return { statusCode: 301, headers: { location: { value: '/new' } } };
    if (request.uri === '/throws') throw new Error('broken');
    if (request.uri === '/invalid') return { uri: 1 };
    if (!/^.(api.|socket$|$)|[.]/.test(request.uri)) {
      request.uri = '/index.html';
    }
    return request;
  }`,
);
const mark = edgeFunction(
  'mark',
  `function handler(event) {
    event.response.headers['x-marked'] = { value: event.response.headers['x-frame-options'].value };
    return event.response;
  }`,
);
const pages = resource('AWS::CloudFront::ResponseHeadersPolicy', {
  ResponseHeadersPolicyConfig: {
    Name: 'pages',
    SecurityHeadersConfig: {
      ContentSecurityPolicy: {
        ContentSecurityPolicy: "default-src 'self'; upgrade-insecure-requests; img-src data:",
        Override: true,
      },
      FrameOptions: { FrameOption: 'DENY', Override: true },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 1, Override: true },
    },
    CustomHeadersConfig: {
      Items: [
        { Header: 'Cache-Control', Value: 'max-age=5', Override: false },
        { Header: 'X-Ours', Value: 'yes', Override: true },
      ],
    },
  },
});
const shared = resource('AWS::CloudFront::ResponseHeadersPolicy', {
  ResponseHeadersPolicyConfig: {
    Name: 'shared',
    CorsConfig: {
      AccessControlAllowCredentials: false,
      AccessControlAllowHeaders: { Items: ['*'] },
      AccessControlAllowMethods: { Items: ['GET'] },
      AccessControlAllowOrigins: { Items: ['*'] },
      OriginOverride: true,
    },
    RemoveHeadersConfig: { Items: [{ Header: 'X-Api' }] },
  },
});

const viewerRequest = { FunctionAssociations: [{ EventType: 'viewer-request', FunctionARN: spa.id }] };
const files = { ViewerProtocolPolicy: 'redirect-to-https', CachePolicyId: CACHING_OPTIMIZED, Compress: true };
const calls = {
  ViewerProtocolPolicy: 'redirect-to-https',
  CachePolicyId: CACHING_DISABLED,
  OriginRequestPolicyId: ALL_VIEWER_EXCEPT_HOST,
  AllowedMethods: ['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'POST', 'DELETE'],
};
const bucketOrigin = (bucket: string) => ({
  Id: bucket,
  DomainName: `${bucket}.s3.${REGION}.amazonaws.com`,
  OriginAccessControlId: 'oac',
  S3OriginConfig: { OriginAccessIdentity: '' },
});
const apiOrigin = (id: string) => ({
  Id: id,
  DomainName: `${id}.execute-api.${REGION}.amazonaws.com`,
  OriginCustomHeaders: [{ HeaderName: 'X-Secret', HeaderValue: 'origin' }],
  CustomOriginConfig: { OriginProtocolPolicy: 'https-only' },
});
const grant = (bucket: string, actions: readonly string[], distribution = DISTRIBUTION) =>
  resource('AWS::S3::BucketPolicy', {
    Bucket: bucket,
    PolicyDocument: {
      Statement: [
        {
          Effect: 'Deny',
          Principal: { AWS: '*' },
          Action: 's3:*',
          Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`],
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        },
        {
          Effect: 'Allow',
          Principal: { Service: 'cloudfront.amazonaws.com' },
          Action: actions,
          Resource: [`arn:aws:s3:::${bucket}`, `arn:aws:s3:::${bucket}/*`],
          Condition: {
            StringEquals: { 'AWS:SourceArn': `arn:aws:cloudfront::${ACCOUNT}:distribution/${distribution}` },
          },
        },
      ],
    },
  });

const distribution = (config: Properties = {}): Resource =>
  resource(
    'AWS::CloudFront::Distribution',
    {
      DistributionConfig: {
        Enabled: true,
        Aliases: ['localhost', HOST],
        DefaultRootObject: 'index.html',
        Origins: [...['web', 'shut', 'listed'].map(bucketOrigin), apiOrigin(HTTP_ID), apiOrigin(SOCKET_ID)],
        DefaultCacheBehavior: {
          TargetOriginId: 'web',
          ...files,
          FunctionAssociations: [
            ...viewerRequest.FunctionAssociations,
            { EventType: 'viewer-response', FunctionARN: mark.id },
          ],
          ResponseHeadersPolicyId: pages.id,
        },
        CacheBehaviors: [
          { PathPattern: '/api/*.txt', TargetOriginId: 'web', ...files },
          {
            PathPattern: '/api/shared',
            TargetOriginId: HTTP_ID,
            ...calls,
            ResponseHeadersPolicyId: shared.id,
          },
          { PathPattern: '/api/host', TargetOriginId: HTTP_ID, ...calls, OriginRequestPolicyId: ALL_VIEWER },
          { PathPattern: '/api/bare', TargetOriginId: HTTP_ID, ...calls, OriginRequestPolicyId: undefined },
          { PathPattern: '/api/*', TargetOriginId: HTTP_ID, ...calls, ...viewerRequest },
          { PathPattern: '/socket', TargetOriginId: SOCKET_ID, ...calls, ...viewerRequest },
          { PathPattern: 'shut/*', TargetOriginId: 'shut', ...files },
          { PathPattern: '/listed/?.txt', TargetOriginId: 'listed', ...files },
          { PathPattern: '/listed/*.json', TargetOriginId: 'listed or API', ...files },
        ],
        OriginGroups: {
          Items: [
            {
              Id: 'listed or API',
              FailoverCriteria: { StatusCodes: { Items: [403, 404], Quantity: 2 } },
              Members: { Items: [{ OriginId: 'listed' }, { OriginId: HTTP_ID }], Quantity: 2 },
            },
          ],
          Quantity: 1,
        },
        ...config,
      },
    },
    DISTRIBUTION,
  );

let folder: TemporaryFolder;
let hosted: Hosted;
let connects: { readonly headers: Readonly<Record<string, string>> }[];

beforeAll(async () => {
  folder = await temporaryFolder();
  connects = [];
  const resources = [
    ...api('HTTP', HTTP_ID, '$default', [{ key: 'ANY /api/{path+}', functionName: 'echo' }]),
    ...api('WEBSOCKET', SOCKET_ID, 'socket', [
      { key: '$connect', functionName: 'connect' },
      {
        key: '$default',
        functionName: 'reverse',
        properties: { RouteResponseSelectionExpression: '$default' },
      },
    ]),
    ...['web', 'shut', 'listed'].map((name) => resource('AWS::S3::Bucket', { BucketName: name }, name)),
    grant('web', ['s3:GetObject']),
    grant('listed', ['s3:GetObject', 's3:ListBucket']),
    grant('shut', ['s3:GetObject'], 'another'),
    spa,
    mark,
    pages,
    shared,
    distribution(),
  ];
  let s3: S3Service;
  hosted = await serveHosts({
    directory: folder.path,
    resources,
    functions: {
      echo: (event) => ({
        statusCode: 200,
        headers: {
          'content-type': 'application/json',
          'x-api': '1',
          'access-control-allow-origin': 'https://mine.example',
        },
        body: JSON.stringify(event),
      }),
      connect: (event) => {
        connects.push(event);
        return { statusCode: (event as { headers: Record<string, string> }).headers['X-Secret'] ? 200 : 403 };
      },
      reverse: ({ body }: { body: string }) => ({ statusCode: 200, body: [...body].reverse().join('') }),
    },
    services: (context) => {
      s3 = createS3(context, {
        buckets: resources.filter(({ type }) => type === 'AWS::S3::Bucket'),
        queues: { send: async () => {} },
      });
      return [s3];
    },
    edge: (context, apis) => createEdge(context, { resources, s3, ...apis }),
  });
  const client = new S3Client({ ...hosted.client, forcePathStyle: true });
  const put = (Bucket: string, Key: string, Body: string, ContentType: string, CacheControl?: string) =>
    client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType, CacheControl }));
  await put('web', 'index.html', PAGE, 'text/html; charset=utf-8');
  await put('web', 'small.js', 'let a;', 'text/javascript', 'max-age=9');
  await put('web', 'picture.png', 'p'.repeat(2_000), 'image/png');
  await put('web', 'api/notes.txt', 'notes', 'text/plain');
  await put('web', 'ä b.txt', 'umlaut', 'text/plain');
  await put('shut', 'shut/a.txt', 'secret', 'text/plain');
  await put('listed', 'listed/a.json', '{}', 'application/json');
  await put('listed', 'listed/a.txt', 'a', 'text/plain');
});
afterAll(async () => {
  await hosted.stop();
  await folder.remove();
});

const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
  hosted.send(HOST, path, { headers, method });
interface Event {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly requestContext: { readonly http: { readonly sourceIp: string } };
}
const call = async (path: string, headers?: Readonly<Record<string, string>>, method?: string) => {
  const received = await get(path, headers, method);
  expect(received.status, received.text).toBe(200);
  return received.json() as Event;
};

describe('files', () => {
  it('come from the private bucket, the root from the default root object', async () => {
    for (const path of ['/', '/index.html']) {
      const received = await get(path);
      expect([received.status, received.headers['content-type'], received.text]).toEqual([
        200,
        'text/html; charset=utf-8',
        PAGE,
      ]);
    }
    expect((await get('/%C3%A4%20b.txt')).text).toBe('umlaut');
  });

  it('answer HEAD without a body', async () => {
    const received = await get('/small.js', {}, 'HEAD');
    expect([received.status, received.body.length, received.headers['content-length']]).toEqual([
      200,
      0,
      '6',
    ]);
  });

  it('are denied where the bucket grants the edge nothing, and where only who may list is told that none is there', async () => {
    for (const path of ['/shut/a.txt', '/none.txt']) {
      const received = await get(path);
      expect(received.status).toBe(403);
      expect(received.text).toContain('<Code>AccessDenied</Code>');
    }
    const listed = await get('/listed/x.txt');
    expect(listed.status).toBe(404);
    expect(listed.text).toContain('NoSuchKey');
    expect((await get('/listed/a.txt')).text).toBe('a');
  });

  it('that are not there are asked of the second origin of a group, whose answer counts', async () => {
    expect((await get('/listed/a.json')).text).toBe('{}');
    const missing = await get('/listed/none.json');
    expect([missing.status, missing.json()]).toEqual([404, { message: 'Not Found' }]);
    expect((await get('/listed/none.json', {}, 'HEAD')).status).toBe(404);
  });

  it('are given in part', async () => {
    const received = await get('/small.js', { range: 'bytes=0-2' });
    expect([received.status, received.text, received.headers['content-range']]).toEqual([
      206,
      'let',
      'bytes 0-2/6',
    ]);
  });

  it('are taken by no other method', async () => {
    expect((await get('/small.js', {}, 'PUT')).status).toBe(403);
    expect((await get('/small.js', {}, 'DELETE')).status).toBe(403);
  });
});

describe('compression', () => {
  it('prefers brotli to gzip, and says that it varies', async () => {
    const both = await get('/', { 'accept-encoding': 'gzip, deflate, br' });
    expect([both.headers['content-encoding'], both.headers.vary]).toEqual(['br', 'Accept-Encoding']);
    expect(brotliDecompressSync(both.body).toString()).toBe(PAGE);
    expect(both.headers.etag).toMatch(/^W\/"/);
    const gzip = await get('/', { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.body).toString()).toBe(PAGE);
  });

  it('leaves alone what is small, no text, or not asked for compressed', async () => {
    const plain = await get('/');
    expect([plain.headers['content-encoding'], plain.headers.etag?.startsWith('"')]).toEqual([
      undefined,
      true,
    ]);
    for (const path of ['/small.js', '/picture.png']) {
      expect((await get(path, { 'accept-encoding': 'br' })).headers['content-encoding']).toBeUndefined();
    }
  });
});

describe('conditional requests', () => {
  it('answer 304 to a viewer that has the version, compressed or not', async () => {
    const plain = await get('/');
    const compressed = await get('/', { 'accept-encoding': 'br' });
    for (const tag of [plain.headers.etag, compressed.headers.etag, `"x", ${plain.headers.etag}`, '*']) {
      const again = await get('/', { 'if-none-match': tag ?? '', 'accept-encoding': 'br' });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect(again.headers['x-frame-options']).toBe('DENY');
    }
    expect((await get('/', { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get('/', { 'if-modified-since': plain.headers['last-modified'] ?? '' })).status).toBe(304);
    expect((await get('/', { 'if-modified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' })).status).toBe(200);
  });
});

describe('functions', () => {
  it('route the pages of an application to its one page', async () => {
    expect((await get('/bots/b1/knowledge')).text).toBe(PAGE);
  });

  it('answer themselves', async () => {
    const received = await get('/old');
    expect([received.status, received.headers.location]).toEqual([301, '/new']);
  });

  it('see the host without a port, as on AWS, and the address of the viewer', async () => {
    const { headers } = await call('/api/x', { 'x-our-host': 'forged', 'x-our-address': 'forged' });
    expect(headers['x-our-host']).toBe(HOST);
    expect(headers['x-our-address']).toBe('127.0.0.1');
  });

  it('that fail give 503, and 502 for a result that is none', async () => {
    expect((await get('/throws')).status).toBe(503);
    expect((await get('/invalid')).status).toBe(502);
    expect(hosted.logged.some((line) => line.includes('broken'))).toBe(true);
  });

  it('see a response with the headers that the policy adds, but no error', async () => {
    expect((await get('/')).headers['x-marked']).toBe('DENY');
    expect((await get('/none.txt')).headers['x-marked']).toBeUndefined();
  });
});

describe('response headers', () => {
  it('are set by the policy, over or under the origin as it says', async () => {
    const { headers } = await get('/');
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-ours': 'yes',
      'cache-control': 'max-age=5',
    });
    expect((await get('/small.js')).headers['cache-control']).toBe('max-age=9');
  });

  it('never send a browser to https, which nobody serves here', async () => {
    const { headers } = await get('/');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['content-security-policy']).toBe("default-src 'self'; img-src data:");
  });

  it('hold CORS where it is asked for, and lose what the policy removes', async () => {
    const { headers } = await get('/api/shared', { origin: 'https://any.example' });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['x-api']).toBeUndefined();
  });
});

describe('an API behind the edge', () => {
  it('is found by the first pattern that fits', async () => {
    expect((await get('/api/notes.txt')).text).toBe('notes');
    expect((await call('/api/notes')).rawPath).toBe('/api/notes');
  });

  it("gets the viewer's request under its own host, with the origin's header and the edge's address", async () => {
    const event = await call('/api/a?x=1&y=%20', {
      authorization: 'Bearer t',
      cookie: 'a=1; b=2',
      'x-secret': 'forged',
      'x-forwarded-for': '192.0.2.1',
      'accept-encoding': 'br',
    });
    expect(event.rawQueryString).toBe('x=1&y=%20');
    expect(event.cookies).toEqual(['a=1', 'b=2']);
    expect(event.headers).toMatchObject({
      authorization: 'Bearer t',
      host: `${HTTP_ID}.execute-api.${REGION}.amazonaws.com`,
      'x-secret': 'origin',
      via: expect.stringContaining('CloudFront'),
    });
    expect(event.headers['accept-encoding']).toBeUndefined();
    const { sourceIp } = event.requestContext.http;
    expect(sourceIp).not.toBe('127.0.0.1');
    expect(event.headers['x-forwarded-for']).toBe(`192.0.2.1, 127.0.0.1, ${sourceIp}`);
  });

  it('gets only what its policies forward', async () => {
    const event = await call('/api/bare?x=1', { authorization: 'Bearer t', cookie: 'a=1', 'x-own': '1' });
    expect(event.rawQueryString).toBe('');
    expect(event.cookies).toBeUndefined();
    expect(event.headers.authorization).toBeUndefined();
    expect(event.headers['x-own']).toBeUndefined();
    expect(event.headers['user-agent']).toBe('Amazon CloudFront');
  });

  it("answers 403 when a policy forwards the viewer's host", async () => {
    expect((await get('/api/host')).status).toBe(403);
  });

  it('takes every method with its body', async () => {
    const received = await hosted.send(HOST, '/api/a', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: '{"a":1}',
    });
    expect(received.json()).toMatchObject({ body: '{"a":1}', requestContext: { http: { method: 'PATCH' } } });
  });

  it('can be called past the edge, where the header of the origin is missing', async () => {
    const received = await hosted.send(`${HTTP_ID}.execute-api.localhost`, '/api/a');
    expect((received.json() as Event).headers['x-secret']).toBeUndefined();
  });
});

describe('a WebSocket behind the edge', () => {
  const dial = (host: string, path: string) => {
    const socket = new WebSocket(`ws://127.0.0.1:${hosted.port}${path}`, {
      headers: { host: `${host}:${hosted.port}`, 'x-secret': 'forged', 'user-agent': 'test' },
    });
    socket.on('error', () => {});
    return socket;
  };

  it('opens with what the edge adds, and talks', async () => {
    const socket = dial(HOST, '/socket?ticket=1');
    await once(socket, 'open');
    socket.send('abc');
    const [answer] = await once(socket, 'message');
    expect(String(answer)).toBe('cba');
    expect(connects.at(-1)).toMatchObject({
      headers: {
        Host: `${SOCKET_ID}.execute-api.${REGION}.amazonaws.com`,
        'X-Secret': 'origin',
        'x-our-host': HOST,
        'x-our-address': '127.0.0.1',
      },
      queryStringParameters: { ticket: '1' },
      requestContext: { identity: { userAgent: 'test' } },
    });
    socket.terminate();
  });

  it.each(['/', '/api/x'])('opens nowhere else (%s)', async (path) => {
    const [, response] = (await once(dial(HOST, path), 'unexpected-response')) as [
      unknown,
      { statusCode: number },
    ];
    expect(response.statusCode).toBe(403);
  });
});

describe('a template that asks for what is not served here', () => {
  const s3 = {} as S3Service;
  const make = (...resources: Resource[]) =>
    createEdge(
      {
        directory: '',
        region: REGION,
        accountId: ACCOUNT,
        endpoint: '',
        secretFor: () => undefined,
        log() {},
      },
      {
        resources,
        s3,
        httpApis: { ids: new Set([HTTP_ID]), handle: () => Promise.reject(new Error('not called')) },
        webSocketApis: hosted.webSocketApis,
      },
    );

  it('is refused with the resource and the property named', () => {
    expect(() => make(distribution({ CustomErrorResponses: [] }), spa, mark, pages, shared)).toThrow(
      /AWS::CloudFront::Distribution E123.*CustomErrorResponses/s,
    );
    expect(() => make(distribution(), mark, pages, shared)).toThrow(
      /AWS::CloudFront::Function.*function\/spa/,
    );
    expect(() =>
      make(
        distribution({ Origins: [bucketOrigin('web')], OriginGroups: undefined }),
        spa,
        mark,
        pages,
        shared,
      ),
    ).toThrow(/no origin/);
    expect(() => make()).toThrow(/0 CloudFront distributions/);
  });
});
