import {
  type HeaderPairs,
  type HttpRequest,
  type HttpResponse,
  header,
  withHeaders,
  withoutHeaders,
} from '#infra/local/http';
import { matchesWildcards } from '../../runtime/wildcard';
import type { ResponseHeaders } from './headers-policy';

/** The response with what a response headers policy takes away and adds. */
export function applyResponseHeaders(
  policy: ResponseHeaders,
  request: HttpRequest,
  response: HttpResponse,
): HttpResponse {
  let headers = withoutHeaders(response.headers, policy.remove);
  for (const { name, value, override } of policy.set) {
    if (override || header(headers, name) === undefined) headers = withHeaders(headers, [[name, value]]);
  }
  for (const [name, value] of corsHeaders(policy.cors, request)) {
    if (policy.cors?.override || header(headers, name) === undefined) {
      headers = withHeaders(headers, [[name, value]]);
    }
  }
  return { ...response, headers };
}

function corsHeaders(cors: ResponseHeaders['cors'], request: HttpRequest): HeaderPairs {
  const origin = header(request.headers, 'origin');
  if (!cors || origin === undefined) return [];
  const allowed = cors.origins.find((pattern) => pattern === '*' || matchesWildcards(pattern, origin));
  if (allowed === undefined) return [];
  const preflight =
    request.method === 'OPTIONS' && header(request.headers, 'access-control-request-method') !== undefined;
  const list = (name: string, values: readonly string[]): HeaderPairs =>
    values.length > 0 ? [[name, values.join(', ')]] : [];
  const anyOrigin = allowed === '*' && !cors.credentials;
  return [
    ['access-control-allow-origin', anyOrigin ? '*' : origin],
    ...(anyOrigin ? [] : ([['vary', 'Origin']] as const)),
    ...(cors.credentials ? ([['access-control-allow-credentials', 'true']] as const) : []),
    ...(preflight
      ? [
          ...list('access-control-allow-methods', cors.methods),
          ...list('access-control-allow-headers', cors.headers),
          ...(cors.maxAge === undefined ? [] : ([['access-control-max-age', String(cors.maxAge)]] as const)),
        ]
      : list('access-control-expose-headers', cors.expose)),
  ];
}
