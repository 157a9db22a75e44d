import { createHmac, randomBytes } from 'node:crypto';
import * as z from 'zod';
import { badCredentials, CognitoError, invalidParameter, notAuthorized, userNotFound } from '../error';
import { requireGoodPassword } from '../passwords';
import type { Pool } from '../pool';
import type { Tokens } from '../sessions';
import type { ClientSettings } from '../settings';
import { beginExchange, checkProof, createVerifier } from '../srp';
import type { User } from '../users';
import { Metadata, type Operation, open, Password, signed } from './operation';
import { askForCode, asksCode, takeCode } from './second-factor';

/** How long a client may take to prove that it knows the password. */
const PROOF_MS = 3 * 60_000;

interface SignIn {
  readonly pool: Pool;
  readonly client: ClientSettings;
  readonly parameters: Readonly<Record<string, string>>;
  readonly metadata: Readonly<Record<string, string>> | undefined;
}

const CodeResponses = z.object({ USERNAME: z.string(), SOFTWARE_TOKEN_MFA_CODE: z.string().max(2_048) });

export const SIGN_IN: Readonly<Record<string, Operation>> = {
  InitiateAuth: open(
    z.object({
      ClientId: z.string(),
      AuthFlow: z.string(),
      AuthParameters: z.record(z.string(), z.string()).default({}),
      ClientMetadata: Metadata,
    }),
    async (directory, input) => {
      const { pool, client } = directory.client(input.ClientId);
      const signIn = { pool, client, parameters: input.AuthParameters, metadata: input.ClientMetadata };
      const flow = input.AuthFlow === 'REFRESH_TOKEN' ? 'REFRESH_TOKEN_AUTH' : input.AuthFlow;
      const start = FLOWS[flow];
      if (!start || !client.flows.has(flow)) {
        throw invalidParameter(`${input.AuthFlow} flow not enabled for this client`);
      }
      return start(signIn);
    },
  ),

  RespondToAuthChallenge: open(
    z.discriminatedUnion('ChallengeName', [
      z.object({
        ClientId: z.string(),
        ChallengeName: z.literal('PASSWORD_VERIFIER'),
        ChallengeResponses: z.object({
          USERNAME: z.string(),
          PASSWORD_CLAIM_SECRET_BLOCK: z.string(),
          PASSWORD_CLAIM_SIGNATURE: z.string(),
          TIMESTAMP: z.string(),
        }),
        ClientMetadata: Metadata,
      }),
      z.object({
        ClientId: z.string(),
        ChallengeName: z.literal('NEW_PASSWORD_REQUIRED'),
        Session: z.string(),
        ChallengeResponses: z.object({ USERNAME: z.string(), NEW_PASSWORD: Password }),
        ClientMetadata: Metadata,
      }),
      z.object({
        ClientId: z.string(),
        ChallengeName: z.literal('SOFTWARE_TOKEN_MFA'),
        Session: z.string(),
        ChallengeResponses: CodeResponses,
        ClientMetadata: Metadata,
      }),
    ]),
    async (directory, input) => {
      const { pool, client } = directory.client(input.ClientId);
      if (input.ChallengeName === 'SOFTWARE_TOKEN_MFA') {
        return admitByCode(pool, client, input);
      }
      if (input.ChallengeName === 'NEW_PASSWORD_REQUIRED') {
        const pending = pool.newPasswords.get(input.Session);
        if (!pending || pending.clientId !== client.id || pending.expiresAt <= pool.now()) {
          throw notAuthorized('Invalid session for the user, session is expired.');
        }
        const { NEW_PASSWORD: password } = input.ChallengeResponses;
        requireGoodPassword(password, pool.settings.password);
        // Each is for one change; a password that breaks the rules was none.
        pool.newPasswords.delete(input.Session);
        const user = pool.users.update(pending.username, (current) => ({
          password: pool.passwordOf(current.username, password),
          status: 'CONFIRMED',
        }));
        if (!user) throw badCredentials();
        return admit(pool, client, user, input.ClientMetadata);
      }
      const claim = input.ChallengeResponses;
      const pending = pool.proofs.get(claim.PASSWORD_CLAIM_SECRET_BLOCK);
      // Each is for one try, so that a proof can't be replayed.
      pool.proofs.delete(claim.PASSWORD_CLAIM_SECRET_BLOCK);
      if (!pending || pending.clientId !== client.id || pending.expiresAt <= pool.now())
        throw badCredentials();
      if (pool.lockout.isLocked(pending.lockName)) throw notAuthorized('Password attempts exceeded');
      const proven = checkProof(pending.exchange, {
        identity: pending.identity,
        secretBlock: claim.PASSWORD_CLAIM_SECRET_BLOCK,
        timestamp: claim.TIMESTAMP,
        signature: claim.PASSWORD_CLAIM_SIGNATURE,
      });
      const user = pending.username === undefined ? undefined : pool.users.byUsername(pending.username);
      const isOfUser = pool.users.find(claim.USERNAME)?.username === user?.username;
      if (!proven || !user || !isOfUser) {
        pool.lockout.missed(pending.lockName);
        throw badCredentials();
      }
      pool.lockout.passed(pending.lockName);
      return admit(pool, client, user, input.ClientMetadata);
    },
  ),

  GetTokensFromRefreshToken: open(
    z.object({ ClientId: z.string(), RefreshToken: z.string(), ClientMetadata: Metadata }),
    async (directory, input) => {
      const { pool, client } = directory.client(input.ClientId);
      return {
        AuthenticationResult: await pool.sessions.refresh(input.RefreshToken, client, input.ClientMetadata),
      };
    },
  ),

  RevokeToken: open(z.object({ ClientId: z.string(), Token: z.string() }), async (directory, input) => {
    const { pool, client } = directory.client(input.ClientId);
    if (!client.revocable) {
      throw new CognitoError(
        'UnsupportedOperationException',
        'Revoke token operation is not enabled for this client.',
      );
    }
    pool.sessions.revoke(input.Token, client);
    return {};
  }),

  GlobalSignOut: open(z.object({ AccessToken: z.string() }), async (directory, { AccessToken }) => {
    const pool = directory.poolOfToken(AccessToken);
    pool.sessions.endAll(pool.sessions.bearer(AccessToken).user.username);
    return {};
  }),
};

