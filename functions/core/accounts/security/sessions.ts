import { BatchGetRequest, QueryCommand } from 'dynamodb-toolbox';
import { SessionId, type SessionList } from '#contract/accounts/security';
import type { AuthenticatedUser } from '#platform/actor';
import { table } from '#platform/table';
import { readItems } from '#platform/table-reads';
import { activeProfile, isPast } from '../active-profile';
import { EndedSessionEntity, USER_SESSIONS, UserSessionEntity } from '../sessions/entity';
import { endOwnSession, type SignOutDeps, signOut } from '../sockets/sign-out';

/** As many as are read and shown. Nobody has so many devices. */
const MOST = 100;

/** Where the caller is signed in, last used first. */
export async function listSessions(user: AuthenticatedUser): Promise<SessionList> {
  const profile = await activeProfile(user);
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({ partition: `USER#${user.userId}`, range: { beginsWith: USER_SESSIONS } })
    .entities(UserSessionEntity)
    .options({ consistent: true, limit: MOST })
    .send();
  const noted = Items.filter((session) => !isPast(profile, session));
  const ended = await readItems(
    noted.map(({ sessionId }) => EndedSessionEntity.build(BatchGetRequest).key({ sessionId })),
    { consistent: true },
  );
  return {
    items: noted
      .filter((_, index) => ended[index] === undefined)
      .sort((one, other) => other.lastUsedAt - one.lastUsedAt)
      .map(({ sessionId, browser, system, signedInAt, lastUsedAt }) => ({
        id: SessionId.parse(sessionId),
        browser: browser ?? null,
        system: system ?? null,
        signedInAt: timeOf(signedInAt),
        lastUsedAt: timeOf(lastUsedAt),
        isThis: sessionId === user.sessionId,
      })),
  };
}

/** Ends one of the caller's sessions. Of one that is nobody's, or another person's, there is nothing to end. */
export async function endSession(
  deps: SignOutDeps,
  user: AuthenticatedUser,
  sessionId: SessionId,
): Promise<void> {
  await activeProfile(user);
  // As this one's own would: Cognito has no other name for it.
  if (sessionId === user.sessionId) await signOut(deps, user);
  else await endOwnSession(deps, user, sessionId);
}

function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString();
}
