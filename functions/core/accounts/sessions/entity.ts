import { Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/** A session that was signed out. One without this item goes on. */
export const EndedSessionEntity = new Entity({
  name: 'EndedSession',
  table,
  timestamps: false,
  schema: item({
    sessionId: string().key(),
    userId: string(),
    endedAt: string(),
    expiresAt: number(),
  }),
  computeKey: ({ sessionId }) => ({ pk: sessionChannel(sessionId), sk: 'ENDED' }),
});

/**
 * That the person themselves has a session: it stands in the session's partition and counts no longer than that. It names
 * nobody, so that nothing of an erased person is left in it.
 */
export const SessionProofEntity = new Entity({
  name: 'SessionProof',
  table,
  timestamps: false,
  schema: item({
    sessionId: string().key(),
    expiresAt: number(),
  }),
  computeKey: ({ sessionId }) => ({ pk: sessionChannel(sessionId), sk: 'PROOF' }),
});

/** Where a person is signed in, for their own eyes. What decides is whether the session has ended. */
export const UserSessionEntity = new Entity({
  name: 'UserSession',
  table,
  timestamps: false,
  schema: item({
    userId: string().key(),
    sessionId: string().key(),
    browser: string().optional(),
    system: string().optional(),
    /** Cognito's own id of the session, by which it is revoked there. */
    poolSession: string().optional(),
    /** Seconds since 1970. */
    signedInAt: number(),
    /** Seconds since 1970, to some minutes. */
    lastUsedAt: number(),
    expiresAt: number(),
  }),
  computeKey: ({ userId, sessionId }) => ({ pk: `USER#${userId}`, sk: `${USER_SESSIONS}${sessionId}` }),
});
export type StoredUserSession = FormattedItem<typeof UserSessionEntity>;

export const USER_SESSIONS = 'SESSION#';

/** Seconds for which a session is kept: longer than any of its tokens could be renewed, which is 30 days. */
export const SESSION_SECONDS = 31 * 24 * 60 * 60;

/** The partition of a session: whether it has ended, and its open sockets. */
export function sessionChannel(sessionId: string): string {
  return `SESSION#${sessionId}`;
}
