import { randomUUID } from 'node:crypto';
import type { HttpRequest } from '#infra/local/http';
import { logTime, newId } from '../api-gateway/integration';
import type { Api, Stage } from '../api-gateway/model';

/** What stays the same over a connection's life. */
export interface ConnectionFacts {
  readonly id: string;
  readonly api: Api;
  readonly stage: Stage;
  readonly connectedAt: number;
  readonly sourceIp: string;
  readonly userAgent: string;
  /** What the authorizer said about who connects. */
  readonly authorizer?: Readonly<Record<string, unknown>>;
}

type Context = Readonly<Record<string, unknown>>;

/** The event of $connect, without the authorizer's part: the authorizer itself is asked with it. */
export function connectEvent(facts: ConnectionFacts, request: HttpRequest, at: number) {
  const host = domainName(facts.api);
  const forwarded = request.headers
    .filter(([name]) => name.toLowerCase() === 'x-forwarded-for')
    .map(([, value]) => value);
  const headers: readonly (readonly [string, string])[] = [
    ...request.headers.filter(
      ([name]) => !['host', 'x-forwarded-for', 'connection', 'upgrade'].includes(name.toLowerCase()),
    ),
    ['Host', host],
    ['X-Forwarded-For', [...forwarded, request.sourceIp].join(', ')],
    ['X-Forwarded-Port', '443'],
    ['X-Forwarded-Proto', 'https'],
  ];
  const query = [...new URLSearchParams(request.query)];
  return {
    headers: Object.fromEntries(headers),
    multiValueHeaders: grouped(headers),
    ...(query.length > 0 && {
      queryStringParameters: Object.fromEntries(query),
      multiValueQueryStringParameters: grouped(query),
    }),
    ...stageVariables(facts.stage),
    requestContext: requestContext(facts, '$connect', 'CONNECT', at),
    isBase64Encoded: false,
  };
}

export function messageEvent(facts: ConnectionFacts, routeKey: string, body: string, at: number) {
  return {
    ...stageVariables(facts.stage),
    requestContext: { ...requestContext(facts, routeKey, 'MESSAGE', at), messageId: newId() },
    body,
    isBase64Encoded: false,
  };
}

export function disconnectEvent(facts: ConnectionFacts, code: number, reason: string, at: number) {
  const headers = [
    ['Host', domainName(facts.api)],
    ['X-Forwarded-For', facts.sourceIp],
  ] as const;
  return {
    headers: Object.fromEntries(headers),
    multiValueHeaders: grouped(headers),
    ...stageVariables(facts.stage),
    requestContext: {
      ...requestContext(facts, '$disconnect', 'DISCONNECT', at),
      disconnectStatusCode: code,
      disconnectReason: reason,
    },
    isBase64Encoded: false,
  };
}

function requestContext(facts: ConnectionFacts, routeKey: string, eventType: string, at: number): Context {
  return {
    routeKey,
    eventType,
    extendedRequestId: newId(),
    requestTime: logTime(at),
    messageDirection: 'IN',
    stage: facts.stage.name,
    connectedAt: facts.connectedAt,
    requestTimeEpoch: at,
    identity: { sourceIp: facts.sourceIp, userAgent: facts.userAgent },
    requestId: randomUUID(),
    domainName: domainName(facts.api),
    connectionId: facts.id,
    apiId: facts.api.id,
    ...(facts.authorizer && { authorizer: facts.authorizer }),
  };
}

function domainName(api: Api): string {
  return `${api.id}.execute-api.${api.region}.amazonaws.com`;
}

function stageVariables(stage: Stage) {
  return Object.keys(stage.variables).length > 0 ? { stageVariables: stage.variables } : {};
}

function grouped(pairs: readonly (readonly [string, string])[]): Readonly<Record<string, string[]>> {
  const groups: Record<string, string[]> = {};
  for (const [name, value] of pairs) {
    groups[name] = [...(groups[name] ?? []), value];
  }
  return groups;
}
