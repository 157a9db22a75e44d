import { DeleteItemCommand, PutItemCommand } from 'dynamodb-toolbox';
import { type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import type { Sockets } from '#platform/sockets';
import { readItem } from '#platform/table-reads';
import { conditionally, transact } from '#platform/table-writes';
import { whileMember } from '../membership';
import { sessionActiveConditions } from '../sessions/session-condition';
import { ConnectionEntity, channelsOf, ListenerEntity, type StoredConnection, TicketEntity } from './entity';
import { hashTicket } from './tickets';

/** API Gateway closes a socket after two hours; what it then fails to say, the time to live does. */
const LIFETIME_SECONDS = 2 * 60 * 60 + 10 * 60;

/** Opens a socket for a ticket, which is used up with that: it opens one, once. */
export async function connect(
  clock: Clock,
  { connectionId, ticket }: { readonly connectionId: string; readonly ticket: string | undefined },
): Promise<void> {
  if (!ticket) throw new ParleyError('auth.required');
  const now = epochSeconds(clock());
  const expired = () => new ParleyError('auth.expired');
  const { Attributes: used } = await conditionally(
    TicketEntity.build(DeleteItemCommand)
      .key({ ticketHash: hashTicket(ticket) })
      .options({ condition: { attr: 'expiresAt', gt: now }, returnValues: 'ALL_OLD' })
      .send(),
    expired,
  );
  if (!used) throw expired();
  const { accountId, audience } = used;
  const expiresAt = now + LIFETIME_SECONDS;
  const connection = { connectionId, accountId, audience, connectedAt: clock().toISOString(), expiresAt };
  await Promise.all([
    ConnectionEntity.build(PutItemCommand).item(connection).send(),
    ...channelsOf(accountId, audience).map((channel) =>
      ListenerEntity.build(PutItemCommand).item({ channel, connectionId, expiresAt }).send(),
    ),
  ]);
  if (audience.kind === 'visitor') return;
  // Its session or its membership may have ended since the ticket was given; what ends from here on finds its socket.
  try {
    await transact(...sessionActiveConditions(audience), whileMember(audience.userId, accountId));
  } catch (error) {
    await forget(connection);
    throw error;
  }
}

/** API Gateway waits so long for a function that is to let a socket in, in milliseconds. */
const OPENS_WITHIN = 29_000;

/**
 * Forgets a socket that took nothing any more. One that was let in this moment is left: until API Gateway has told the
 * other side, it takes nothing yet, and forgotten it would hear nothing for as long as it stays open.
 */
export async function forgetGone(clock: Clock, connectionId: string): Promise<void> {
  const connection = await findConnection(connectionId);
  if (connection && clock().getTime() - Date.parse(connection.connectedAt) > OPENS_WITHIN)
    await forget(connection);
}

/** Forgets a socket. Repeating it changes nothing. */
export async function disconnect(connectionId: string): Promise<void> {
  const connection = await findConnection(connectionId);
  if (connection) await forget(connection);
}

async function forget({
  connectionId,
  accountId,
  audience,
}: Pick<StoredConnection, 'connectionId' | 'accountId' | 'audience'>): Promise<void> {
  await Promise.all([
    ...channelsOf(accountId, audience).map((channel) =>
      ListenerEntity.build(DeleteItemCommand).key({ channel, connectionId }).send(),
    ),
    ConnectionEntity.build(DeleteItemCommand).key({ connectionId }).send(),
  ]);
}

/** Closes a socket and forgets it. One that can't be closed now hears nothing any more, and is gone in two hours. */
export async function closeConnection(sockets: Sockets, connectionId: string): Promise<void> {
  try {
    await sockets.close(connectionId);
  } catch (error) {
    logger.warn('A socket could not be closed.', {
      connectionId,
      error: error instanceof Error ? error : String(error),
    });
  }
  await disconnect(connectionId);
}

export async function findConnection(connectionId: string): Promise<StoredConnection | undefined> {
  return readItem(ConnectionEntity, { connectionId });
}
