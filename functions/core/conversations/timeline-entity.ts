import { Entity, type FormattedItem, item, list, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';
import { conversationChannel } from '../sockets/entity';

/** What the team did in a conversation. It lies in the conversation's partition, with which it goes. */
export const TimelineEntity = new Entity({
  name: 'TimelineEntry',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    conversationId: string().key(),
    /** Ids sort by time. */
    entryId: string().key(),
    kind: string().enum('note', 'take_over', 'hand_back', 'resolve', 'reopen', 'assign', 'unassign'),
    at: string(),
    byId: string(),
    byName: string(),
    text: string().optional(),
    toName: string().optional(),
    mentions: list(string()).optional(),
  }),
  computeKey: ({ accountId, conversationId, entryId }) => ({
    pk: conversationChannel(accountId, conversationId),
    sk: `TIMELINE#${entryId}`,
  }),
});
export type StoredTimelineEntry = FormattedItem<typeof TimelineEntity>;
