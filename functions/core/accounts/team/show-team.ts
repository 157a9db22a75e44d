import type { DomainEvent } from '#core/base/events/events';
import type { Sockets } from '#platform/sockets';
import type { StoredMembership } from '../entity';
import { broadcast, listenersOf, sendTo } from '../sockets/broadcast';
import { closeConnection, findConnection } from '../sockets/connections';
import { dashboardChannel, userChannel } from '../sockets/entity';

/** Dashboards see at once who joins, goes, or is another than before. */
export async function showTeam(
  sockets: Sockets,
  { before, after }: DomainEvent<'team.changed'>,
): Promise<void> {
  const accountId = String((after ?? before)?.accountId);
  await broadcast(sockets, dashboardChannel(accountId), { type: 'team.changed' });
}

/** Whoever was suspended or removed hears no more of the account: a socket that is open asks for nothing. */
export async function closeFormerSockets(
  sockets: Sockets,
  { accountId, userId }: Pick<StoredMembership, 'accountId' | 'userId'>,
): Promise<void> {
  const connectionIds = await listenersOf(userChannel(userId));
  await Promise.all(
    connectionIds.map(async (connectionId) => {
      if ((await findConnection(connectionId))?.accountId !== accountId) return;
      await sendTo(sockets, [connectionId], { type: 'membership.ended' });
      await closeConnection(sockets, connectionId);
    }),
  );
}
