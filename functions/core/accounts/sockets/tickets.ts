import { createHash } from 'node:crypto';
import { PutItemCommand } from 'dynamodb-toolbox';
import type { AccountId } from '#contract/base/ids';
import type { SocketTicket } from '#contract/socket';
import type { Actor } from '#platform/actor';
import { type Clock, epochSeconds } from '#platform/clock';
import { newSecret } from '#platform/ids';
import { type Audience, TicketEntity } from './entity';

const LIFETIME_SECONDS = 60;

export interface TicketDeps {
  readonly clock: Clock;
  /** Where sockets are opened. */
  readonly socketUrl: string;
}

/** A ticket for live updates of the account that the caller acts for. */
export async function createDashboardTicket(deps: TicketDeps, actor: Actor): Promise<SocketTicket> {
  const { accountId, userId, sessionId, signedInAt } = actor;
  return createTicket(deps, accountId, { kind: 'dashboard', userId, sessionId, signedInAt });
}

export async function createTicket(
  { clock, socketUrl }: TicketDeps,
  accountId: AccountId,
  audience: Audience,
): Promise<SocketTicket> {
  const ticket = newSecret();
  await TicketEntity.build(PutItemCommand)
    .item({
      ticketHash: hashTicket(ticket),
      accountId,
      audience,
      expiresAt: epochSeconds(clock()) + LIFETIME_SECONDS,
    })
    .send();
  return { ticket, socketUrl };
}

export function hashTicket(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url');
}
