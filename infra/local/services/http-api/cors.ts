import { type HeaderPairs, type HttpRequest, type HttpResponse, header } from '#infra/local/http';
import type { Cors } from '../api-gateway/model';

/** Whether a browser asks if it may send the request proper. */
export function isPreflight(request: HttpRequest): boolean {
  return (
    request.method === 'OPTIONS' &&
    header(request.headers, 'origin') !== undefined &&
    header(request.headers, 'access-control-request-method') !== undefined
  );
}

/** The answer with the API's CORS headers in place of the function's. */
export function withCors(cors: Cors, request: HttpRequest, response: HttpResponse): HttpResponse {
  const own = response.headers.filter(([name]) => !name.toLowerCase().startsWith('access-control-'));
  return { ...response, headers: [...own, ...corsHeaders(cors, request)] };
}

function corsHeaders(cors: Cors, request: HttpRequest): HeaderPairs {
  const origin = header(request.headers, 'origin');
  if (origin === undefined) return [];
  const allowed = cors.origins.find((pattern) => originMatches(pattern, origin));
  if (allowed === undefined) return [];
  const list = (name: string, values: readonly string[]): HeaderPairs =>
    values.length > 0 ? [[name, values.join(',')]] : [];
  return [
    ['access-control-allow-origin', allowed === '*' ? '*' : origin],
    ...(allowed === '*' ? [] : ([['vary', 'Origin']] as const)),
    ...(cors.credentials ? ([['access-control-allow-credentials', 'true']] as const) : []),
    ...(isPreflight(request)
      ? [
          ...list('access-control-allow-methods', cors.methods),
          ...list('access-control-allow-headers', cors.headers),
          ...(cors.maxAge === undefined ? [] : ([['access-control-max-age', String(cors.maxAge)]] as const)),
        ]
      : list('access-control-expose-headers', cors.expose)),
  ];
}

/** `*` is any origin, `https://*` any of that scheme. */
function originMatches(pattern: string, origin: string): boolean {
  return pattern.endsWith('*') ? origin.startsWith(pattern.slice(0, -1)) : origin === pattern;
}
