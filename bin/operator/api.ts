import { type OutgoingHttpHeaders, request as overHttp, type RequestOptions } from 'node:http';
import { request as overTls } from 'node:https';
import { text } from 'node:stream/consumers';
import { ROUTES, type RouteName } from '#contract/routes';

interface Call {
  /** Values of the route's `{…}`. */
  readonly path?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Calls a stage's API by the names of its routes, as who shows the token. Throws what is not the route's own answer. */
export function stageApi(origin: string, token?: string) {
  return async <T>(name: RouteName, { path = {}, body }: Call = {}): Promise<T> => {
    const { method, path: pattern, status: expected } = ROUTES[name];
    const target = pattern.replaceAll(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(path[key] ?? ''));
    const { status, said } = await send(new URL(target, origin), {
      method,
      headers: {
        origin,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (status !== expected) throw new Error(`${name} answered ${status}: ${said.slice(0, 1_000)}`);
    return (said === '' ? undefined : JSON.parse(said)) as T;
  };
}

/** Also a host under `localhost`, which Node does not know to be this machine everywhere. */
export function send(
  url: URL,
  { body, headers, ...options }: RequestOptions & { readonly body?: string } = {},
): Promise<{ readonly status: number; readonly said: string }> {
  const isHere = url.hostname.endsWith('localhost');
  const request = url.protocol === 'http:' ? overHttp : overTls;
  return new Promise((resolve, reject) => {
    // The firewall refuses whoever does not say what it is.
    const named = { 'user-agent': 'Parley-Operator/1.0', ...headers } as OutgoingHttpHeaders;
    request(
      url,
      { ...options, headers: named, ...(isHere && { lookup: (_, __, found) => found(null, HERE) }) },
      (answer) => {
        text(answer).then((said) => resolve({ status: answer.statusCode ?? 0, said }), reject);
      },
    )
      .on('error', reject)
      .end(body);
  });
}

const HERE = [{ address: '127.0.0.1', family: 4 }];
