import { randomBytes } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Resource } from '../../assembly/model';
import {
  type HttpRequest,
  type HttpResponse,
  header,
  textResponse,
  type Upgrade,
  withHeaders,
  withoutHeaders,
} from '../../http';
import { readResourcePolicies } from '../../runtime/resource-policy';
import type { readWebAcl } from '../../runtime/web-acl';
import { matchesWildcards } from '../../runtime/wildcard';
import type { LocalContext, LocalService } from '../../service';
import type { HttpApis } from '../http-api/service';
import type { WebSocketApis } from '../websocket-api/service';
import { answerCondition, compress } from './content';
import { originRequest } from './forwarding';
import { type EdgeFunction, EdgeFunctionError, edgeFunction } from './function';
import {
  type EventContext,
  InvalidEdgeResult,
  viewerRequestEvent,
  viewerRequestResult,
  viewerResponseEvent,
  viewerResponseResult,
} from './function-event';
import { type Behavior, type Distribution, type Origin, readDistribution } from './model';
import { applyResponseHeaders } from './response-headers';
import { readBucket } from './s3-origin';

export interface CloudFrontOptions {
  /** Resources of the assembly: AWS::CloudFront::*, and AWS::S3::BucketPolicy, which lets the edge read. */
  readonly resources: readonly Resource[];
  readonly s3: LocalService;
  readonly httpApis: HttpApis;
  readonly webSocketApis: WebSocketApis;
  /** What the web ACL refuses, where that is asked. */
  readonly firewall?: ReturnType<typeof readWebAcl> | undefined;
}

/** The one distribution. */
export interface Edge {
  readonly aliases: readonly string[];
  handle(request: HttpRequest): Promise<HttpResponse>;
  upgrade(upgrade: Upgrade): Promise<void>;
}

/**
 * The distribution as viewers meet it: behaviours, functions, policies, origins. It keeps no cache, so that what
 * is published is seen at once, and speaks plain HTTP, so redirects to https and HSTS are left out.
 */
export function createEdge(context: LocalContext, options: CloudFrontOptions): Edge {
  return new LocalEdge(context, options, readDistribution(options.resources));
}

/** Where a behaviour's requests go. */
type Target =
  | { readonly kind: 'bucket'; readonly bucket: string }
  | { readonly kind: 'http' | 'webSocket'; readonly apiId: string };

interface Route {
  readonly behavior: Behavior;
  readonly target: Target;
  readonly fallback: Target | undefined;
  readonly viewerRequest: EdgeFunction | undefined;
  readonly viewerResponse: EdgeFunction | undefined;
}

/** Of a body, as the web ACL's association says. */
const INSPECTED_BYTES = 48 * 1_024;

class LocalEdge implements Edge {
  readonly #routes: readonly Route[];
  readonly #mayRead: (action: string, resource: string) => boolean;

