import { PutItemCommand } from 'dynamodb-toolbox';
import type { AuthenticatedUser } from '../../platform/actor';
import { type Clock, epochSeconds } from '../../platform/clock';
import type { Sockets } from '../../platform/sockets';
import { listenersOf, sendTo } from '../sockets/broadcast';
import { closeConnection } from '../sockets/connections';
import { EndedSessionEntity, sessionChannel } from './entity';

/** Longer than any token of the session could be renewed: refresh tokens live 30 days. */
const KEPT_SECONDS = 31 * 24 * 60 * 60;

export interface SignOutDeps {
  readonly clock: Clock;
  readonly sockets: Sockets;
}

/**
 * Ends the session of the caller's token: no call of it passes any more, and its sockets are told and closed. Other
 * sessions of the same person go on. Repeating it changes nothing.
 */
export async function signOut({ clock, sockets }: SignOutDeps, user: AuthenticatedUser): Promise<void> {
  const { sessionId, userId } = user;
  const now = clock();
  await EndedSessionEntity.build(PutItemCommand)
    .item({ sessionId, userId, endedAt: now.toISOString(), expiresAt: epochSeconds(now) + KEPT_SECONDS })
    .send();
  // Read after the write: a socket that opens meanwhile is either here or refused by its transaction.
  const connectionIds = await listenersOf(sessionChannel(sessionId));
  await sendTo(sockets, connectionIds, { type: 'session.ended' });
  await Promise.all(connectionIds.map((connectionId) => closeConnection(sockets, connectionId)));
}
