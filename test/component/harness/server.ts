import type * as z from 'zod';
import { type ErrorCode, STATUS } from '#contract/base/errors';
import { ROUTES, type RouteName } from '#contract/routes';
import type { Route } from '#contract/routes/route';
import { FakeCognito } from './cognito';
import { readTexts } from './texts';

type Spec<N extends RouteName> = (typeof ROUTES)[N];
type Sent<N extends RouteName, Part extends 'body' | 'query'> =
  Spec<N> extends Record<Part, infer S extends z.ZodType> ? z.output<S> : undefined;

/** A call as the server reads it: parsed by the contract. */
export interface Call<N extends RouteName> {
  readonly params: Readonly<Record<string, string>>;
  readonly body: Sent<N, 'body'>;
  readonly query: Sent<N, 'query'>;
}

/** What a route answers with, as it goes over the wire. */
export type Reply<N extends RouteName> =
  Spec<N> extends { response: infer S extends z.ZodType } ? z.input<S> : undefined;

type Answerer<N extends RouteName> = (call: Call<N>) => Reply<N> | Refusal | Promise<Reply<N> | Refusal>;

/** What routes answer in a test: a value, a refusal, or a function of the call. */
export type Answers = { readonly [N in RouteName]?: Reply<N> | Refusal | Answerer<N> };

/** An error of the contract, or `network.failed`: the call never arrives. */
export class Refusal {
  readonly code: ErrorCode | 'network.failed';
  readonly details: Readonly<Record<string, unknown>>;
  /** What is wrong with each field of what was sent. */
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    code: ErrorCode | 'network.failed',
    details: Readonly<Record<string, unknown>> = {},
    fields: Readonly<Record<string, string>> = {},
  ) {
    this.code = code;
    this.details = details;
    this.fields = fields;
  }
}

export function refuse(code: Refusal['code'], details?: Refusal['details']): Refusal {
  return new Refusal(code, details);
}

/** Refuses what was sent for these of its fields. */
export function refuseFields(...names: readonly string[]): Refusal {
  return new Refusal('request.invalid', {}, Object.fromEntries(names.map((name) => [name, 'Refused.'])));
}

/** An answer that never comes: the page goes on waiting. */
export function never(): Promise<never> {
  return new Promise(() => {});
}

/** An answer that is given when the test says so. */
export function heldBack<Answer>(answer: Answer) {
  let give = () => {};
  const given = new Promise<Answer>((resolve) => {
    give = () => resolve(answer);
  });
  return { answer: () => given, give };
}

/** The API in a test: it answers by the contract's routes, and keeps what it was asked. */
export class FakeServer {
  readonly cognito = new FakeCognito();
  private answers: Answers = {};
  private readonly log: { readonly name: RouteName; readonly call: Call<RouteName> }[] = [];
  private readonly faults: string[] = [];

  /** Answers these routes from now on; the others as before. */
  answer(answers: Answers): void {
    this.answers = { ...this.answers, ...answers };
  }

  /** Calls of a route so far, the oldest first. */
  calls<N extends RouteName>(name: N): readonly Call<N>[] {
    return this.log.filter((entry) => entry.name === name).map(({ call }) => call as unknown as Call<N>);
  }

  /** Forgets everything, and tells what the test did wrong: calls without an answer, answers against the contract. */
  reset(): readonly string[] {
    this.answers = {};
    this.log.length = 0;
    this.cognito.reset();
    return this.faults.splice(0);
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = input instanceof Request ? input : null;
    const address = new URL(request?.url ?? String(input), location.href);
    const method = init?.method ?? request?.method ?? 'GET';
    const [, language, namespace] = /^\/locales\/(\w+)\/(\w+)\.json$/.exec(address.pathname) ?? [];
    if (language && namespace) return Response.json(readTexts(language, namespace));
    if (address.host.startsWith('cognito-idp.')) return this.askPool(new Request(input, init));
    const found = routeFor(method, address.pathname);
    if (!found) return this.fault(`No route for ${method} ${address}`);
    const text = init?.body ?? (request ? await request.text() : undefined);
    return this.serve(
      found,
      address,
      text === undefined || text === '' ? undefined : JSON.parse(String(text)),
    );
  };

  private async serve({ name, params }: Found, address: URL, body: unknown): Promise<Response> {
    const route: Route = ROUTES[name];
    const parsedBody = typeof route.body === 'object' ? route.body.safeParse(body) : undefined;
    const parsedQuery = route.query?.safeParse(Object.fromEntries(address.searchParams));
    // The real server refuses it, too: what the page sends is against the contract.
    if (parsedBody?.success === false)
      return this.fault(`${name} was sent a wrong body: ${parsedBody.error.message}`);
    if (parsedQuery?.success === false)
      return this.fault(`${name} was sent a wrong query: ${parsedQuery.error.message}`);
    const call = { params, body: parsedBody?.data, query: parsedQuery?.data } as Call<RouteName>;
    this.log.push({ name, call });
    const answer = this.answers[name] as unknown;
    if (answer === undefined && route.response) return this.fault(`The test has no answer for ${name}`);
    const reply = typeof answer === 'function' ? await answer(call) : answer;
    if (reply instanceof Refusal) return refusal(reply);
    if (!route.response) return new Response(null, { status: route.status });
    const checked = route.response.safeParse(reply);
    if (!checked.success) return this.fault(`${name} answers against the contract: ${checked.error.message}`);
    return Response.json(reply, { status: route.status });
  }

  private async askPool(request: Request): Promise<Response> {
    const operation = request.headers.get('x-amz-target')?.split('.')[1] ?? '';
    const answer = this.cognito.serve(operation, await request.json());
    return answer ?? this.fault(`The test has no answer of Cognito's for ${operation}`);
  }

  private fault(message: string): Response {
    this.faults.push(message);
    return refusal(new Refusal('request.invalid'));
  }
}

function refusal({ code, details, fields }: Refusal): Response {
  if (code === 'network.failed') throw new TypeError('Failed to fetch');
  return Response.json(
    { error: { code, message: code, requestId: 'test', fields, details } },
    { status: STATUS[code] },
  );
}

interface Found {
  readonly name: RouteName;
  readonly params: Readonly<Record<string, string>>;
}

const PATTERNS = Object.entries(ROUTES).map(([name, { method, path }]) => ({
  name: name as RouteName,
  method,
  // Literal segments before parameters: /api/bots/demo is not the bot of that id.
  parameters: path.split('{').length,
  pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
}));
PATTERNS.sort((one, other) => one.parameters - other.parameters);

function routeFor(method: string, path: string): Found | null {
  for (const { name, method: its, pattern } of PATTERNS) {
    const match = its === method ? pattern.exec(path) : null;
    if (!match) continue;
    const params = Object.entries(match.groups ?? {});
    return {
      name,
      params: Object.fromEntries(params.map(([key, value]) => [key, decodeURIComponent(value)])),
    };
  }
  return null;
}