  constructor(
    private readonly context: LocalContext,
    private readonly options: CloudFrontOptions,
    private readonly distribution: Distribution,
  ) {
    const allows = readResourcePolicies(
      options.resources.filter(({ type }) => type === 'AWS::S3::BucketPolicy'),
    );
    // A bucket without a grant is as closed to the edge here as it would be on AWS.
    const edge = {
      principal: 'cloudfront.amazonaws.com',
      sourceArn: `arn:aws:cloudfront::${context.accountId}:distribution/${distribution.id}`,
      accountId: context.accountId,
    };
    this.#mayRead = (action, resource) => allows(edge, action, resource);
    const functions = new Map<string, EdgeFunction>();
    const load = (source: Behavior['viewerRequest']) => {
      if (!source) return undefined;
      const loaded = functions.get(source.name) ?? edgeFunction(source.name, source.code, context.log);
      functions.set(source.name, loaded);
      return loaded;
    };
    this.#routes = distribution.behaviors.map((behavior) => ({
      behavior,
      target: targetOf(behavior.origin, options),
      fallback: behavior.fallback && targetOf(behavior.fallback.origin, options),
      viewerRequest: load(behavior.viewerRequest),
      viewerResponse: load(behavior.viewerResponse),
    }));
  }

  get aliases(): readonly string[] {
    return this.distribution.aliases;
  }

  async handle(viewer: HttpRequest): Promise<HttpResponse> {
    const requestId = randomBytes(42).toString('base64url');
    const answered = await this.#guarded(() => this.#answer(viewer, requestId));
    return {
      ...answered,
      headers: withHeaders(answered.headers, [
        ['Via', `1.1 ${this.distribution.domainName} (CloudFront)`],
        ['X-Amz-Cf-Id', requestId],
      ]),
    };
  }

  async upgrade(upgrade: Upgrade): Promise<void> {
    const requestId = randomBytes(42).toString('base64url');
    const route = this.#route(upgrade.request);
    let refused = this.#refused(upgrade.request);
    if (refused) return refuseUpgrade(upgrade, refused);
    if (route.target.kind !== 'webSocket') {
      refused = edgeError(403, 'This path takes no WebSocket.');
    } else {
      const { apiId } = route.target;
      refused = await this.#guarded(async () => {
        const passed = this.#viewerRequest(route, upgrade.request, requestId);
        if ('response' in passed) return passed.response;
        const request = originRequest(route.behavior, passed.request, this.#edge(requestId));
        if (!addressesOrigin(request, route.behavior.origin)) return apiForbidden();
        await this.options.webSocketApis.upgrade(apiId, {
          ...upgrade,
          request: { ...request, headers: withHeaders(request.headers, handshakeOf(upgrade.request)) },
        });
        return undefined;
      });
    }
    if (refused) refuseUpgrade(upgrade, refused);
  }

  /** Before anything else looks at a request. */
  #refused({ method, headers, path, query, body }: HttpRequest): HttpResponse | undefined {
    const refusal = this.options.firewall?.({
      method,
      headers: Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
      path,
      query,
      body: body.subarray(0, INSPECTED_BYTES).toString('latin1'),
      bodyBytes: body.length,
    });
    if (!refusal) return undefined;
    this.context.log(`The firewall refused ${method} ${path} by ${refusal.rule}.`);
    return edgeError(refusal.status, 'Request blocked.');
  }

  async #answer(viewer: HttpRequest, requestId: string): Promise<HttpResponse> {
    const refused = this.#refused(viewer);
    if (refused) return refused;
    const route = this.#route(viewer);
    const { behavior } = route;
    if (!behavior.allowedMethods.includes(viewer.method)) {
      return edgeError(403, `${viewer.method} is not allowed for this path.`);
    }
    const passed = this.#viewerRequest(route, viewer, requestId);
    if ('response' in passed) return passed.response;
    const { request } = passed;

    const fromOrigin = await this.#origin(route, request, requestId);
    const { responseHeaders } = behavior;
    const headed = responseHeaders ? applyResponseHeaders(responseHeaders, viewer, fromOrigin) : fromOrigin;
    const changed =
      route.viewerResponse && headed.status < 400
        ? viewerResponseResult(
            headed,
            route.viewerResponse(
              viewerResponseEvent(this.#event(viewer, requestId), withoutPort(request), headed),
            ),
          )
        : headed;
    const compressed = await compress(behavior.compression, viewer, changed);
    // An API's answers are not kept, so there is nothing to compare with; it compares itself if it wants to.
    return route.target.kind === 'bucket' ? answerCondition(viewer, compressed) : compressed;
  }

  async #origin(route: Route, request: HttpRequest, requestId: string): Promise<HttpResponse> {
    const { behavior, target, fallback } = route;
    const first = await this.#ask(behavior, target, request, requestId);
    if (!fallback || !behavior.fallback?.statuses.includes(first.status)) return first;
    // The same request once more, as the other origin is to have it.
    return this.#ask({ ...behavior, origin: behavior.fallback.origin }, fallback, request, requestId);
  }

  async #ask(
    behavior: Behavior,
    target: Target,
    request: HttpRequest,
    requestId: string,
  ): Promise<HttpResponse> {
    const root = this.distribution.defaultRootObject;
    const asked = request.path === '/' && root !== undefined ? { ...request, path: `/${root}` } : request;
    const forwarded = originRequest(behavior, asked, this.#edge(requestId));
    if (target.kind === 'bucket') {
      return readBucket(this.context, this.options.s3, this.#mayRead, target.bucket, forwarded);
    }
    if (!addressesOrigin(forwarded, behavior.origin)) return apiForbidden();
    if (target.kind === 'webSocket') return textResponse(426, 'Upgrade Required');
    return this.options.httpApis.handle(target.apiId, forwarded);
  }

  #route(request: HttpRequest): Route {
    const found = this.#routes.find(({ behavior }) => {
      const pattern = behavior.pattern.startsWith('/') ? behavior.pattern : `/${behavior.pattern}`;
      return matchesWildcards(pattern, request.path);
    });
    const last = found ?? this.#routes.at(-1);
    if (!last) throw new Error('a distribution has at least its default behaviour');
    return last;
  }

  #viewerRequest(
    route: Route,
    viewer: HttpRequest,
    requestId: string,
  ): { readonly request: HttpRequest } | { readonly response: HttpResponse } {
    if (!route.viewerRequest) return { request: viewer };
    const seen = withoutPort(viewer);
    const event = viewerRequestEvent(this.#event(viewer, requestId), seen);
    return viewerRequestResult(seen, route.viewerRequest(event));
  }

  /** Answers as CloudFront does when a function or an origin fails; whoever runs this reads why in the log. */
  async #guarded<T>(work: () => Promise<T>): Promise<T | HttpResponse> {
    try {
      return await work();
    } catch (error) {
      this.context.log(`cloudfront: ${error instanceof Error ? error.message : String(error)}`);
      if (error instanceof EdgeFunctionError) return edgeError(503, 'The edge function failed.');
      if (error instanceof InvalidEdgeResult) {
        return edgeError(502, 'The edge function gave an invalid result.');
      }
      return edgeError(502, 'The origin failed.');
    }
  }

  #event(viewer: HttpRequest, requestId: string): EventContext {
    return {
      distributionDomainName: this.distribution.domainName,
      distributionId: this.distribution.id,
      requestId,
      viewerIp: viewer.sourceIp,
    };
  }

  #edge(requestId: string) {
    return { requestId, domainName: this.distribution.domainName };
  }
}

