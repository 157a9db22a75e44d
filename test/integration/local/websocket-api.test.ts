import { once } from 'node:events';
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GetConnectionCommand,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import { afterEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import type { Resource } from '#infra/local/assembly/model';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { api, functionArn, type Hosted, type HostedOptions, resource, serveHosts } from './gateway-hosts';
import { REGION } from './through-gateway';

const ID = 'sockets123';
const HOST = `${ID}.execute-api.localhost`;

interface Event {
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly multiValueHeaders: Readonly<Record<string, readonly string[]>>;
  readonly queryStringParameters?: Readonly<Record<string, string>>;
  readonly requestContext: {
    readonly connectionId: string;
    readonly routeKey: string;
    readonly eventType: string;
    readonly authorizer?: Readonly<Record<string, unknown>>;
    readonly disconnectStatusCode?: number;
    readonly identity: { readonly sourceIp: string };
    readonly domainName: string;
    readonly stage: string;
  };
}

const folder = temporaryFolder();
const running: Hosted[] = [];
const sockets: WebSocket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  for (const hosted of running.splice(0)) await hosted.stop();
});

/** An API whose functions write down what they get. */
async function serve(options: Partial<HostedOptions> & { readonly resources?: readonly Resource[] } = {}) {
  const events: Event[] = [];
  const note = (event: Event) => {
    events.push(event);
    return { statusCode: 200 };
  };
  const hosted = await serveHosts({
    directory: folder,
    resources: api('WEBSOCKET', ID, 'socket', [
      { key: '$connect', functionName: 'connect' },
      { key: '$disconnect', functionName: 'disconnect' },
      { key: '$default', functionName: 'message' },
    ]),
    ...options,
    functions: { connect: note, disconnect: note, message: note, ...options.functions },
  });
  running.push(hosted);
  const of = (eventType: string) => events.filter((event) => event.requestContext.eventType === eventType);
  return { hosted, events, of };
}

function dial(
  hosted: Hosted,
  path = '/socket',
  options: WebSocket.ClientOptions = {},
  protocols: string[] = [],
) {
  const socket = new WebSocket(`ws://127.0.0.1:${hosted.port}${path}`, protocols, {
    ...options,
    headers: { host: `${HOST}:${hosted.port}`, ...options.headers },
  });
  sockets.push(socket);
  return socket;
}

async function open(hosted: Hosted, path?: string, options?: WebSocket.ClientOptions) {
  const socket = dial(hosted, path, options);
  await once(socket, 'open');
  return socket;
}

/** The status that refused the upgrade. */
async function refused(socket: WebSocket): Promise<number> {
  // A socket that never opened says so once more when it is ended.
  socket.on('error', () => {});
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
  return response.statusCode;
}

const closed = async (socket: WebSocket) => ((await once(socket, 'close')) as [number])[0];
const received = async (socket: WebSocket) => String(((await once(socket, 'message')) as [Buffer])[0]);
const until = (happened: () => boolean) => expect.poll(happened, { interval: 5 }).toBe(true);

