import { mkdtemp, rm } from 'node:fs/promises';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import {
  createServer as createHttp2Server,
  type Http2Server,
  type Http2ServerRequest,
  type Http2ServerResponse,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Resource } from '#infra/local/assembly/model';
import type { AwsAnswer, AwsCall, LocalContext, LocalService } from '#infra/local/service';

const REGION = 'eu-central-1';
const ACCOUNT = '000000000000';

export interface ServedService {
  readonly endpoint: string;
  close(): Promise<void>;
}

/** A temporary folder as a service's state; the caller removes it. */
export async function temporaryContext(
  directory?: string,
): Promise<LocalContext & { remove(): Promise<void> }> {
  const folder = directory ?? (await mkdtemp(join(tmpdir(), 'parley-service-')));
  return {
    directory: folder,
    region: REGION,
    accountId: ACCOUNT,
    endpoint: 'http://127.0.0.1:4000',
    secretFor: () => 'secret',
    log: () => {},
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A resource as the assembly would resolve it. */
export function resource(
  type: string,
  id: string,
  properties: Resource['properties'],
  attributes: Resource['attributes'] = {},
): Resource {
  return { type, stack: 'test', logicalId: id, region: REGION, id, attributes, properties };
}

/** One service alone behind an address, called as the operator: what the gateway decides is tested there. */
export async function serveService(
  service: LocalService,
  options?: { http2?: boolean },
): Promise<ServedService> {
  await service.start();
  const answer = (
    request: IncomingMessage | Http2ServerRequest,
    response: ServerResponse | Http2ServerResponse,
  ) =>
    // A body that fails half-way loses the connection, as it would behind the gateway.
    relay(service, request, response).catch(() => {
      if ('stream' in response) response.stream.destroy();
      else request.socket.destroy();
    });
  const server = options?.http2 ? createHttp2Server(answer) : createServer(answer);
  const port = await listen(server, service.name);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      await service.stop();
    },
  };
}

/** Ports of services that were served before in this process. */
const ports = new Map<string, number>();

/**
 * Where the last service of this name was, if that has gone: clients that a module made for an earlier test file of
 * this process still speak to that address.
 */
async function listen(server: Server | Http2Server, name: string): Promise<number> {
  const attempt = (port: number) =>
    new Promise<number>((listening, failed) => {
      server.once('error', failed);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', failed);
        listening((server.address() as AddressInfo).port);
      });
    });
  const before = ports.get(name);
  const port = await (before === undefined ? attempt(0) : attempt(before).catch(() => attempt(0)));
  ports.set(name, port);
  return port;
}

/** A call of the operator. */
export function callOf(method: string, rawPath: string, headers: IncomingHttpHeaders, body: Buffer): AwsCall {
  return {
    method,
    url: new URL(rawPath, 'http://127.0.0.1'),
    rawPath,
    headers,
    body,
    principal: { kind: 'operator', arn: `arn:aws:iam::${ACCOUNT}:root` },
  };
}

async function relay(
  service: LocalService,
  request: IncomingMessage | Http2ServerRequest,
  response: ServerResponse | Http2ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  const { method = 'GET', url = '/', headers } = request;
  const result: AwsAnswer = await service.handle(callOf(method, url, headers, Buffer.concat(chunks)));
  response.writeHead(result.status, result.headers);
  const body = result.body ?? '';
  if (typeof body === 'string' || body instanceof Uint8Array) {
    response.end(body);
    return;
  }
  for await (const chunk of body) (response as ServerResponse).write(chunk);
  response.end();
}
