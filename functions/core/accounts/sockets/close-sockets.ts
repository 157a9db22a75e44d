import type { Sockets } from '#platform/sockets';
import { isPast } from '../active-profile';
import type { StoredProfile } from '../entity';
import { listenersOf, sendTo } from './broadcast';
import { closeConnection, findConnection } from './connections';
import { userChannel } from './entity';

/**
 * Closes the sockets of a banned user, or those of sessions older than the user's new password. An open socket makes no
 * further call that would be refused; a new one is refused at the call for its ticket.
 */
export async function closePastSockets(
  sockets: Sockets,
  before: StoredProfile | null,
  after: StoredProfile | null,
): Promise<void> {
  if (!after || DECIDING.every((name) => after[name] === before?.[name])) return;
  if (after.bannedAt !== undefined) return endSockets(sockets, after.userId, 'suspended');
  const connectionIds = await listenersOf(userChannel(after.userId));
  await Promise.all(
    connectionIds.map(async (connectionId) => {
      const audience = (await findConnection(connectionId))?.audience;
      if (audience?.kind === 'dashboard' && isPast(after, audience))
        await closeConnection(sockets, connectionId);
    }),
  );
}

/** What of a profile says which sessions go on. */
const DECIDING = ['bannedAt', 'sessionsSince', 'keptSession'] as const;

/** Tells all dashboards that a person has open why their session has ended, and closes them. */
export async function endSockets(sockets: Sockets, userId: string, reason: 'suspended'): Promise<void> {
  const connectionIds = await listenersOf(userChannel(userId));
  await sendTo(sockets, connectionIds, { type: 'session.ended', reason });
  await Promise.all(connectionIds.map((connectionId) => closeConnection(sockets, connectionId)));
}
