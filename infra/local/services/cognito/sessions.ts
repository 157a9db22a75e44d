import { createHash, randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { Invoker } from '#infra/local/runtime/ports';
import type { Records } from '../../runtime/records';
import { readable } from './attributes';
import { CognitoError, notAuthorized } from './error';
import type { PoolKeys } from './keys';
import type { ClientSettings, PoolSettings } from './settings';
import { runTrigger, subjectOf } from './triggers';
import type { User, Users } from './users';

/** One sign-in: all its tokens carry its id as `origin_jti` and end with it. */
interface Session {
  readonly id: string;
  readonly poolId: string;
  readonly clientId: string;
  readonly username: string;
  readonly signedInAt: number;
  readonly expiresAt: number;
  /** What the pool calls it where it tracks sessions, and when it was used last. */
  readonly tracked?: { readonly id: string; readonly lastActiveAt: number };
  /** Hashes of refresh tokens; a rotated one stays until its grace is over. */
  readonly refreshTokens: readonly { readonly hash: string; readonly rotatedAt?: number }[];
}

export interface Tokens {
  readonly AccessToken: string;
  readonly IdToken: string;
  readonly RefreshToken?: string;
  readonly ExpiresIn: number;
  readonly TokenType: 'Bearer';
}

export interface Bearer {
  readonly user: User;
  /** As `origin_jti` has it. */
  readonly sessionId: string;
  readonly clientId: string;
}

type Metadata = Readonly<Record<string, string>> | undefined;

const SESSIONS = 'sessions';
/** Rotated tokens a session remembers, to tell their reuse from a forgery. */
const REMEMBERED_TOKENS = 20;
const OWN_SCOPE = 'aws.cognito.signin.user.admin';

const Claims = z.record(z.string(), z.unknown()).nullish();
const Suppressed = z.array(z.string()).nullish();
const Groups = z.object({ groupsToOverride: z.array(z.string()).nullish() }).nullish();
/** The response of a PreTokenGeneration trigger: of version 1, or of version 2, which may change both tokens. */
const TokenChanges = z.object({
  claimsOverrideDetails: z
    .object({ claimsToAddOrOverride: Claims, claimsToSuppress: Suppressed, groupOverrideDetails: Groups })
    .nullish(),
  claimsAndScopeOverrideDetails: z
    .object({
      idTokenGeneration: z.object({ claimsToAddOrOverride: Claims, claimsToSuppress: Suppressed }).nullish(),
      accessTokenGeneration: z
        .object({
          claimsToAddOrOverride: Claims,
          claimsToSuppress: Suppressed,
          scopesToAdd: z.array(z.string()).nullish(),
          scopesToSuppress: z.array(z.string()).nullish(),
        })
        .nullish(),
      groupOverrideDetails: Groups,
    })
    .nullish(),
});
type TokenChanges = z.infer<typeof TokenChanges>;

/** Claims that no trigger may touch. */
const RESERVED = new Set([
  'acr',
  'amr',
  'at_hash',
  'auth_time',
  'azp',
  'aud',
  'client_id',
  'exp',
  'iat',
  'iss',
  'jti',
  'nbf',
  'nonce',
  'origin_jti',
  'sub',
  'token_use',
  'username',
  'cognito:username',
  'identities',
  'event_id',
  'device_key',
]);

/** Sign-ins of a pool and their tokens. */
export class Sessions {
  constructor(
    private readonly pool: PoolSettings,
    private readonly users: Users,
    private readonly keys: PoolKeys,
    private readonly records: Records,
    private readonly invoker: Invoker,
    private readonly now: () => number,
  ) {}

  async open(user: User, client: ClientSettings, metadata?: Metadata): Promise<Tokens> {
    const refreshToken = newRefreshToken();
    const session: Session = {
      id: randomUUID(),
      poolId: this.pool.id,
      clientId: client.id,
      username: user.username,
      signedInAt: this.now(),
      expiresAt: this.now() + client.validity.refresh * 1_000,
      refreshTokens: [{ hash: hash(refreshToken) }],
      ...(this.pool.maxSessions !== undefined && {
        tracked: { id: newTrackedId(), lastActiveAt: this.now() },
      }),
    };
    const tokens = await this.sign(user, client, session, 'TokenGeneration_Authentication', metadata);
    this.dropExpired();
    this.dropLeastUsed(user.username);
    this.put(session);
    return { ...tokens, RefreshToken: refreshToken };
  }

  async refresh(refreshToken: string, client: ClientSettings, metadata?: Metadata): Promise<Tokens> {
    const { session, user } = this.refreshable(refreshToken, client);
    const tokens = await this.sign(user, client, session, 'TokenGeneration_RefreshTokens', metadata);
    // The trigger took time: what was revoked meanwhile stays revoked, and of two calls only one rotates.
    const current = this.refreshable(refreshToken, client).session;
    const used = current.tracked && { tracked: { ...current.tracked, lastActiveAt: this.now() } };
    if (client.rotationGrace === undefined) {
      if (used) this.put({ ...current, ...used });
      return tokens;
    }

    const fresh = newRefreshToken();
    const shown = hash(refreshToken);
    this.put({
      ...current,
      ...used,
      refreshTokens: [
        ...current.refreshTokens
          .slice(1 - REMEMBERED_TOKENS)
          .map((token) =>
            token.hash === shown && token.rotatedAt === undefined
              ? { ...token, rotatedAt: this.now() }
              : token,
          ),
        { hash: hash(fresh) },
      ],
    });
    return { ...tokens, RefreshToken: fresh };
  }

  /** Whose access token this is; throws for one that is forged, over or revoked. */
  bearer(accessToken: string): Bearer {
    const claims = this.keys.verify('access', accessToken);
    if (!claims) throw notAuthorized('Invalid Access Token');
    if (Number(claims.exp) * 1_000 <= this.now()) throw notAuthorized('Access Token has expired');
    const session = this.records.get<Session>(SESSIONS, String(claims.origin_jti));
    const user = session && this.users.byUsername(session.username);
    if (!user) throw notAuthorized('Access Token has been revoked');
    if (!user.enabled) throw notAuthorized('User is disabled.');
    if (!String(claims.scope).split(' ').includes(OWN_SCOPE)) {
      throw notAuthorized('Access Token does not have required scopes');
    }
    return { user, sessionId: session.id, clientId: session.clientId };
  }

  /** Ends the sign-in that a refresh token belongs to. An unknown token is no error: it is over already. */
  revoke(refreshToken: string, client: ClientSettings): void {
    const session = this.bySecret(refreshToken);
    if (!session) return;
    if (session.clientId !== client.id) {
      throw new CognitoError('UnauthorizedException', 'Client is not authorized to revoke this token.');
    }
    this.end([session]);
  }

  /** The tracked sessions of a user, last used first. */
  tracked(username: string) {
    return this.all()
      .flatMap(({ tracked, ...session }) =>
        tracked && session.username === username && session.expiresAt > this.now()
          ? [{ ...session, tracked }]
          : [],
      )
      .sort((one, other) => other.tracked.lastActiveAt - one.tracked.lastActiveAt);
  }

  /** Ends a tracked session with all of its tokens; false where the user has none of that name. */
  revokeTracked(username: string, id: string): boolean {
    const session = this.tracked(username).find(({ tracked }) => tracked.id === id);
    if (session) this.end([session]);
    return session !== undefined;
  }

  endAll(username: string): void {
    this.end(this.all().filter((session) => session.username === username));
  }

  private refreshable(refreshToken: string, client: ClientSettings): { session: Session; user: User } {
    const session = this.bySecret(refreshToken);
    if (!session || session.clientId !== client.id) throw notAuthorized('Invalid Refresh Token');
    if (session.expiresAt <= this.now()) throw notAuthorized('Refresh Token has expired');
    const rotatedAt = session.refreshTokens.find((token) => token.hash === hash(refreshToken))?.rotatedAt;
    if (rotatedAt !== undefined && rotatedAt + (client.rotationGrace ?? 0) * 1_000 <= this.now()) {
      throw new CognitoError('RefreshTokenReuseException', 'Refresh token has been invalidated by rotation.');
    }
    const user = this.users.byUsername(session.username);
    if (!user) throw notAuthorized('Invalid Refresh Token');
    if (!user.enabled) throw notAuthorized('User is disabled.');
    return { session, user };
  }

  private async sign(
    user: User,
    client: ClientSettings,
    session: Session,
    source: string,
    metadata: Metadata,
  ): Promise<Tokens> {
    const changes = await this.changes(user, client, source, metadata);
    const v1 = changes.claimsOverrideDetails;
    const v2 = changes.claimsAndScopeOverrideDetails;
    const groups = (v2?.groupOverrideDetails ?? v1?.groupOverrideDetails)?.groupsToOverride ?? [];
    const scopes = new Set([OWN_SCOPE, ...(v2?.accessTokenGeneration?.scopesToAdd ?? [])]);
    for (const scope of v2?.accessTokenGeneration?.scopesToSuppress ?? []) scopes.delete(scope);

    const issuedAt = Math.floor(this.now() / 1_000);
    const common = {
      sub: user.sub,
      ...(groups.length > 0 && { 'cognito:groups': groups }),
      iss: `https://cognito-idp.${this.pool.region}.amazonaws.com/${this.pool.id}`,
      ...(client.revocable && { origin_jti: session.id }),
      event_id: randomUUID(),
      auth_time: Math.floor(session.signedInAt / 1_000),
      iat: issuedAt,
    };
    const access = {
      ...common,
      origin_jti: session.id,
      client_id: client.id,
      token_use: 'access',
      scope: [...scopes].join(' '),
      jti: randomUUID(),
      exp: issuedAt + client.validity.access,
      username: user.username,
    };
    const id = {
      ...common,
      ...claimsOf(readable(user, client)),
      'cognito:username': user.username,
      aud: client.id,
      token_use: 'id',
      jti: randomUUID(),
      exp: issuedAt + client.validity.id,
    };
    return {
      AccessToken: this.keys.sign('access', changed(access, v2?.accessTokenGeneration)),
      IdToken: this.keys.sign('id', changed(id, v2?.idTokenGeneration ?? v1)),
      ExpiresIn: client.validity.access,
      TokenType: 'Bearer',
    };
  }

  private changes(
    user: User,
    client: ClientSettings,
    source: string,
    clientMetadata: Metadata,
  ): Promise<TokenChanges> {
    const versioned = this.pool.tokenTriggerVersion === '2';
    return runTrigger<TokenChanges>(this.invoker, this.pool, {
      name: 'PreTokenGeneration',
      source,
      clientId: client.id,
      subject: subjectOf(user),
      clientMetadata,
      request: {
        groupConfiguration: { groupsToOverride: [], iamRolesToOverride: [], preferredRole: null },
        ...(versioned && { scopes: [OWN_SCOPE] }),
      },
      response: versioned ? { claimsAndScopeOverrideDetails: null } : { claimsOverrideDetails: null },
      answer: TokenChanges,
    });
  }

  private bySecret(refreshToken: string): Session | undefined {
    const wanted = hash(refreshToken);
    return this.all().find((session) => session.refreshTokens.some((token) => token.hash === wanted));
  }

  private all(): readonly Session[] {
    return this.records.values<Session>(SESSIONS).filter((session) => session.poolId === this.pool.id);
  }

  private put(session: Session): void {
    this.records.commit({ collection: SESSIONS, key: session.id, value: session });
  }

  private end(sessions: readonly Pick<Session, 'id'>[]): void {
    if (sessions.length === 0) return;
    this.records.commit(...sessions.map(({ id }) => ({ collection: SESSIONS, key: id, value: undefined })));
  }

  /** Before one more begins: the pool takes the one that was used longest ago, and says nothing. */
  private dropLeastUsed(username: string): void {
    if (this.pool.maxSessions !== undefined)
      this.end(this.tracked(username).slice(this.pool.maxSessions - 1));
  }

  private dropExpired(): void {
    this.end(this.all().filter((session) => session.expiresAt <= this.now()));
  }
}

function claimsOf(attributes: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [
      name,
      name.endsWith('_verified') ? value === 'true' : value,
    ]),
  );
}

function changed(
  claims: Readonly<Record<string, unknown>>,
  change:
    | {
        readonly claimsToAddOrOverride?: Readonly<Record<string, unknown>> | null | undefined;
        readonly claimsToSuppress?: readonly string[] | null | undefined;
      }
    | null
    | undefined,
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...claims };
  for (const [name, value] of Object.entries(change?.claimsToAddOrOverride ?? {})) {
    if (!RESERVED.has(name)) result[name] = value;
  }
  for (const name of change?.claimsToSuppress ?? []) if (!RESERVED.has(name)) delete result[name];
  return result;
}

function newRefreshToken(): string {
  return randomBytes(48).toString('base64url');
}

/** 28 lower-case letters and digits that begin with `tkn`. */
function newTrackedId(): string {
  return `tkn${BigInt(`0x${randomBytes(20).toString('hex')}`)
    .toString(36)
    .padStart(25, '0')
    .slice(-25)}`;
}

function hash(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
