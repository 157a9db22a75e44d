import { Entity, type FormattedItem, item, list, number, PutTransaction, string } from 'dynamodb-toolbox';
import { TIMELINE_KINDS } from '#contract/conversations/inbox-work';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { Clock } from '#platform/clock';
import { newId } from '#platform/ids';
import { table } from '#platform/table';
import type { ConditionalWrite } from '#platform/table-writes';
import type { StoredConversation } from './entity';
import { goesAt } from './keeping';
import type { ConversationRef } from './messages';

/** What the team did in a conversation, and its visitor beside writing. It lies in the conversation's partition, with which it goes. */
export const TimelineEntity = new Entity({
  name: 'TimelineEntry',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    conversationId: string().key(),
    /** Ids sort by time, but that of the rating, of which there is one. */
    entryId: string().key(),
    kind: string().enum(...TIMELINE_KINDS),
    at: string(),
    /** Missing: the visitor. */
    byId: string().optional(),
    byName: string().optional(),
    text: string().optional(),
    toName: string().optional(),
    mentions: list(string()).optional(),
    stars: number().optional(),
    expiresAt: number().optional(),
  }),
  computeKey: ({ accountId, conversationId, entryId }) => ({
    pk: conversationChannel(accountId, conversationId),
    sk: `TIMELINE#${entryId}`,
  }),
});
export type StoredTimelineEntry = FormattedItem<typeof TimelineEntity>;

/** The write by which something that was done appears in the timeline, in the transaction that does it. */
export function entryWrite(
  conversation: Pick<StoredConversation, 'daysKept'>,
  entry: StoredTimelineEntry,
): ConditionalWrite {
  return {
    write: TimelineEntity.build(PutTransaction).item({ ...entry, ...goesAt(conversation, entry.at) }),
  };
}

/** What the visitor does. A rating takes the place of the one before. */
export function visitorEntry(
  clock: Clock,
  { accountId, conversationId }: ConversationRef,
  what:
    | { readonly kind: 'end' | 'return_to_bot' }
    | { readonly kind: 'rate'; readonly stars: number; readonly text?: string },
): StoredTimelineEntry {
  const now = clock();
  const entryId = what.kind === 'rate' ? 'RATING' : newId(now);
  return { accountId, conversationId, entryId, at: now.toISOString(), ...what };
}
