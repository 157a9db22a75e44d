import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import * as z from 'zod';
import type { Resource } from '../../assembly/model';
import { header, type Upgrade } from '../../http';
import type { Invoker } from '../../runtime/ports';
import type { AwsCall, LocalContext, LocalService } from '../../service';
import { callFunction, IntegrationTimeout, newId } from '../api-gateway/integration';
import { type Api, type Route, readApis } from '../api-gateway/model';
import { RouteThrottles } from '../api-gateway/throttle';
import { authorizeConnect } from './authorize';
import { Connection, MAX_MESSAGE, watchFrames } from './connection';
import { type ConnectionFacts, connectEvent, disconnectEvent, messageEvent } from './event';
import { connectionTarget, failure, manageConnection } from './management';
import { selectRoute } from './selection';

export interface WebSocketApiOptions {
  /** Resources of the assembly; those of type AWS::ApiGatewayV2::* that belong to WebSocket APIs are used. */
  readonly resources: readonly Resource[];
  readonly invoker: Invoker;
  readonly now?: () => number;
  /** AWS's own are the default: 10 minutes, 2 hours, 29 seconds. In milliseconds. */
  readonly limits?: {
    readonly idle?: number;
    readonly lifetime?: number;
    readonly integration?: number;
  };
}

/** WebSocket APIs. As a service (execute-api) they answer the management of connections, signed. */
export interface WebSocketApis extends LocalService {
  readonly ids: ReadonlySet<string>;
  /** Opens a WebSocket at `{apiId}.execute-api.{region}.amazonaws.com`, or refuses. */
  upgrade(apiId: string, upgrade: Upgrade): Promise<void>;
}

export function createWebSocketApis(context: LocalContext, options: WebSocketApiOptions): WebSocketApis {
  const apis = new Map(
    readApis(options.resources, 'WEBSOCKET').map((api) => [api.id, new WebSocketApi(api, context, options)]),
  );
  const find = (call: AwsCall) => {
    const target = connectionTarget(call);
    if (!target) return undefined;
    const serving = [...apis.values()].filter((api) =>
      target.apiId ? api.id === target.apiId : api.hasStage(target.stage),
    );
    // At the gateway's own address the stage is all that tells one API from another.
    return serving.length === 1 && serving[0] ? { ...target, api: serving[0] } : undefined;
  };
  return {
    name: 'execute-api',
    ids: new Set(apis.keys()),
    async start() {},
    async stop() {
      await Promise.all([...apis.values()].map((api) => api.stop()));
    },
    requiredActions(call) {
      const found = find(call);
      if (!found) return [];
      const { api, stage, connectionId } = found;
      return [
        {
          action: 'execute-api:ManageConnections',
          resource: `arn:aws:execute-api:${context.region}:${context.accountId}:${api.id}/${stage}/${call.method}/@connections/${connectionId}`,
        },
      ];
    },
    async handle(call) {
      const found = find(call);
      if (!found) return failure(403, 'ForbiddenException', 'Forbidden');
      return manageConnection(
        call,
        found.connectionId,
        found.api.connection(found.stage, found.connectionId),
      );
    },
    async upgrade(apiId, upgrade) {
      const api = apis.get(apiId);
      if (api) await api.upgrade(upgrade);
      else refuse(upgrade.socket, 403);
    },
  };
}

/** What a $connect function answers, as far as it matters. */
const ConnectAnswer = z.object({
  statusCode: z.coerce.number().int(),
  headers: z.record(z.string(), z.string()).nullish(),
});

const RouteAnswer = z.object({ body: z.string() });

