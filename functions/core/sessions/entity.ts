import { Entity, item, number, string } from 'dynamodb-toolbox';
import { table } from '../../platform/table';

/** A session that was signed out. One without this item goes on. */
export const EndedSessionEntity = new Entity({
  name: 'EndedSession',
  table,
  timestamps: false,
  schema: item({
    sessionId: string().key(),
    userId: string(),
    endedAt: string(),
    expiresAt: number(),
  }),
  computeKey: ({ sessionId }) => ({ pk: sessionChannel(sessionId), sk: 'ENDED' }),
});

/** The partition of a session: whether it has ended, and its open sockets. */
export function sessionChannel(sessionId: string): string {
  return `SESSION#${sessionId}`;
}
