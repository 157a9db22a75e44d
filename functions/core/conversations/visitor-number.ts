import { createHash } from 'node:crypto';
import type { StoredConversation } from './entity';

/**
 * Four digits by which a team tells a visitor without a name from others. They are made of the user's id that the
 * website vouches for, else of the first conversation's id in this browser. Two visitors may share a number.
 */
export function visitorNumber({
  conversationId,
  firstConversationId = conversationId,
  visitorUserId = firstConversationId,
}: Pick<StoredConversation, 'conversationId' | 'firstConversationId' | 'visitorUserId'>): number {
  return 1_000 + (createHash('sha256').update(visitorUserId).digest().readUInt32BE(0) % 9_000);
}