describe('a connection', () => {
  it('tells of connect, messages and disconnect', async () => {
    const { hosted, of } = await serve();
    const socket = await open(hosted, '/socket?ticket=t%201', { headers: { 'X-Some': 'thing' } });
    socket.send('hello');
    await until(() => of('MESSAGE').length === 1);
    socket.close(4001, 'bye');
    await until(() => of('DISCONNECT').length === 1);

    const [connect] = of('CONNECT');
    expect(connect?.queryStringParameters).toEqual({ ticket: 't 1' });
    expect(connect?.headers['X-Some']).toBe('thing');
    expect(connect?.multiValueHeaders['X-Some']).toEqual(['thing']);
    expect(connect?.headers.Host).toBe(`${ID}.execute-api.${REGION}.amazonaws.com`);
    expect(connect?.requestContext).toMatchObject({
      routeKey: '$connect',
      stage: 'socket',
      domainName: `${ID}.execute-api.${REGION}.amazonaws.com`,
      identity: { sourceIp: '127.0.0.1' },
    });
    const id = connect?.requestContext.connectionId;
    expect(id).toMatch(/^[\w-]{15}=$/);
    expect(of('MESSAGE')[0]).toMatchObject({
      body: 'hello',
      requestContext: { routeKey: '$default', connectionId: id },
    });
    expect(of('DISCONNECT')[0]?.requestContext).toMatchObject({
      connectionId: id,
      disconnectStatusCode: 4001,
    });
  });

  it('hands messages over in the order of arrival, without waiting for one to end', async () => {
    const bodies: string[] = [];
    const { hosted } = await serve({
      functions: {
        message: ({ body = '' }: Event) => {
          bodies.push(body);
          return new Promise((later) => setTimeout(() => later({ statusCode: 200 }), 60_000).unref());
        },
      },
    });
    const socket = await open(hosted);
    const sent = Array.from({ length: 20 }, (_, at) => `m${at}`);
    for (const text of sent) socket.send(text);
    await until(() => bodies.length === 20);
    expect(bodies).toEqual(sent);
  });

  it('is refused with the status that the connect function gives, and forgotten', async () => {
    const { hosted, of } = await serve({ functions: { connect: () => ({ statusCode: 403 }) } });
    expect(await refused(dial(hosted))).toBe(403);
    expect(of('DISCONNECT')).toEqual([]);
  });

  it('is refused when the connect function fails, or at another stage', async () => {
    const { hosted } = await serve({
      functions: {
        connect: () => {
          throw new Error('broken');
        },
      },
    });
    expect(await refused(dial(hosted))).toBe(502);
    expect(await refused(dial(hosted, '/other'))).toBe(403);
  });

  it('takes the sub-protocol that the connect function chooses', async () => {
    const { hosted } = await serve({
      functions: { connect: () => ({ statusCode: 200, headers: { 'Sec-WebSocket-Protocol': 'b' } }) },
    });
    const socket = dial(hosted, '/socket', {}, ['a', 'b']);
    await once(socket, 'open');
    expect(socket.protocol).toBe('b');
  });

  it('tells of a client that vanished', async () => {
    const { hosted, of } = await serve();
    (await open(hosted)).terminate();
    await until(() => of('DISCONNECT').length === 1);
    expect(of('DISCONNECT')[0]?.requestContext.disconnectStatusCode).toBe(1006);
  });

  it('is closed, and that told, before the API has stopped', async () => {
    const { hosted, of } = await serve();
    const socket = await open(hosted);
    const code = closed(socket);
    await hosted.webSocketApis.stop();
    expect(of('DISCONNECT')).toHaveLength(1);
    expect(await code).toBe(1001);
  });
});

describe('routes', () => {
  it('are selected by what the expression finds; what has none goes to $default', async () => {
    const { hosted, of } = await serve({
      resources: api(
        'WEBSOCKET',
        ID,
        'socket',
        [
          { key: 'join', functionName: 'message' },
          { key: '$default', functionName: 'message' },
          {
            key: 'echo',
            functionName: 'echo',
            properties: { RouteResponseSelectionExpression: '$default' },
          },
        ],
        { api: { RouteSelectionExpression: '$request.body.action' } },
      ),
      functions: { echo: ({ body }: Event) => ({ statusCode: 200, body: `echo ${body}` }) },
    });
    const socket = await open(hosted);
    for (const text of [
      '{"action":"join"}',
      '{"action":"nothing"}',
      '{"action":"$connect"}',
      'no json',
      '["join"]',
    ]) {
      socket.send(text);
    }
    await until(() => of('MESSAGE').length === 5);
    expect(of('MESSAGE').map((event) => event.requestContext.routeKey)).toEqual([
      'join',
      '$default',
      '$default',
      '$default',
      '$default',
    ]);
    socket.send('{"action":"echo"}');
    expect(await received(socket)).toBe('echo {"action":"echo"}');
  });

  it('tell the client of a message that none takes and of one whose function fails', async () => {
    const { hosted } = await serve({
      resources: api('WEBSOCKET', ID, 'socket', [{ key: 'fail', functionName: 'fail' }]),
      functions: {
        fail: () => {
          throw new Error('broken');
        },
      },
    });
    const socket = await open(hosted);
    socket.send('{"action":"other"}');
    expect(JSON.parse(await received(socket))).toMatchObject({
      message: 'Forbidden',
      requestId: expect.any(String),
    });
    socket.send('{"action":"fail"}');
    expect(JSON.parse(await received(socket))).toMatchObject({ message: 'Internal server error' });
  });

  it('are throttled', async () => {
    const { hosted } = await serve({
      resources: api('WEBSOCKET', ID, 'socket', [{ key: '$default', functionName: 'message' }], {
        stage: { DefaultRouteSettings: { ThrottlingBurstLimit: 1, ThrottlingRateLimit: 0 } },
      }),
    });
    const socket = await open(hosted);
    socket.send('one');
    socket.send('two');
    expect(JSON.parse(await received(socket))).toMatchObject({ message: 'Too Many Requests' });
  });
});