function targetOf(origin: Origin, options: CloudFrontOptions): Target {
  if (origin.kind === 's3') {
    const [, bucket] = /^(.+)\.s3[.-][^/]*amazonaws\.com$/.exec(origin.domainName) ?? [];
    if (bucket !== undefined) return { kind: 'bucket', bucket };
  }
  const [, apiId = ''] = /^([^.]+)\.execute-api\./.exec(origin.domainName) ?? [];
  if (options.httpApis.ids.has(apiId)) return { kind: 'http', apiId };
  if (options.webSocketApis.ids.has(apiId)) return { kind: 'webSocket', apiId };
  throw new Error(`the distribution has an origin that does not run locally: ${origin.domainName}`);
}

/** API Gateway answers to its own host only, so a policy that forwards the viewer's fails here as it does there. */
function addressesOrigin(request: HttpRequest, origin: Origin): boolean {
  return header(request.headers, 'host') === origin.domainName;
}

function apiForbidden(): HttpResponse {
  return textResponse(403, '{"message":"Forbidden"}', [['content-type', 'application/json']]);
}

/** On AWS the host that a viewer names has no port, and functions compare it with the aliases. */
function withoutPort(request: HttpRequest): HttpRequest {
  const host = header(request.headers, 'host');
  return host === undefined
    ? request
    : { ...request, headers: withHeaders(request.headers, [['Host', host.replace(/:\d+$/, '')]]) };
}

/** CloudFront passes a WebSocket's handshake on whatever the policies say. */
function handshakeOf(request: HttpRequest): HttpRequest['headers'] {
  return request.headers.filter(([name]) => /^sec-websocket-/i.test(name));
}

function edgeError(status: number, reason: string): HttpResponse {
  const title = `${status} ${STATUS_CODES[status] ?? 'ERROR'}`;
  const page = `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1><p>${reason}</p><hr><p>Generated by cloudfront (local)</p></html>`;
  return textResponse(status, page, [
    ['content-type', 'text/html'],
    ['x-cache', 'Error from cloudfront'],
  ]);
}

function refuseUpgrade({ socket }: Upgrade, response: HttpResponse): void {
  const body = response.body instanceof Uint8Array ? response.body : Buffer.alloc(0);
  const headers = withoutHeaders(response.headers, ['content-length', 'connection']);
  socket.write(
    [
      `HTTP/1.1 ${response.status} ${STATUS_CODES[response.status] ?? 'Error'}`,
      ...headers.map(([name, value]) => `${name}: ${value}`),
      `content-length: ${body.length}`,
      'connection: close',
      '',
      '',
    ].join('\r\n'),
  );
  socket.end(body);
}
