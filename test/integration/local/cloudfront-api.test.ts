import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { Resource } from '#infra/local/assembly/model';
import { createEdge } from '#infra/local/services/cloudfront/service';
import type { S3Service } from '#infra/local/services/s3/service';
import {
  bucketOrigin,
  call,
  connects,
  distribution,
  type Event,
  get,
  HOST,
  HTTP_ID,
  hosted,
  mark,
  pages,
  prepareCloudFront,
  SOCKET_ID,
  shared,
  spa,
} from './cloudfront-setup';
import { ACCOUNT, REGION } from './through-gateway';

prepareCloudFront();

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
