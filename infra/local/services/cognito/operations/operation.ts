import * as z from 'zod';
import { CognitoError, invalidParameter } from '../error';
import type { Pool } from '../pool';
import type { ClientSettings } from '../settings';

/** The pools, as operations reach them. */
export interface Directory {
  pool(poolId: string): Pool;
  client(clientId: string): { readonly pool: Pool; readonly client: ClientSettings };
  /** The pool that has signed a token, by its issuer; the pool checks the token itself. */
  poolOfToken(token: string): Pool;
}

export interface Operation {
  /** Needs a signed call of somebody who is allowed to; the others are open to browsers. */
  readonly signed: boolean;
  run(directory: Directory, body: unknown): Promise<object>;
}

export const Metadata = z.record(z.string(), z.string()).optional();
export const Username = z.string().min(1).max(128);
export const Password = z.string().min(1).max(256);

/** An operation open to anybody. */
export function open<S extends z.ZodType>(
  input: S,
  run: (directory: Directory, input: z.infer<S>) => Promise<object>,
): Operation {
  return { signed: false, run: (directory, body) => run(directory, parse(input, body)) };
}

/** An operation of an administrator, on one pool. */
export function signed<S extends z.ZodType<{ UserPoolId: string }>>(
  input: S,
  run: (pool: Pool, input: z.infer<S>) => Promise<object>,
): Operation {
  return {
    signed: true,
    run: (directory, body) => {
      const parsed = parse(input, body);
      return run(directory.pool(parsed.UserPoolId), parsed);
    },
  };
}

/** Whose access token it is, and which client they signed in with. */
export function bearer(directory: Directory, accessToken: string) {
  const pool = directory.poolOfToken(accessToken);
  const { user, sessionId, clientId } = pool.sessions.bearer(accessToken);
  const client = pool.clients.get(clientId);
  if (!client)
    throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
  return { pool, user, sessionId, client };
}

export function poolNotFound(poolId: string): CognitoError {
  return new CognitoError('ResourceNotFoundException', `User pool ${poolId} does not exist.`);
}

function parse<S extends z.ZodType>(schema: S, body: unknown): z.infer<S> {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => `'${path.join('.')}': ${message}`);
  throw invalidParameter(`${problems.length} validation error detected: ${problems.join('; ')}`);
}