class WebSocketApi {
  readonly id: string;
  readonly #now: () => number;
  readonly #timeout: number;
  readonly #throttles: RouteThrottles;
  readonly #connections = new Map<string, Connection>();
  /** Disconnect functions under way; stopping waits for them. */
  readonly #farewells = new Set<Promise<void>>();
  /** Sub-protocols that $connect functions chose. */
  readonly #protocols = new WeakMap<object, string>();
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE,
    handleProtocols: (_offered, message) => this.#protocols.get(message) ?? false,
  });

  constructor(
    private readonly api: Api,
    private readonly context: LocalContext,
    private readonly options: WebSocketApiOptions,
  ) {
    this.id = api.id;
    this.#now = options.now ?? Date.now;
    this.#timeout = options.limits?.integration ?? 29_000;
    this.#throttles = new RouteThrottles(this.#now);
  }

  hasStage(name: string): boolean {
    return this.api.stages.some((stage) => stage.name === name);
  }

  connection(stage: string, id: string): Connection | undefined {
    const connection = this.#connections.get(id);
    return connection?.facts.stage.name === stage ? connection : undefined;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((connection) => connection.end()));
    await Promise.all(this.#farewells);
  }

  async upgrade(upgrade: Upgrade): Promise<void> {
    const { request, message, socket, head } = upgrade;
    // A client may go away while the function decides; without a listener that would end the process.
    socket.on('error', () => {});

    const stage = this.api.stages.find(
      (candidate) => request.path.replace(/\/$/, '') === `/${candidate.name}`,
    );
    if (!stage) return refuse(socket, 403);
    if (!/^[+/0-9A-Za-z]{22}==$/.test(header(request.headers, 'sec-websocket-key') ?? '')) {
      return refuse(socket, 400);
    }
    const facts: ConnectionFacts = {
      id: newId(),
      api: this.api,
      stage,
      connectedAt: this.#now(),
      sourceIp: request.sourceIp,
      userAgent: header(request.headers, 'user-agent') ?? '',
    };
    const decision = await this.#connect(facts, upgrade);
    if ('refused' in decision) return refuse(socket, decision.refused, facts.id);
    if (decision.protocol !== undefined) this.#protocols.set(message, decision.protocol);
    if (socket.destroyed || !socket.writable) {
      this.#disconnected(decision.facts, 1006, '');
      return;
    }

    let connection: Connection | undefined;
    watchFrames(socket, () => connection?.refuseFrame());
    this.#server.handleUpgrade(message, socket, head, (webSocket) => {
      connection = this.#open(decision.facts, webSocket);
    });
  }

  /** Asks authorizer and $connect function whether the client may come in. */
  async #connect(
    facts: ConnectionFacts,
    { request }: Upgrade,
  ): Promise<
    { readonly refused: number } | { readonly facts: ConnectionFacts; readonly protocol: string | undefined }
  > {
    const route = this.#route('$connect');
    if (!route) return { facts, protocol: undefined };
    if (!this.#throttles.admits(facts.stage, route.key)) return { refused: 429 };
    try {
      let known = facts;
      if (route.authorizer) {
        const { region, accountId } = this.context;
        const decision = await authorizeConnect(this.options.invoker, route.authorizer, {
          request,
          stage: facts.stage,
          methodArn: `arn:aws:execute-api:${region}:${accountId}:${this.id}/${facts.stage.name}/$connect`,
          event: connectEvent(facts, request, this.#now()),
        });
        if (!decision.allowed) return { refused: decision.status };
        known = { ...facts, authorizer: decision.authorizer };
      }
      const answer = ConnectAnswer.parse(await this.#call(route, connectEvent(known, request, this.#now())));
      if (answer.statusCode < 200 || answer.statusCode > 299) return { refused: answer.statusCode };
      const protocol = header(Object.entries(answer.headers ?? {}), 'sec-websocket-protocol');
      return { facts: known, protocol };
    } catch (error) {
      this.#log('$connect', error);
      return { refused: error instanceof IntegrationTimeout ? 504 : 502 };
    }
  }

  #open(facts: ConnectionFacts, webSocket: WebSocket): Connection {
    const limits = {
      idle: this.options.limits?.idle ?? 10 * 60_000,
      lifetime: this.options.limits?.lifetime ?? 2 * 60 * 60_000,
    };
    const connection = new Connection(facts, webSocket, limits, this.#now, {
      message: (text) => void this.#message(connection, text),
      closed: (code, reason) => {
        this.#connections.delete(facts.id);
        this.#disconnected(facts, code, reason);
      },
    });
    this.#connections.set(facts.id, connection);
    return connection;
  }

  /** Hands a message to its route. Calls are made in the order of arrival and not one after the other. */
  async #message(connection: Connection, text: string): Promise<void> {
    const { facts } = connection;
    const tell = (message: string) =>
      connection.send(JSON.stringify({ message, connectionId: facts.id, requestId: randomUUID() }));
    const route = selectRoute(this.api, text);
    if (!route) return void (await tell('Forbidden'));
    if (!this.#throttles.admits(facts.stage, route.key)) return void (await tell('Too Many Requests'));
    try {
      const result = await this.#call(route, messageEvent(facts, route.key, text, this.#now()));
      const answer = route.responds ? RouteAnswer.safeParse(result) : undefined;
      if (answer?.success) await connection.send(answer.data.body);
    } catch (error) {
      this.#log(route.key, error);
      await tell(
        error instanceof IntegrationTimeout ? 'Endpoint request timed out' : 'Internal server error',
      );
    }
  }

  #disconnected(facts: ConnectionFacts, code: number, reason: string): void {
    const route = this.#route('$disconnect');
    if (!route) return;
    const farewell = this.#call(route, disconnectEvent(facts, code, reason, this.#now()))
      .catch((error: unknown) => this.#log(route.key, error))
      .then(() => {
        this.#farewells.delete(farewell);
      });
    this.#farewells.add(farewell);
  }

  #call(route: Route, event: unknown): Promise<unknown> {
    const timeout = Math.min(route.integration.timeout ?? this.#timeout, this.#timeout);
    return callFunction(this.options.invoker, route.integration.uri, event, timeout);
  }

  #route(key: string): Route | undefined {
    return this.api.routes.find((route) => route.key === key);
  }

  #log(routeKey: string, error: unknown): void {
    this.context.log(`websocket-api ${routeKey}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function refuse(socket: Duplex, status: number, connectionId?: string): void {
  const text = STATUS_CODES[status] ?? 'Error';
  const body = JSON.stringify({ message: text, connectionId, requestId: randomUUID() });
  socket.end(
    [
      `HTTP/1.1 ${status} ${text}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
