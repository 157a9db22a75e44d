import { boolean, Entity, type FormattedItem, item, list, map, number, string } from 'dynamodb-toolbox';
import { accountPartition } from '#core/accounts/entity';
import { table } from '#platform/table';

/** How an agent takes part in the turns by which conversations are assigned. */
export const AgentEntity = new Entity({
  name: 'Agent',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    userId: string().key(),
    /** Missing: the agent is available. */
    available: boolean().optional(),
    /** When the agent was last given a conversation in turn. */
    lastTurnAt: string().optional(),
  }),
  computeKey: ({ accountId, userId }) => ({ pk: accountPartition(accountId), sk: `AGENT#${userId}` }),
});

/** A person's saved filters. */
export const SavedViewsEntity = new Entity({
  name: 'SavedViews',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    userId: string().key(),
    version: number(),
    items: list(map({ name: string(), address: string() })),
  }),
  computeKey: ({ accountId, userId }) => ({ pk: accountPartition(accountId), sk: `INBOX_VIEWS#${userId}` }),
});

export function cannedRepliesPartition(accountId: string): string {
  return `${accountPartition(accountId)}#CANNED_REPLIES`;
}

/** A reply that the team has written beforehand. */
export const CannedReplyEntity = new Entity({
  name: 'CannedReply',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    cannedReplyId: string().key(),
    title: string(),
    text: string(),
  }),
  computeKey: ({ accountId, cannedReplyId }) => ({
    pk: cannedRepliesPartition(accountId),
    sk: `REPLY#${cannedReplyId}`,
  }),
});
export type StoredCannedReply = FormattedItem<typeof CannedReplyEntity>;
