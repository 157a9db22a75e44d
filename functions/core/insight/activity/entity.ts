import { Entity, type FormattedItem, item, number, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/** Something that happened in an account. It holds nothing that a visitor has said: that is read where it is kept. */
export const ActivityEntity = new Entity({
  name: 'Activity',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    at: string().key(),
    /** Of the event that it was made of. */
    eventId: string().key(),
    type: string().enum('conversation', 'message', 'document', 'bot_created', 'bot_updated'),
    botId: string(),
    botName: string(),
    conversationId: string().optional(),
    messageId: string().optional(),
    documentId: string().optional(),
    text: string().optional(),
    expiresAt: number(),
  }),
  computeKey: ({ accountId, at, eventId }) => ({
    pk: activityPartition(accountId),
    sk: `ACTIVITY#${at}#${eventId}`,
  }),
});
export type StoredActivity = FormattedItem<typeof ActivityEntity>;

export function activityPartition(accountId: string): string {
  return `ACCOUNT#${accountId}#ACTIVITY`;
}
