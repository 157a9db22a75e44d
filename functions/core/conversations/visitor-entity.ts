import { createHash } from 'node:crypto';
import { Entity, item, number, string } from 'dynamodb-toolbox';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { table } from '#platform/table';

/**
 * That a conversation is of a visitor whom the website vouches for. It lies in the conversation's partition, with which
 * it goes; gsi1 lists the conversations of one visitor with one bot by when they began.
 */
export const ConversationVisitorEntity = new Entity({
  name: 'ConversationVisitor',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    conversationId: string().key(),
    gsi1pk: string(),
    gsi1sk: string(),
    expiresAt: number().optional(),
  }),
  computeKey: ({ accountId, conversationId }) => ({
    pk: conversationChannel(accountId, conversationId),
    sk: VISITOR_KEY,
  }),
});

export const VISITOR_KEY = 'VISITOR';

/** Where the conversations of a vouched-for visitor are listed, by gsi1. Their id may have any letters: its hash has few. */
export function conversationsOfVisitor(
  { accountId, botId }: { readonly accountId: string; readonly botId: string },
  userId: string,
): string {
  const hash = createHash('sha256').update(userId).digest('hex');
  return `ACCOUNT#${accountId}#BOT#${botId}#VISITORS#${hash}`;
}