/** The same by calls that IAM permits: with the password itself, which no browser may send. */
export const ADMIN_SIGN_IN: Readonly<Record<string, Operation>> = {
  AdminInitiateAuth: signed(
    z.object({
      UserPoolId: z.string(),
      ClientId: z.string(),
      AuthFlow: z.literal('ADMIN_USER_PASSWORD_AUTH'),
      AuthParameters: z.record(z.string(), z.string()).default({}),
      ClientMetadata: Metadata,
    }),
    async (pool, input) => {
      const client = clientOf(pool, input.ClientId);
      if (!client.flows.has(input.AuthFlow)) throw invalidParameter('Auth flow not enabled for this client');
      const { AuthParameters: parameters, ClientMetadata: metadata } = input;
      return byPassword({ pool, client, parameters, metadata });
    },
  ),

  AdminRespondToAuthChallenge: signed(
    z.object({
      UserPoolId: z.string(),
      ClientId: z.string(),
      ChallengeName: z.literal('SOFTWARE_TOKEN_MFA'),
      Session: z.string(),
      ChallengeResponses: CodeResponses,
      ClientMetadata: Metadata,
    }),
    async (pool, input) => admitByCode(pool, clientOf(pool, input.ClientId), input),
  ),
};

function clientOf(pool: Pool, clientId: string): ClientSettings {
  const client = pool.clients.get(clientId);
  if (!client)
    throw new CognitoError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`);
  return client;
}

async function admitByCode(
  pool: Pool,
  client: ClientSettings,
  input: {
    readonly Session: string;
    readonly ChallengeResponses: z.infer<typeof CodeResponses>;
    readonly ClientMetadata?: Readonly<Record<string, string>> | undefined;
  },
): Promise<object> {
  const user = takeCode(pool, client, input.Session, input.ChallengeResponses.SOFTWARE_TOKEN_MFA_CODE);
  if (!user.enabled) throw notAuthorized('User is disabled.');
  return signedIn(await pool.sessions.open(user, client, input.ClientMetadata));
}

async function byPassword({ pool, client, parameters, metadata }: SignIn): Promise<object> {
  const login = required(parameters, 'USERNAME');
  const password = required(parameters, 'PASSWORD');
  const user = pool.users.find(login);
  const lockName = user?.username ?? login;
  if (pool.lockout.isLocked(lockName)) throw notAuthorized('Password attempts exceeded');
  if (!user && !client.hidesUserExistence) throw userNotFound();
  if (!user || !pool.knowsPassword(user, password)) {
    pool.lockout.missed(lockName);
    throw badCredentials();
  }
  pool.lockout.passed(lockName);
  return admit(pool, client, user, metadata);
}

const FLOWS: Readonly<Record<string, (signIn: SignIn) => Promise<object>>> = {
  USER_PASSWORD_AUTH: byPassword,

  USER_SRP_AUTH: async ({ pool, client, parameters }) => {
    const login = required(parameters, 'USERNAME');
    const user = pool.users.find(login);
    if (!user && !client.hidesUserExistence) throw userNotFound();
    const username = user?.username ?? pretendedUsername(pool, login);
    const verifier = user?.password ?? pretendedVerifier(pool, login);
    const exchange = beginExchange(required(parameters, 'SRP_A'), verifier);
    if (!exchange) throw invalidParameter('SRP_A is not a valid public value.');

    const secretBlock = randomBytes(256).toString('base64');
    dropExpiredProofs(pool);
    pool.proofs.set(secretBlock, {
      exchange,
      clientId: client.id,
      username: user?.username,
      identity: pool.identity(username),
      lockName: user?.username ?? login,
      expiresAt: pool.now() + PROOF_MS,
    });
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        SALT: verifier.salt,
        SECRET_BLOCK: secretBlock,
        SRP_B: exchange.serverPublic.toString(16),
        USERNAME: username,
        USER_ID_FOR_SRP: username,
      },
    };
  },

  REFRESH_TOKEN_AUTH: async ({ pool, client, parameters, metadata }) => {
    if (client.rotationGrace !== undefined) {
      throw invalidParameter('REFRESH_TOKEN_AUTH can not be used with refresh token rotation.');
    }
    return signedIn(await pool.sessions.refresh(required(parameters, 'REFRESH_TOKEN'), client, metadata));
  },
};

/**
 * Whoever has shown the right password gets in, after a code where they have set that up, unless confirmation is missing or an administrator said no; with a
 * password that an administrator gave, once they have chosen their own.
 */
async function admit(
  pool: Pool,
  client: ClientSettings,
  user: User,
  metadata: SignIn['metadata'],
): Promise<object> {
  if (!user.enabled) throw notAuthorized('User is disabled.');
  if (user.status === 'UNCONFIRMED') {
    throw new CognitoError('UserNotConfirmedException', 'User is not confirmed.');
  }
  if (user.status === 'CONFIRMED') {
    if (asksCode(pool, user)) return askForCode(pool, client, user);
    return signedIn(await pool.sessions.open(user, client, metadata));
  }
  if ((user.temporaryUntil ?? 0) <= pool.now()) {
    throw notAuthorized('Temporary password has expired and must be reset by an administrator.');
  }
  for (const [session, { expiresAt }] of pool.newPasswords)
    if (expiresAt <= pool.now()) pool.newPasswords.delete(session);
  const session = randomBytes(64).toString('base64url');
  pool.newPasswords.set(session, {
    clientId: client.id,
    username: user.username,
    expiresAt: pool.now() + PROOF_MS,
  });
  return {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session: session,
    ChallengeParameters: {
      USER_ID_FOR_SRP: user.username,
      requiredAttributes: '[]',
      userAttributes: JSON.stringify(user.attributes),
    },
  };
}

function signedIn(tokens: Tokens): object {
  return { AuthenticationResult: tokens, ChallengeParameters: {} };
}

function required(parameters: Readonly<Record<string, string>>, name: string): string {
  const value = parameters[name];
  if (!value) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

/** A name that nobody has gets the same user id and salt each time, as a real one would. */
function pretendedUsername(pool: Pool, login: string): string {
  const hex = createHmac('sha256', pool.settings.arn).update(`name ${login}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function pretendedVerifier(pool: Pool, login: string) {
  const salt = createHmac('sha256', pool.settings.arn).update(`salt ${login}`).digest().subarray(0, 16);
  return createVerifier(pool.identity(login), randomBytes(16).toString('hex'), salt);
}

function dropExpiredProofs(pool: Pool): void {
  for (const [block, proof] of pool.proofs) if (proof.expiresAt <= pool.now()) pool.proofs.delete(block);
}
