import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { Properties, Resource } from '#infra/local/assembly/model';
import { openPort, type Port } from '#infra/local/hosts/port';
import { createHosts } from '#infra/local/hosts/router';
import { openCredentials } from '#infra/local/runtime/credentials';
import { createAwsGateway } from '#infra/local/runtime/gateway';
import type { Invoker } from '#infra/local/runtime/ports';
import type { LocalContext, LocalService } from '#infra/local/service';
import type { Edge } from '#infra/local/services/cloudfront/service';
import { createHttpApis, type HttpApiOptions, type HttpApis } from '#infra/local/services/http-api/service';
import type { Inbox } from '#infra/local/services/ses/mail';
import { createStripe } from '#infra/local/services/stripe/service';
import {
  createWebSocketApis,
  type WebSocketApiOptions,
  type WebSocketApis,
} from '#infra/local/services/websocket-api/service';

import { ACCOUNT, REGION } from './through-gateway';

/** Functions by name, as an API meets them: what they return or throw. */
export type Functions = Readonly<Record<string, (event: never) => unknown>>;

export interface HostedOptions {
  readonly directory: string;
  readonly resources?: readonly Resource[];
  readonly functions?: Functions;
  readonly http?: Partial<HttpApiOptions>;
  readonly webSocket?: Partial<WebSocketApiOptions>;
  readonly services?: (context: LocalContext) => readonly LocalService[];
  readonly edge?: (context: LocalContext, apis: { httpApis: HttpApis; webSocketApis: WebSocketApis }) => Edge;
  readonly inbox?: Inbox;
}

export interface Hosted {
  readonly port: number;
  readonly webSocketApis: WebSocketApis;
  /** What a real client of an AWS API needs. */
  readonly client: {
    readonly endpoint: string;
    readonly region: string;
    readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
    readonly maxAttempts: number;
  };
  readonly logged: readonly string[];
  /** Sends a request to a host on the port. */
  send(host: string, path: string, init?: Init): Promise<Received>;
  stop(): Promise<void>;
}

export interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  json(): unknown;
}

const EMPTY_EDGE: Edge = {
  aliases: [],
  async handle() {
    throw new Error('no edge in this test');
  },
  async upgrade() {
    throw new Error('no edge in this test');
  },
};

const EMPTY_INBOX: Inbox = { listMails: () => [], getMail: () => undefined, clear() {} };

/** The one port with the real router, APIs and AWS gateway; functions are plain functions of the test. */
export async function serveHosts(options: HostedOptions): Promise<Hosted> {
  const logged: string[] = [];
  const log = (line: string) => void logged.push(line);
  const credentials = openCredentials(options.directory, ACCOUNT, []);
  let hosts: ReturnType<typeof createHosts> | undefined;
  const port: Port = await openPort(0, {
    request: (incoming, outgoing) => hosts?.request(incoming, outgoing),
    upgrade: (message, socket, head) => hosts?.upgrade(message, socket, head),
  });
  const endpoint = `http://127.0.0.1:${port.port}`;
  const context: LocalContext = {
    directory: options.directory,
    region: REGION,
    accountId: ACCOUNT,
    endpoint,
    secretFor: credentials.secretFor,
    log,
  };
  const resources = options.resources ?? [];
  const invoker = invokerOf(options.functions ?? {});
  const httpApis = createHttpApis(context, { resources, invoker, jwksFor: () => undefined, ...options.http });
  const webSocketApis = createWebSocketApis(context, { resources, invoker, ...options.webSocket });
  const services = [webSocketApis, ...(options.services?.(context) ?? [])];
  for (const service of services) await service.start();
  const stripe = createStripe({
    directory: options.directory,
    clock: { now: () => Date.now() },
    origin: `http://stripe.localhost:${port.port}`,
  });
  hosts = createHosts({
    stripe,
    clock: { now: () => Date.now(), moveTo: async () => {} },
    edge: options.edge?.(context, { httpApis, webSocketApis }) ?? EMPTY_EDGE,
    httpApis,
    webSocketApis,
    inbox: options.inbox ?? EMPTY_INBOX,
    confirmationFile: `${options.directory}/confirmation.txt`,
    aws: createAwsGateway({ services, credentials, permissions: { allows: () => false }, log }),
    log,
  });
  return {
    port: port.port,
    webSocketApis,
    client: { endpoint, region: REGION, credentials: credentials.operator, maxAttempts: 1 },
    logged,
    send: (host, path, init) => send(port.port, host, path, init),
    async stop() {
      for (const service of services) await service.stop();
      await port.close();
      await stripe.stop();
    },
  };
}

