import type { AwsAnswer, AwsCall } from '#infra/local/service';
import { type Connection, MAX_MESSAGE } from './connection';

/** What a call of the management API is about, from its path and, for an API's own host, its host. */
export interface ConnectionTarget {
  /** Undefined: called at the gateway's address, where only the stage tells. */
  readonly apiId: string | undefined;
  readonly stage: string;
  readonly connectionId: string;
}

/** Undefined when the path is none of `/{stage}/@connections/{connectionId}`; the SDK percent-encodes `@` and `=`. */
export function connectionTarget(call: AwsCall): ConnectionTarget | undefined {
  const [, stage, id] = /^\/([^/]+)\/(?:@|%40)connections\/([^/]+)$/.exec(call.url.pathname) ?? [];
  if (stage === undefined || id === undefined) return undefined;
  const [, apiId] = /^([^.]+)\.execute-api\./.exec(call.headers.host ?? '') ?? [];
  return { apiId, stage, connectionId: decodeURIComponent(id) };
}

/** PostToConnection, GetConnection and DeleteConnection. */
export async function manageConnection(
  call: AwsCall,
  connectionId: string,
  connection: Connection | undefined,
): Promise<AwsAnswer> {
  if (!/^[\w-]{15}=$/.test(connectionId)) {
    return failure(400, 'BadRequestException', `Invalid connectionId: ${connectionId}`);
  }
  if (!connection?.isOpen) return failure(410, 'GoneException', 'Gone');
  switch (call.method) {
    case 'POST': {
      if (call.body.length > MAX_MESSAGE) {
        return failure(413, 'PayloadTooLargeException', 'Message too long');
      }
      const sent = await connection.send(call.body.toString('utf8'));
      return sent ? { status: 200 } : failure(410, 'GoneException', 'Gone');
    }
    case 'GET':
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          connectedAt: new Date(connection.facts.connectedAt).toISOString(),
          identity: { sourceIp: connection.facts.sourceIp, userAgent: connection.facts.userAgent },
          lastActiveAt: new Date(connection.lastActiveAt).toISOString(),
        }),
      };
    case 'DELETE':
      connection.close(1000, 'Connection deleted');
      return { status: 204 };
    default:
      return failure(403, 'ForbiddenException', 'Missing Authentication Token');
  }
}

export function failure(status: number, type: string, message: string): AwsAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', 'x-amzn-errortype': type },
    body: JSON.stringify({ message }),
  };
}
