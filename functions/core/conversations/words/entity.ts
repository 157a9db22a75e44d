import { binary, Entity, type FormattedItem, item, number, set, string } from 'dynamodb-toolbox';
import { table } from '#platform/table';

/**
 * The words of a conversation by which it is found, until they are packed. Of so many messages each, so that an item
 * stays below what the table takes, whatever is written in it.
 */
export const MESSAGES_A_PART = 25;

/** The stems of the words of 25 messages at most, and who the visitor is, until they are packed. */
export const ConversationWordsEntity = new Entity({
  name: 'ConversationWords',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    conversationId: string().key(),
    /** Of its messages: from the first, the 26th, the 51st … */
    part: number().key(),
    words: set(string()),
    /** Grows with each change: who packs it takes it away as it was read. */
    changes: number(),
  }),
  computeKey: ({ accountId, conversationId, part }) => ({
    pk: wordsPartition(accountId),
    sk: `${partsOf(conversationId)}${String(part).padStart(4, '0')}`,
  }),
});
export type StoredConversationWords = FormattedItem<typeof ConversationWordsEntity>;

/**
 * The words of conversations whose ids lie between two, which no other item of this kind has. Ids sort by time, so the
 * newest are read first.
 */
export const PackedWordsEntity = new Entity({
  name: 'PackedWords',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    first: string().key(),
    last: string(),
    /** See `packed-rows.ts`. */
    rows: binary(),
    revision: number(),
  }),
  computeKey: ({ accountId, first }) => ({ pk: wordsPartition(accountId), sk: `${PACKED}${first}` }),
});
export type StoredPackedWords = FormattedItem<typeof PackedWordsEntity>;

export const UNPACKED = 'OPEN#';
export const PACKED = 'PACKED#';

export function partsOf(conversationId: string): string {
  return `${UNPACKED}${conversationId}#`;
}

export function wordsPartition(accountId: string): string {
  return `ACCOUNT#${accountId}#WORDS`;
}