/** `fetch` sets the Host header itself and Node may not resolve names under localhost, so plain HTTP. */
function send(port: number, host: string, path: string, init: Init = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      {
        host: '127.0.0.1',
        port,
        path,
        method: init.method ?? 'GET',
        headers: {
          host: `${host}:${port}`,
          ...Object.fromEntries(
            Object.entries(init.headers ?? {}).map(([name, value]) => [
              name,
              typeof value === 'string' ? value : [...value],
            ]),
          ),
          ...(init.body !== undefined && { 'content-length': Buffer.byteLength(init.body) }),
        },
        agent: false,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const body = Buffer.concat(chunks);
          const text = body.toString('utf8');
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body,
            text,
            json: () => JSON.parse(text),
          });
        });
      },
    );
    request.on('error', reject);
    request.end(init.body);
  });
}

function invokerOf(functions: Functions): Invoker {
  return {
    async invoke(name, event) {
      const [, found = name] = /function:([^/:]+)/.exec(name) ?? [];
      const handler = functions[found];
      try {
        if (!handler) throw new Error(`no function ${found}`);
        // Across a worker's border nothing but JSON passes.
        const payload: unknown = JSON.parse(JSON.stringify((await handler(event as never)) ?? null));
        return { ok: true, payload, requestId: 'r' };
      } catch (error) {
        const { name: errorType, message: errorMessage } = error as Error;
        return { ok: false, error: { errorType, errorMessage }, requestId: 'r' };
      }
    },
  };
}

let counter = 0;

/** A resource as the assembly gives it. */
export function resource(type: string, properties: Properties, id = `id${++counter}`): Resource {
  return {
    type,
    stack: 'Test',
    logicalId: id,
    region: REGION,
    id,
    attributes: {},
    properties,
  };
}

export function functionArn(name: string): string {
  return `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}`;
}

export interface RouteSpec {
  readonly key: string;
  readonly functionName: string;
  readonly authorizer?: Resource;
  readonly scopes?: readonly string[];
  readonly properties?: Properties;
}

/** An API with its stage, routes and integrations, in the properties that CDK writes. */
export function api(
  protocol: 'HTTP' | 'WEBSOCKET',
  id: string,
  stageName: string,
  routes: readonly RouteSpec[],
  extra: { readonly api?: Properties; readonly stage?: Properties; readonly integration?: Properties } = {},
): readonly Resource[] {
  return [
    resource('AWS::ApiGatewayV2::Api', { Name: id, ProtocolType: protocol, ...extra.api }, id),
    resource('AWS::ApiGatewayV2::Stage', {
      ApiId: id,
      StageName: stageName,
      AutoDeploy: true,
      ...extra.stage,
    }),
    ...routes.flatMap(({ key, functionName, authorizer, scopes, properties }) => {
      const integration = resource('AWS::ApiGatewayV2::Integration', {
        ApiId: id,
        IntegrationType: 'AWS_PROXY',
        IntegrationUri:
          protocol === 'HTTP'
            ? functionArn(functionName)
            : `arn:aws:apigateway:${REGION}:lambda:path/2015-03-31/functions/${functionArn(functionName)}/invocations`,
        ...(protocol === 'HTTP' && { PayloadFormatVersion: '2.0' }),
        ...extra.integration,
      });
      const type = authorizer?.properties.AuthorizerType === 'JWT' ? 'JWT' : 'CUSTOM';
      return [
        integration,
        ...(authorizer ? [authorizer] : []),
        resource('AWS::ApiGatewayV2::Route', {
          ApiId: id,
          RouteKey: key,
          Target: `integrations/${integration.id}`,
          AuthorizationType: authorizer ? type : 'NONE',
          ...(authorizer && { AuthorizerId: authorizer.id }),
          ...(scopes && { AuthorizationScopes: scopes }),
          ...properties,
        }),
      ];
    }),
  ];
}
