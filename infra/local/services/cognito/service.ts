import { type JsonWebKey, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Resource } from '../../assembly/model';
import type { Invoker } from '../../runtime/ports';
import { openRecords, type Records } from '../../runtime/records';
import type { AwsAnswer, AwsCall, LocalContext, LocalService } from '../../service';
import type { MailSender } from '../ses/mail';
import { CognitoError, invalidParameter, notAuthorized } from './error';
import { createFirewall, type FirewallResources } from './firewall';
import type { NewKey } from './keys';
import { ADMINISTRATION } from './operations/administration';
import { type Directory, type Operation, poolNotFound } from './operations/operation';
import { OWN_ACCOUNT } from './operations/own-account';
import { RECOVERY } from './operations/recovery';
import { SECOND_FACTOR } from './operations/second-factor';
import { SESSIONS } from './operations/sessions';
import { ADMIN_SIGN_IN, SIGN_IN } from './operations/sign-in';
import { SIGN_UP } from './operations/sign-up';
import { Pool } from './pool';
import { readClient, readPool } from './settings';

export interface CognitoOptions {
  /** Resources of type AWS::Cognito::UserPool. */
  readonly pools: readonly Resource[];
  /** Resources of type AWS::Cognito::UserPoolClient; `UserPoolId` names their pool. */
  readonly clients: readonly Resource[];
  /** Resources of type AWS::Cognito::UserPoolSessionConfigurationAttachment. */
  readonly sessions?: readonly Resource[];
  /** What keeps calls from the pools. */
  readonly firewall?: FirewallResources;
  /** Runs the pools' Lambda triggers. */
  readonly invoker: Invoker;
  readonly mail: MailSender;
  /** Milliseconds; default: the machine's clock. */
  readonly now?: () => number;
  /** Default: keys of its own for each pool, of which making one takes a quarter of a second. */
  readonly newKey?: NewKey;
}

export interface CognitoService extends LocalService {
  /** Public keys of a pool, as served at `/{poolId}/.well-known/jwks.json`, for who verifies in this process. */
  jwks(poolId: string): { readonly keys: readonly JsonWebKey[] } | undefined;
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  ...SIGN_UP,
  ...SIGN_IN,
  ...RECOVERY,
  ...OWN_ACCOUNT,
  ...SECOND_FACTOR,
  ...SESSIONS,
  ...ADMIN_SIGN_IN,
  ...ADMINISTRATION,
};

const TARGET = 'AWSCognitoIdentityProviderService.';

/** Any page may call: the API knows no cookies. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'x-amzn-RequestId,x-amzn-ErrorType,Date',
};

/**
 * User pools. Also answers browsers: `POST /` with x-amz-target AWSCognitoIdentityProviderService.*, its
 * preflight, and `GET /{poolId}/.well-known/jwks.json`. Tokens carry AWS's own issuer,
 * https://cognito-idp.{region}.amazonaws.com/{poolId}.
 */
