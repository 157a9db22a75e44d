import type { Sockets } from '../../platform/sockets';
import { isPast } from '../accounts/active-profile';
import type { StoredProfile } from '../accounts/entity';
import { listenersOf } from '../sockets/broadcast';
import { closeConnection, findConnection } from '../sockets/connections';
import { userChannel } from '../sockets/entity';

/**
 * Closes the sockets of a person that may not go on: all when she is banned, else those of sessions older than her
 * new password. A socket that is open asks for nothing more, so no later call would find out; who opens one anew is
 * told by the call for its ticket.
 */
export async function closePastSockets(
  sockets: Sockets,
  before: StoredProfile | null,
  after: StoredProfile | null,
): Promise<void> {
  if (!after || (after.bannedAt === before?.bannedAt && after.sessionsSince === before?.sessionsSince))
    return;
  const connectionIds = await listenersOf(userChannel(after.userId));
  await Promise.all(
    connectionIds.map(async (connectionId) => {
      const audience = (await findConnection(connectionId))?.audience;
      const ends =
        after.bannedAt !== undefined ||
        (audience?.kind === 'dashboard' && isPast(after, audience.signedInAt));
      if (ends) await closeConnection(sockets, connectionId);
    }),
  );
}
