import type { JsonWebKey } from 'node:crypto';
import type { Resource } from '../../assembly/model';
import { type HeaderPairs, type HttpRequest, type HttpResponse, header, textResponse } from '../../http';
import type { Invoker } from '../../runtime/ports';
import type { LocalContext } from '../../service';
import { callFunction, IntegrationTimeout, newId } from '../api-gateway/integration';
import { type Api, readApis, type Stage } from '../api-gateway/model';
import { RouteThrottles } from '../api-gateway/throttle';
import { functionAnswer } from './answer';
import { isPreflight, withCors } from './cors';
import { type Call, functionEvent } from './event';
import { authorizeJwt } from './jwt-authorizer';
import { LambdaAuthorizers } from './lambda-authorizer';
import { type Match, pathSegments, routeMatcher } from './routes';

export interface HttpApiOptions {
  /** Resources of the assembly; those of type AWS::ApiGatewayV2::* that belong to HTTP APIs are used. */
  readonly resources: readonly Resource[];
  readonly invoker: Invoker;
  /** Keys that verify the tokens of an issuer (https://cognito-idp.{region}.amazonaws.com/{poolId}). */
  jwksFor(issuer: string): { readonly keys: readonly JsonWebKey[] } | undefined;
  /** Milliseconds since 1970; for tests. */
  readonly now?: () => number;
  /** How long an integration may take, in milliseconds; AWS's and the default is 30,000. */
  readonly integrationTimeout?: number;
}

export interface HttpApis {
  /** Ids of the APIs that are served. */
  readonly ids: ReadonlySet<string>;
  /** Answers what was sent to `{apiId}.execute-api.{region}.amazonaws.com`. */
  handle(apiId: string, request: HttpRequest): Promise<HttpResponse>;
}

/** Largest body that API Gateway takes. */
export const MAX_BODY = 10 * 1024 * 1024;

/** Largest request line and headers together that an HTTP API takes. */
const MAX_HEAD = 10_240;

/** API Gateway's HTTP APIs. They carry no AWS API of their own, so they are reached by host, not by signature. */
export function createHttpApis(context: LocalContext, options: HttpApiOptions): HttpApis {
  const apis = new Map(
    readApis(options.resources, 'HTTP').map((api) => [api.id, new HttpApi(api, context, options)]),
  );
  return {
    ids: new Set(apis.keys()),
    async handle(apiId, request) {
      const api = apis.get(apiId);
      return api ? api.handle(request) : refusal(403, 'Forbidden');
    },
  };
}

class HttpApi {
  readonly #now: () => number;
  readonly #match: (method: string, segments: readonly string[]) => Match | undefined;
  readonly #throttles: RouteThrottles;
  readonly #authorizers: LambdaAuthorizers;

  constructor(
    private readonly api: Api,
    private readonly context: LocalContext,
    private readonly options: HttpApiOptions,
  ) {
    this.#now = options.now ?? Date.now;
    this.#match = routeMatcher(api.routes);
    this.#throttles = new RouteThrottles(this.#now);
    this.#authorizers = new LambdaAuthorizers(options.invoker, this.#now);
  }

  async handle(request: HttpRequest): Promise<HttpResponse> {
    const requestId = newId();
    const answered = await this.#answer(request, requestId);
    const { cors } = this.api;
    const response = cors ? withCors(cors, request, answered) : answered;
    return { ...response, headers: [...response.headers, ['apigw-requestid', requestId]] };
  }

  async #answer(request: HttpRequest, requestId: string): Promise<HttpResponse> {
    if (headSize(request) > MAX_HEAD) return refusal(431, 'Request Header Fields Too Large');
    if (request.body.length > MAX_BODY) return refusal(413, 'Request Entity Too Large');
    const place = this.#place(request.path);
    if (place === 'malformed') return refusal(400, 'Bad Request');
    const match = place && this.#match(request.method, place.segments);
    if (!match) {
      // A route that takes OPTIONS comes first, even where it asks for a token.
      if (this.api.cors && isPreflight(request)) {
        return { status: 204, headers: [], body: Buffer.alloc(0) };
      }
      return refusal(404, 'Not Found');
    }
    const { stage } = place;
    if (!this.#throttles.admits(stage, match.route.key)) return refusal(429, 'Too Many Requests');
    const call: Call = {
      api: this.api,
      stage,
      match,
      request,
      requestId,
      accountId: this.context.accountId,
      at: this.#now(),
    };
    return this.#integrate(call);
  }

  /** A stage is named by the path's first segment; `$default` serves the rest from the root. */
  #place(
    path: string,
  ): { readonly stage: Stage; readonly segments: readonly string[] } | 'malformed' | undefined {
    const segments = pathSegments(path);
    if (!segments) return 'malformed';
    const named = this.api.stages.find((stage) => stage.name === segments[0]);
    if (named) return { stage: named, segments: segments.length > 1 ? segments.slice(1) : [''] };
    const base = this.api.stages.find((stage) => stage.name === '$default');
    return base && { stage: base, segments };
  }

  async #integrate(call: Call): Promise<HttpResponse> {
    const { route } = call.match;
    const limit = this.options.integrationTimeout ?? 30_000;
    try {
      const decision = await this.#authorize(call);
      if (decision.refusal) return decision.refusal;
      const result = await callFunction(
        this.options.invoker,
        route.integration.uri,
        functionEvent(call, decision.authorizer),
        Math.min(route.integration.timeout ?? limit, limit),
      );
      return functionAnswer(result);
    } catch (error) {
      // The caller learns as little as on AWS; whoever runs this reads why here.
      this.context.log(`http-api ${route.key}: ${error instanceof Error ? error.message : String(error)}`);
      return error instanceof IntegrationTimeout
        ? refusal(503, 'Service Unavailable')
        : refusal(500, 'Internal Server Error');
    }
  }

  async #authorize(call: Call): Promise<{
    readonly refusal?: HttpResponse;
    readonly authorizer?: Readonly<Record<string, unknown>>;
  }> {
    const { authorizer, scopes } = call.match.route;
    if (!authorizer) return {};
    if (authorizer.type === 'REQUEST') {
      const decision = await this.#authorizers.authorize(authorizer, call);
      if (decision.outcome === 'allowed') return { authorizer: decision.authorizer };
      return decision.outcome === 'denied'
        ? { refusal: refusal(403, 'Forbidden') }
        : { refusal: refusal(401, 'Unauthorized') };
    }
    const decision = await authorizeJwt(
      authorizer,
      scopes,
      bearer(authorizer.identitySource, call.request),
      this.options.jwksFor(authorizer.issuer),
      new Date(this.#now()),
    );
    if (decision.allowed) return { authorizer: decision.authorizer };
    const challenge = [['www-authenticate', decision.challenge]] as const;
    return {
      refusal: refusal(decision.status, decision.status === 401 ? 'Unauthorized' : 'Forbidden', challenge),
    };
  }
}

function bearer(identitySource: string, request: HttpRequest): string | undefined {
  const [, from, name = ''] = /^\$request\.(header|querystring)\.(.+)$/.exec(identitySource) ?? [];
  if (from === 'header') return header(request.headers, name);
  return new URLSearchParams(request.query).get(name) ?? undefined;
}

function headSize(request: HttpRequest): number {
  const line = request.method.length + request.path.length + request.query.length;
  return request.headers.reduce((size, [name, value]) => size + name.length + value.length, line);
}

function refusal(status: number, message: string, headers: HeaderPairs = []): HttpResponse {
  return textResponse(status, JSON.stringify({ message }), [
    ['content-type', 'application/json'],
    ...headers,
  ]);
}
