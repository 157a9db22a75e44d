import type { ServerEvent } from '#contract/socket';
import { systemClock } from '#platform/clock';
import { logger } from '#platform/logger';
import type { Sockets } from '#platform/sockets';
import { listAll } from '#platform/table-reads';
import { forgetGone } from './connections';
import { ListenerEntity } from './entity';

/** Sends an event to all sockets that listen to the channel now. */
export async function broadcast(sockets: Sockets, channel: string, event: ServerEvent): Promise<void> {
  await reach(sockets, await listenersOf(channel), event);
}

/** Ids of the connections that listen to a channel; read consistently, so that one just opened is among them. */
export async function listenersOf(channel: string): Promise<readonly string[]> {
  const items = await listAll(ListenerEntity, channel, 'LISTENER#');
  return items.map(({ connectionId }) => connectionId);
}

/** Sends to each, as `reach` does. */
export async function sendTo(
  sockets: Sockets,
  connectionIds: readonly string[],
  event: ServerEvent,
): Promise<void> {
  await reach(sockets, connectionIds, event);
}

/**
 * Sends to each. One that is gone is forgotten; one that can't be reached now is only logged, since it must
 * keep neither the others nor the answer itself from going on, and the client catches up by what is stored. Returns how
 * many it has reached.
 */
export async function reach(
  sockets: Sockets,
  connectionIds: readonly string[],
  event: ServerEvent,
): Promise<number> {
  const reached = await Promise.all(
    connectionIds.map(async (connectionId) => {
      try {
        if ((await sockets.send(connectionId, event)) !== 'gone') return true;
        await forgetGone(systemClock, connectionId);
      } catch (error) {
        logger.warn('An event did not reach a socket.', {
          connectionId,
          type: event.type,
          error: error instanceof Error ? error : String(error),
        });
      }
      return false;
    }),
  );
  return reached.filter(Boolean).length;
}