export function createCognito(context: LocalContext, options: CognitoOptions): CognitoService {
  const settings = options.pools.map((resource) => readPool(resource, context.accountId, options.sessions));
  const clients = options.clients.map(readClient);
  for (const client of clients) {
    if (!settings.some(({ id }) => id === client.poolId)) {
      throw new Error(`User pool client ${client.id} names a pool that is not there: ${client.poolId}`);
    }
  }
  const firewall = createFirewall(options.firewall ?? { acls: [], associations: [] });
  const pools = new Map<string, Pool>();
  let records: Records | undefined;

  const directory: Directory = {
    pool(poolId) {
      const pool = pools.get(poolId);
      if (!pool) throw poolNotFound(poolId);
      return pool;
    },
    client(clientId) {
      for (const pool of pools.values()) {
        const client = pool.clients.get(clientId);
        if (client) return { pool, client };
      }
      throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
    },
    poolOfToken(token) {
      const pool = pools.get(issuerOf(token)?.split('/').at(-1) ?? '');
      if (!pool) throw notAuthorized('Invalid Access Token');
      return pool;
    },
  };

  return {
    name: 'cognito-idp',

    async start() {
      records = openRecords(join(context.directory, 'cognito.jsonl'));
      const parts = {
        records,
        invoker: options.invoker,
        mail: options.mail,
        now: options.now ?? Date.now,
        newKey: options.newKey,
      };
      for (const pool of settings) {
        const own = clients.filter((client) => client.poolId === pool.id);
        pools.set(pool.id, new Pool(pool, new Map(own.map((client) => [client.id, client])), parts));
      }
    },

    async stop() {
      pools.clear();
      records?.close();
    },

    requiredActions(call) {
      const name = operationName(call);
      if (!name || OPERATIONS[name]?.signed === false) return [];
      const pool = settings.find(({ id }) => id === poolIdOf(call));
      const resource = pool?.arn ?? `arn:aws:cognito-idp:${context.region}:${context.accountId}:userpool/*`;
      return [{ action: `cognito-idp:${name}`, resource }];
    },

    async handle(call) {
      if (call.method === 'OPTIONS') return preflight(call);
      const keysOf = /^\/([^/]+)\/\.well-known\/jwks\.json$/.exec(call.url.pathname)?.[1];
      if (keysOf !== undefined) return answerKeys(pools.get(keysOf));
      const name = operationName(call);
      const operation = name === undefined ? undefined : OPERATIONS[name];
      if (!operation) {
        return failure(
          new CognitoError('UnknownOperationException', `Operation ${name ?? ''} is not served.`),
        );
      }
      try {
        const body = readBody(call);
        const pool = poolOf(directory, body);
        if (pool) firewall(pool.settings.arn, call);
        return json(200, await operation.run(directory, body));
      } catch (error) {
        if (error instanceof CognitoError) return failure(error);
        context.log(`cognito-idp ${name}: ${error instanceof Error ? error.stack : error}`);
        return failure(new CognitoError('InternalErrorException', 'Something went wrong'), 500);
      }
    },

    jwks: (poolId) => pools.get(poolId)?.keys.jwks(),
  };
}

function operationName(call: AwsCall): string | undefined {
  const target = call.headers['x-amz-target'];
  return typeof target === 'string' && target.startsWith(TARGET) ? target.slice(TARGET.length) : undefined;
}

function readBody(call: AwsCall): unknown {
  try {
    return JSON.parse(call.body.toString() || '{}');
  } catch {
    throw new CognitoError('SerializationException', 'The body is not JSON.');
  }
}

function poolIdOf(call: AwsCall): unknown {
  try {
    return (JSON.parse(call.body.toString()) as { UserPoolId?: unknown }).UserPoolId;
  } catch {
    // The call itself will be refused for its body; nobody is permitted meanwhile.
    return undefined;
  }
}

/** Which pool a call is about; undefined where it names none that is there, which the operation says. */
function poolOf(directory: Directory, body: unknown): Pool | undefined {
  const { UserPoolId, ClientId, AccessToken } = (body ?? {}) as Readonly<Record<string, unknown>>;
  try {
    if (typeof UserPoolId === 'string') return directory.pool(UserPoolId);
    if (typeof ClientId === 'string') return directory.client(ClientId).pool;
    if (typeof AccessToken === 'string') return directory.poolOfToken(AccessToken);
  } catch (error) {
    if (!(error instanceof CognitoError)) throw error;
  }
  return undefined;
}

/** Read before the signature is checked: it only says whose keys to check it with. */
function issuerOf(token: string): string | undefined {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const issuer = (claims as { iss?: unknown }).iss;
    return typeof issuer === 'string' ? issuer : undefined;
  } catch {
    return undefined;
  }
}

function preflight(call: AwsCall): AwsAnswer {
  const asked = call.headers['access-control-request-headers'];
  return {
    status: 200,
    headers: {
      ...CORS,
      'access-control-allow-methods': 'POST, GET, OPTIONS',
      'access-control-allow-headers': asked ?? 'content-type,x-amz-target,x-amz-user-agent',
      'access-control-max-age': '172800',
    },
  };
}

function answerKeys(pool: Pool | undefined): AwsAnswer {
  if (!pool) return failure(invalidParameter('User pool does not exist.'));
  return {
    status: 200,
    headers: { ...CORS, 'content-type': 'application/json', 'cache-control': 'public, max-age=86400' },
    body: JSON.stringify(pool.keys.jwks()),
  };
}

function failure(error: CognitoError, status = 400): AwsAnswer {
  const answer = json(status, { __type: error.name, message: error.message });
  return { ...answer, headers: { ...answer.headers, 'x-amzn-errortype': `${error.name}:` } };
}

function json(status: number, body: object): AwsAnswer {
  return {
    status,
    headers: { ...CORS, 'content-type': 'application/x-amz-json-1.1', 'x-amzn-requestid': randomUUID() },
    body: JSON.stringify(body),
  };
}
