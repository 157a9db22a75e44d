import { ConditionCheck, GetItemCommand, PutItemCommand, PutTransaction } from 'dynamodb-toolbox';
import type { AuthenticatedUser } from '#platform/actor';
import { type Clock, epochSeconds } from '#platform/clock';
import type { Sockets } from '#platform/sockets';
import { transact } from '#platform/table-writes';
import type { PoolSessions } from '#platform/user-sessions';
import { EndedSessionEntity, SESSION_SECONDS, sessionChannel, UserSessionEntity } from '../sessions/entity';
import { listenersOf, sendTo } from './broadcast';
import { closeConnection } from './connections';

export interface SignOutDeps {
  readonly clock: Clock;
  readonly sockets: Sockets;
  readonly poolSessions: PoolSessions;
}

/**
 * Ends the session of the caller's token: no call of it passes any more, its sockets are told and closed, and Cognito
 * renews it no more. Other sessions of the same person go on. Repeating it changes nothing.
 */
export async function signOut(deps: SignOutDeps, user: AuthenticatedUser): Promise<void> {
  const { sessionId, userId, accessToken } = user;
  await EndedSessionEntity.build(PutItemCommand)
    .item(endedSession(deps.clock(), { sessionId, userId }))
    .send();
  await closeSession(deps, sessionId);
  const poolSession = await deps.poolSessions.current(accessToken);
  if (poolSession !== undefined) await deps.poolSessions.revoke(accessToken, poolSession);
}

/** The same of another session, if it is one of this person. */
export async function endOwnSession(
  deps: SignOutDeps,
  { userId, accessToken }: Pick<AuthenticatedUser, 'userId' | 'accessToken'>,
  sessionId: string,
): Promise<void> {
  try {
    await transact(
      {
        // The partition is the caller's: nobody ends another's.
        write: UserSessionEntity.build(ConditionCheck)
          .key({ userId, sessionId })
          .condition({ attr: 'sessionId', exists: true }),
        refused: () => new NotThere(),
      },
      {
        write: EndedSessionEntity.build(PutTransaction).item(
          endedSession(deps.clock(), { sessionId, userId }),
        ),
      },
    );
  } catch (error) {
    if (error instanceof NotThere) return;
    throw error;
  }
  await closeSession(deps, sessionId);
  const { Item } = await UserSessionEntity.build(GetItemCommand).key({ userId, sessionId }).send();
  if (Item?.poolSession !== undefined) await deps.poolSessions.revoke(accessToken, Item.poolSession);
  // Which one it is was not noted: rather too many end with Cognito than one that was ended goes on.
  else await deps.poolSessions.revokeOthers(accessToken);
}

class NotThere extends Error {}

function endedSession(now: Date, session: { readonly sessionId: string; readonly userId: string }) {
  return {
    ...session,
    endedAt: now.toISOString(),
    expiresAt: epochSeconds(now) + SESSION_SECONDS,
  };
}

async function closeSession({ sockets }: SignOutDeps, sessionId: string): Promise<void> {
  // Read after the write: a socket that opens meanwhile is either here or refused by its transaction.
  const connectionIds = await listenersOf(sessionChannel(sessionId));
  await sendTo(sockets, connectionIds, { type: 'session.ended' });
  await Promise.all(connectionIds.map((connectionId) => closeConnection(sockets, connectionId)));
}
