import type * as z from 'zod';
import type { ErrorBody } from '#contract/base/error-body';
import { type ErrorCode, STATUS } from '#contract/base/errors';
import { ACCOUNT_HEADER, CLIENT_HEADER } from '#contract/base/headers';
import type { ROUTES } from '#contract/routes';
import { ADDRESSES, type Address } from './addresses.built';
import { ApiError, errorCode } from './api-error';
import { accessToken } from './session/auth';
import { type SessionEnd, sessionEndOf } from './session/session-end';

type Routes = typeof ROUTES;
type RouteName = keyof Routes;
type Spec<N extends RouteName> = Routes[N];
type Params<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Params<Rest>
  : never;
type Body<N extends RouteName> = Spec<N> extends { body: infer S extends z.ZodType } ? z.input<S> : undefined;
type Query<N extends RouteName> =
  Spec<N> extends { query: infer S extends z.ZodType } ? z.input<S> : undefined;

/** What a route answers with. */
export type Answer<N extends RouteName> =
  Spec<N> extends { response: infer S extends z.ZodType } ? z.output<S> : undefined;

type Needed<Key extends string, T> = [T] extends [never]
  ? unknown
  : [T] extends [undefined]
    ? unknown
    : { readonly [K in Key]: T };
export type CallInput<N extends RouteName> = Needed<
  'params',
  [Params<Spec<N>['path']>] extends [never] ? undefined : Readonly<Record<Params<Spec<N>['path']>, string>>
> &
  Needed<'body', Body<N>> & {
    readonly query?: Query<N>;
    readonly signal?: AbortSignal | undefined;
    /** The account that this call acts for, where it is not the window's. */
    readonly account?: string;
  };

interface Connection {
  /** The account that calls act for; null before it is known: the caller's own. */
  accountId: string | null;
  /** Called when the server no longer accepts the session. */
  onSessionEnd: (end: SessionEnd) => void;
  /** Asks the person to prove who they are; false where they don't. */
  proveIdentity: () => Promise<boolean>;
}

const connection: Connection = {
  accountId: null,
  onSessionEnd: () => {},
  proveIdentity: async () => false,
};

/** Sets whom the calls act for and what happens when the session ends. */
export function connectApi(change: Partial<Connection>): void {
  Object.assign(connection, change);
}

/**
 * Calls a route of the contract; routes for anyone are called without a token. The answer is taken as the contract says
 * it: the server's types and tests hold it to that, and reading it again here would cost every page zod and all schemas
 * (50 kB br, a third of a phone's time for scripts). Fails with an ApiError only. A refused token is renewed once; if that doesn't help, the session has ended. What needs a fresh proof
 * of the person asks them for one and is sent again.
 */
export async function call<N extends RouteName>(name: N, input: CallInput<N>): Promise<Answer<N>> {
  try {
    return await callOnce(name, input);
  } catch (error) {
    if (errorCode(error) !== 'auth.proof_needed' || !(await connection.proveIdentity())) throw error;
    return callOnce(name, input);
  }
}

async function callOnce<N extends RouteName>(name: N, input: CallInput<N>): Promise<Answer<N>> {
  const route = ADDRESSES[name];
  const isUsers = route.caller === 'user';
  const response = await send(route, input as LooseInput, isUsers ? await token() : null);
  if (response.ok) return (await readAnswer(route, response)) as Answer<N>;
  const error = await readError(response);
  if (!isUsers || !isRenewable(response, error)) throw refused(error);
  const second = await send(route, input as LooseInput, await token({ renew: true }));
  if (second.ok) return (await readAnswer(route, second)) as Answer<N>;
  throw refused(await readError(second));
}

/** A session that was signed out stays so: to renew its token would only change what is said of it. */
function isRenewable({ status }: Response, { code }: ApiError): boolean {
  return status === 401 && code !== 'auth.session_ended';
}

function refused(error: ApiError): ApiError {
  const end = sessionEndOf(error);
  if (end) connection.onSessionEnd(end);
  return error;
}

/** Tells what was said outside a call, by the socket: that the session has ended. */
export function sessionEnded(end: SessionEnd): void {
  connection.onSessionEnd(end);
}

interface LooseInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly signal?: AbortSignal;
  readonly account?: string;
}

async function token(options: { readonly renew?: boolean } = {}): Promise<string> {
  const found = await accessToken(options).catch((cause: unknown) => {
    // Cognito says no by name; everything else is the way to it.
    if (cause instanceof Error && cause.name === 'NotAuthorizedException') return null;
    throw new ApiError('network.failed', { cause });
  });
  if (found) return found;
  connection.onSessionEnd('expired');
  throw new ApiError('auth.expired');
}

async function send(route: Address, input: LooseInput, bearer: string | null): Promise<Response> {
  const headers = new Headers({ accept: 'application/json', [CLIENT_HEADER]: 'dashboard' });
  if (bearer !== null) headers.set('authorization', `Bearer ${bearer}`);
  const accountId = input.account ?? connection.accountId;
  if (bearer !== null && accountId) headers.set(ACCOUNT_HEADER, accountId);
  if (input.body !== undefined) headers.set('content-type', 'application/json');
  try {
    return await fetch(address(route.path, input), {
      method: route.method,
      headers,
      ...(input.body === undefined ? {} : { body: JSON.stringify(input.body) }),
      ...(input.signal ? { signal: input.signal } : {}),
    });
  } catch (cause) {
    if (input.signal?.aborted) throw cause;
    throw new ApiError('network.failed', { cause });
  }
}

function address(path: string, { params = {}, query = {} }: LooseInput): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size ? `${filled}?${search}` : filled;
}

async function readAnswer({ answers }: Address, response: Response): Promise<unknown> {
  if (!answers) return undefined;
  try {
    return await response.json();
  } catch (cause) {
    throw new ApiError('server.failed', { cause });
  }
}

/** The error in the body; where something in front of the API answered, what its status means. */
export async function readError(response: Response): Promise<ApiError> {
  const body: Partial<ErrorBody> | null = await response.json().catch(() => null);
  const { code, fields, details } = body?.error ?? {};
  if (code !== undefined && Object.hasOwn(STATUS, code)) return new ApiError(code, { fields, details });
  return new ApiError(BY_STATUS[response.status] ?? 'server.failed');
}

const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  400: 'request.invalid',
  // Every call shows a token: it is no longer good. The authorizer in front of the API says so in its own words.
  401: 'auth.expired',
  403: 'auth.forbidden',
  404: 'route.not_found',
  413: 'request.too_large',
  429: 'request.rate_limited',
  502: 'server.unavailable',
  503: 'server.unavailable',
  504: 'server.unavailable',
};
