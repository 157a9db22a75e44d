import { DeleteItemCommand, DeleteTransaction, GetItemCommand, PutTransaction } from 'dynamodb-toolbox';
import { type Clock, epochSeconds } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import type { Sockets } from '#platform/sockets';
import { transact } from '#platform/table-writes';
import { whileMember } from '../membership';
import { ConnectionEntity, channelsOf, ListenerEntity, type StoredConnection, TicketEntity } from './entity';
import { sessionActiveConditions } from './session-condition';
import { hashTicket } from './tickets';

/** API Gateway closes a socket after two hours; what it then fails to say, the time to live does. */
const LIFETIME_SECONDS = 2 * 60 * 60 + 10 * 60;

/** Opens a socket for a ticket. Using it up is part of the same transaction: a ticket opens one, once. */
export async function connect(
  clock: Clock,
  { connectionId, ticket }: { readonly connectionId: string; readonly ticket: string | undefined },
): Promise<void> {
  if (!ticket) throw new ParleyError('auth.required');
  const ticketHash = hashTicket(ticket);
  const { Item: stored } = await TicketEntity.build(GetItemCommand)
    .key({ ticketHash })
    .options({ consistent: true })
    .send();
  const now = epochSeconds(clock());
  if (!stored || stored.expiresAt <= now) throw new ParleyError('auth.expired');

  const { accountId, audience } = stored;
  const expiresAt = now + LIFETIME_SECONDS;
  await transact(
    {
      write: TicketEntity.build(DeleteTransaction)
        .key({ ticketHash })
        .options({ condition: { attr: 'ticketHash', exists: true } }),
      refused: () => new ParleyError('auth.expired'),
    },
    {
      write: ConnectionEntity.build(PutTransaction).item({
        connectionId,
        accountId,
        audience,
        connectedAt: clock().toISOString(),
        expiresAt,
      }),
    },
    ...channelsOf(accountId, audience).map((channel) => ({
      write: ListenerEntity.build(PutTransaction).item({ channel, connectionId, expiresAt }),
    })),
    // Its session or its membership may have ended since the ticket was given.
    ...(audience.kind === 'dashboard'
      ? [...sessionActiveConditions(audience), whileMember(audience.userId, accountId)]
      : []),
  );
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

async function forget({ connectionId, accountId, audience }: StoredConnection): Promise<void> {
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
  const { Item } = await ConnectionEntity.build(GetItemCommand)
    .key({ connectionId })
    .options({ consistent: true })
    .send();
  return Item;
}