describe('limits', () => {
  it('takes a frame of 32 kB and closes with 1009 for a larger one, which no function sees', async () => {
    const { hosted, of } = await serve();
    const socket = await open(hosted);
    socket.send('a'.repeat(32 * 1024));
    await until(() => of('MESSAGE').length === 1);
    socket.send('b'.repeat(32 * 1024 + 1));
    expect(await closed(socket)).toBe(1009);
    await until(() => of('DISCONNECT').length === 1);
    expect(of('MESSAGE')).toHaveLength(1);
  });

  it('takes a message of 128 kB in frames and closes with 1009 for a larger one', async () => {
    const { hosted, of } = await serve();
    const socket = await open(hosted);
    const frame = 'a'.repeat(32 * 1024);
    const sendFrames = (count: number, rest: string) => {
      for (let at = 0; at < count; at++) socket.send(frame, { fin: false });
      socket.send(rest, { fin: true });
    };
    sendFrames(3, frame);
    await until(() => of('MESSAGE').length === 1);
    expect(of('MESSAGE')[0]?.body).toHaveLength(128 * 1024);
    sendFrames(4, 'a');
    expect(await closed(socket)).toBe(1009);
    expect(of('MESSAGE')).toHaveLength(1);
  });

  it('takes text only', async () => {
    const { hosted } = await serve();
    const socket = await open(hosted);
    socket.send(Buffer.from([1, 2]));
    expect(await closed(socket)).toBe(1003);
  });

  it('closes a connection that is idle; a message or a ping keeps it', async () => {
    const { hosted } = await serve({ webSocket: { limits: { idle: 300 } } });
    const quiet = await open(hosted);
    const lively = await open(hosted);
    const beat = setInterval(() => lively.ping(), 50);
    expect(await closed(quiet)).toBe(1001);
    expect(lively.readyState).toBe(WebSocket.OPEN);
    clearInterval(beat);
    expect(await closed(lively)).toBe(1001);
  });

  it('closes a connection at the end of its time, however lively', async () => {
    const { hosted } = await serve({ webSocket: { limits: { lifetime: 200 } } });
    const socket = await open(hosted);
    const beat = setInterval(() => socket.ping(), 20);
    expect(await closed(socket)).toBe(1001);
    clearInterval(beat);
  });

  it('gives up on a function that takes too long', async () => {
    const forever = () => new Promise((later) => setTimeout(later, 60_000).unref());
    const { hosted } = await serve({
      functions: { message: forever },
      webSocket: { limits: { integration: 50 } },
    });
    const socket = await open(hosted);
    socket.send('x');
    expect(JSON.parse(await received(socket))).toMatchObject({ message: 'Endpoint request timed out' });
  });
});

describe('authorizer', () => {
  const authorizer = resource('AWS::ApiGatewayV2::Authorizer', {
    ApiId: ID,
    Name: 'tickets',
    AuthorizerType: 'REQUEST',
    AuthorizerUri: `arn:aws:apigateway:${REGION}:lambda:path/2015-03-31/functions/${functionArn('authorize')}/invocations`,
    IdentitySource: ['route.request.querystring.ticket'],
  });

  it('decides who may connect, and every event says who did', async () => {
    const { hosted, of } = await serve({
      resources: api('WEBSOCKET', ID, 'socket', [
        { key: '$connect', functionName: 'connect', authorizer },
        { key: '$default', functionName: 'message' },
      ]),
      functions: {
        authorize: (event: Event & { methodArn: string }) => {
          const { ticket } = event.queryStringParameters ?? {};
          if (ticket === 'unknown') throw new Error('Unauthorized');
          return {
            principalId: 'visitor',
            policyDocument: {
              Statement: [
                {
                  Effect: ticket === 'good' ? 'Allow' : 'Deny',
                  Action: 'execute-api:Invoke',
                  Resource: event.methodArn,
                },
              ],
            },
            context: { bot: 'b1' },
          };
        },
      },
    });
    expect(await refused(dial(hosted))).toBe(401);
    expect(await refused(dial(hosted, '/socket?ticket=unknown'))).toBe(401);
    expect(await refused(dial(hosted, '/socket?ticket=bad'))).toBe(403);
    const socket = await open(hosted, '/socket?ticket=good');
    socket.send('x');
    await until(() => of('MESSAGE').length === 1);
    for (const event of [...of('CONNECT'), ...of('MESSAGE')]) {
      expect(event.requestContext.authorizer).toMatchObject({ principalId: 'visitor', bot: 'b1' });
    }
  });
});

