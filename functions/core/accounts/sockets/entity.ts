import { anyOf, Entity, type FormattedItem, item, list, map, number, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';
import { sessionChannel } from '../sessions/entity';

/** What a socket listens to: a visitor's to its conversation, a dashboard's to its account. */
const audience = anyOf(
  map({
    kind: string().const('visitor'),
    conversationId: string(),
    botId: string().optional(),
    /** From which networks they come (`conversations/asker.ts`): so no message has to look for that. */
    networks: list(string()).optional(),
  }),
  map({
    kind: string().const('dashboard'),
    userId: string(),
    sessionId: string(),
    /** When the session was signed in, in seconds since 1970. */
    signedInAt: number(),
  }),
).discriminate('kind');

/** Opens one socket, once. Found by a hash, so that reading the table opens none. */
export const TicketEntity = new Entity({
  name: 'SocketTicket',
  table,
  timestamps: false,
  schema: item({
    ticketHash: string().key(),
    accountId: string(),
    audience,
    /** Seconds since 1970. The time to live removes items late, so it is checked as well. */
    expiresAt: number(),
  }),
  computeKey: ({ ticketHash }) => ({ pk: `TICKET#${ticketHash}`, sk: 'TICKET' }),
});

/** An open socket, found by its id: that is all that an event of the WebSocket API says. */
export const ConnectionEntity = new Entity({
  name: 'Connection',
  table,
  timestamps: false,
  schema: item({
    connectionId: string().key(),
    accountId: string(),
    audience,
    connectedAt: string(),
    expiresAt: number(),
  }),
  computeKey: ({ connectionId }) => ({ pk: `CONNECTION#${connectionId}`, sk: 'CONNECTION' }),
});
export type StoredConnection = FormattedItem<typeof ConnectionEntity>;
export type Audience = StoredConnection['audience'];

/** The same socket, found by what it listens to. */
export const ListenerEntity = new Entity({
  name: 'Listener',
  table,
  timestamps: false,
  schema: item({ channel: string().key(), connectionId: string().key(), expiresAt: number() }),
  computeKey: ({ channel, connectionId }) => ({ pk: channel, sk: `LISTENER#${connectionId}` }),
});

/** The partition of those who listen to a conversation; its messages lie there too. */
export function conversationChannel(accountId: string, conversationId: string): string {
  return `ACCOUNT#${accountId}#CONVERSATION#${conversationId}`;
}

/** The partition of an account's open dashboards. */
export function dashboardChannel(accountId: string): string {
  return `ACCOUNT#${accountId}#DASHBOARDS`;
}

/** The partition of a person's open dashboards, in whatever account. */
export function userChannel(userId: string): string {
  return `USER#${userId}#SOCKETS`;
}

/** What a socket listens to. A dashboard's also to what becomes of its session and of its person. */
export function channelsOf(accountId: string, audience: Audience): readonly string[] {
  return audience.kind === 'visitor'
    ? [conversationChannel(accountId, audience.conversationId)]
    : [dashboardChannel(accountId), sessionChannel(audience.sessionId), userChannel(audience.userId)];
}
