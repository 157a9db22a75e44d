import type { HeaderPairs, HttpRequest } from '#infra/local/http';
import { header } from '#infra/local/http';
import { logTime } from '../api-gateway/integration';
import type { Api, Stage } from '../api-gateway/model';
import type { Match } from './routes';

export interface Call {
  readonly api: Api;
  readonly stage: Stage;
  readonly match: Match;
  readonly request: HttpRequest;
  readonly requestId: string;
  readonly accountId: string;
  readonly at: number;
}

/** What both a function and an authorizer are told of a call (payload format 2.0). */
export interface CallEvent {
  readonly routeKey: string;
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly cookies?: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly queryStringParameters?: Readonly<Record<string, string>>;
  readonly pathParameters?: Readonly<Record<string, string>>;
  readonly stageVariables?: Readonly<Record<string, string>>;
  readonly requestContext: Readonly<Record<string, unknown>>;
}

export function callEvent(call: Call): CallEvent {
  const { api, stage, match, request } = call;
  const domainName = `${api.id}.execute-api.${api.region}.amazonaws.com`;
  // API Gateway hands the path over decoded, unlike the query string.
  const path = decodeURIComponent(request.path);
  const cookies = request.headers
    .filter(([name]) => name.toLowerCase() === 'cookie')
    .flatMap(([, value]) => value.split(/; */))
    .filter((cookie) => cookie !== '');
  const headers = eventHeaders(request, domainName);
  const query = queryParameters(request.query);
  return {
    routeKey: match.route.key,
    rawPath: path,
    rawQueryString: request.query,
    ...(cookies.length > 0 && { cookies }),
    headers,
    ...(query && { queryStringParameters: query }),
    ...(Object.keys(match.parameters).length > 0 && { pathParameters: match.parameters }),
    ...(Object.keys(stage.variables).length > 0 && { stageVariables: stage.variables }),
    requestContext: {
      accountId: call.accountId,
      apiId: api.id,
      domainName,
      domainPrefix: api.id,
      http: {
        method: request.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: request.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: call.requestId,
      routeKey: match.route.key,
      stage: stage.name,
      time: logTime(call.at),
      timeEpoch: call.at,
    },
  };
}

/** The event of a proxy integration. `authorizer` is what the authorizer learned about the caller. */
export function functionEvent(
  call: Call,
  authorizer: Readonly<Record<string, unknown>> | undefined,
): unknown {
  const event = callEvent(call);
  const binary = !isText(call.request.headers);
  const { body } = call.request;
  return {
    version: '2.0',
    ...event,
    requestContext: { ...event.requestContext, ...(authorizer && { authorizer }) },
    ...(body.length > 0 && { body: body.toString(binary ? 'base64' : 'utf8') }),
    isBase64Encoded: body.length > 0 && binary,
  };
}

/** Names in lower case, repeated ones joined by commas, cookies apart. */
function eventHeaders(request: HttpRequest, domainName: string): Readonly<Record<string, string>> {
  const joined: Record<string, string> = {};
  for (const [rawName, value] of request.headers) {
    const name = rawName.toLowerCase();
    if (name === 'cookie' || HOP_BY_HOP.has(name)) continue;
    const before = joined[name];
    joined[name] = before === undefined ? value : `${before},${value}`;
  }
  const forwarded = joined['x-forwarded-for'];
  return {
    ...joined,
    host: domainName,
    'content-length': String(request.body.length),
    'x-forwarded-for': forwarded ? `${forwarded}, ${request.sourceIp}` : request.sourceIp,
    // An API on AWS has no other: code that built an address from these would be wrong there too.
    'x-forwarded-port': '443',
    'x-forwarded-proto': 'https',
  };
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'te', 'upgrade', 'expect']);

/** Decoded, repeated ones joined by commas. */
function queryParameters(query: string): Readonly<Record<string, string>> | undefined {
  if (!query) return undefined;
  const joined: Record<string, string> = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const before = joined[name];
    joined[name] = before === undefined ? value : `${before},${value}`;
  }
  return joined;
}

/** Bodies of other types reach the function as base64. */
function isText(headers: HeaderPairs): boolean {
  if (header(headers, 'content-encoding')) return false;
  const type = (header(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return /^(text\/.*|application\/(json|javascript|xml|.*\+(json|xml)))$/.test(type);
}