describe('management API', () => {
  async function connected(path = '/socket') {
    const served = await serve();
    const client = new ApiGatewayManagementApiClient({
      ...served.hosted.client,
      endpoint: `${served.hosted.client.endpoint}${path}`,
    });
    const socket = await open(served.hosted, '/socket', { headers: { 'user-agent': 'tester' } });
    const ConnectionId = served.of('CONNECT')[0]?.requestContext.connectionId ?? '';
    return { ...served, client, socket, ConnectionId };
  }

  it('posts to a connection, as text', async () => {
    const { client, socket, ConnectionId } = await connected();
    const message = received(socket);
    await client.send(new PostToConnectionCommand({ ConnectionId, Data: Buffer.from('grüße') }));
    expect(await message).toBe('grüße');
  });

  it('tells about a connection and deletes it', async () => {
    const { client, socket, ConnectionId, of } = await connected();
    const info = await client.send(new GetConnectionCommand({ ConnectionId }));
    expect(info.ConnectedAt).toBeInstanceOf(Date);
    expect(info.LastActiveAt).toBeInstanceOf(Date);
    expect(info.Identity).toEqual({ SourceIp: '127.0.0.1', UserAgent: 'tester' });
    const code = closed(socket);
    await client.send(new DeleteConnectionCommand({ ConnectionId }));
    expect(await code).toBe(1000);
    await until(() => of('DISCONNECT').length === 1);
  });

  it('says that a connection is gone, and that an id is none', async () => {
    const { client, socket, ConnectionId, of } = await connected();
    socket.close();
    await until(() => of('DISCONNECT').length === 1);
    await expect(
      client.send(new PostToConnectionCommand({ ConnectionId, Data: Buffer.from('x') })),
    ).rejects.toMatchObject({ name: 'GoneException', $metadata: { httpStatusCode: 410 } });
    await expect(client.send(new GetConnectionCommand({ ConnectionId: 'x' }))).rejects.toMatchObject({
      name: 'BadRequestException',
    });
  });

  it('refuses a message over 128 kB', async () => {
    const { client, ConnectionId } = await connected();
    await expect(
      client.send(new PostToConnectionCommand({ ConnectionId, Data: Buffer.alloc(128 * 1024 + 1, 'a') })),
    ).rejects.toMatchObject({ name: 'PayloadTooLargeException' });
  });

  it('knows the connections of a stage only there', async () => {
    const { client, ConnectionId } = await connected('/other');
    await expect(
      client.send(new PostToConnectionCommand({ ConnectionId, Data: Buffer.from('x') })),
    ).rejects.toMatchObject({ name: 'ForbiddenException' });
  });

  it('is asked for the permission that a policy names', async () => {
    const { hosted, ConnectionId } = await connected();
    const url = new URL(
      `${hosted.client.endpoint}/socket/%40connections/${encodeURIComponent(ConnectionId)}`,
    );
    const requiredActions = hosted.webSocketApis.requiredActions({
      method: 'POST',
      url,
      rawPath: url.pathname,
      headers: { host: url.host },
      body: Buffer.alloc(0),
      principal: { kind: 'role', arn: 'arn' },
    });
    expect(requiredActions).toEqual([
      {
        action: 'execute-api:ManageConnections',
        resource: `arn:aws:execute-api:${REGION}:000000000000:${ID}/socket/POST/@connections/${ConnectionId}`,
      },
    ]);
  });

  it('passes on nothing that is unsigned', async () => {
    const { hosted, client, socket, ConnectionId } = await connected();
    const message = received(socket);
    for (const host of ['127.0.0.1', HOST]) {
      const path = `/socket/@connections/${ConnectionId}`;
      const { status } = await hosted.send(host, path, { method: 'POST', body: 'unsigned' });
      expect(status).toBeGreaterThanOrEqual(400);
    }
    await client.send(new PostToConnectionCommand({ ConnectionId, Data: Buffer.from('signed') }));
    expect(await message).toBe('signed');
  });
});
