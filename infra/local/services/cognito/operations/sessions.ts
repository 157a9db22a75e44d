import * as z from 'zod';
import { CognitoError, invalidParameter, userNotFound } from '../error';
import type { Pool } from '../pool';
import type { User } from '../users';
import { bearer, type Operation, open, signed, Username } from './operation';

const AccessToken = z.string().min(1);
const SessionId = z.string().regex(/^(tkn|sso)[a-z0-9]{25}$/);
/** Sign-ins here come through no page of Cognito's: no session is linked to another. */
const Linked = z.enum(['NONE', 'LINKED']).default('NONE');

/**
 * Sessions of a pool that tracks them. The documentation leaves open what is answered where it doesn't, and of a session
 * that is gone: here both are refused.
 */
export const SESSIONS: Readonly<Record<string, Operation>> = {
  ListUserSessions: open(
    z.object({ AccessToken, NextToken: z.string().optional() }),
    async (directory, input) => {
      const { pool, user, sessionId } = bearer(directory, input.AccessToken);
      return { Sessions: described(pool, user, sessionId) };
    },
  ),

  RevokeUserSession: open(
    z.object({ AccessToken, SessionId, RevokeAssociatedSessions: Linked }),
    async (directory, input) => {
      const { pool, user, sessionId } = bearer(directory, input.AccessToken);
      const own = described(pool, user, sessionId).find(({ IsCurrentSession }) => IsCurrentSession);
      if (own?.SessionId === input.SessionId)
        throw invalidParameter("The session of the calling access token can't be revoked by it.");
      return revoke(pool, user, input.SessionId);
    },
  ),

  AdminListUserSessions: signed(
    z.object({ UserPoolId: z.string(), Username, NextToken: z.string().optional() }),
    async (pool, input) => ({ Sessions: described(pool, existing(pool, input.Username), undefined) }),
  ),

  AdminRevokeUserSession: signed(
    z.object({ UserPoolId: z.string(), Username, SessionId, RevokeAssociatedSessions: Linked }),
    async (pool, input) => revoke(pool, existing(pool, input.Username), input.SessionId),
  ),
};

/** In one page: a person has at most a hundred. */
function described(pool: Pool, { username }: User, current: string | undefined) {
  requireTracking(pool);
  return pool.sessions.tracked(username).map(({ id, clientId, signedInAt, tracked }) => ({
    SessionId: tracked.id,
    SessionType: 'TOKEN',
    ClientId: clientId,
    CreateDate: signedInAt / 1_000,
    LastActiveDate: tracked.lastActiveAt / 1_000,
    DeviceType: 'unknown',
    IsCurrentSession: id === current,
  }));
}

function revoke(pool: Pool, { username }: User, session: string): object {
  requireTracking(pool);
  if (!pool.sessions.revokeTracked(username, session))
    throw new CognitoError('ResourceNotFoundException', 'Session does not exist.');
  return {};
}

function requireTracking(pool: Pool): void {
  if (pool.settings.maxSessions === undefined)
    throw new CognitoError(
      'OperationNotEnabledException',
      'Session tracking is not enabled for the user pool.',
    );
}

function existing(pool: Pool, login: string): User {
  const user = pool.users.find(login);
  if (!user) throw userNotFound();
  return user;
}
