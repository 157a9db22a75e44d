import { ACCOUNT_HEADER } from '#contract/base/headers';
import { accessToken } from '#lib/session/auth';
import type { ApiRoute } from './routes';

export interface ApiAnswer {
  readonly status: number;
  readonly milliseconds: number;
  readonly bytes: number;
  /** Indented where it is JSON. */
  readonly body: string;
}

/** Calls a route as it is told to, whatever the answer: the explorer shows what the API says itself. */
export async function sendRequest(
  route: ApiRoute,
  values: Readonly<Record<string, string>>,
  body: string | null,
  accountId: string,
): Promise<ApiAnswer> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  const query = route.parameters
    .filter(({ name, place }) => place === 'query' && values[name])
    .map(({ name }) => [name, values[name] ?? '']);
  const token = await accessToken();
  const started = performance.now();
  const response = await fetch(query.length > 0 ? `${path}?${new URLSearchParams(query)}` : path, {
    method: route.method,
    headers: {
      accept: 'application/json',
      [ACCOUNT_HEADER]: accountId,
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body !== null && { 'content-type': 'application/json' }),
    },
    ...(body !== null && { body }),
  });
  const text = await response.text();
  return {
    status: response.status,
    milliseconds: Math.round(performance.now() - started),
    bytes: new TextEncoder().encode(text).length,
    body: indented(text),
  };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
