import { Entity, item, string } from 'dynamodb-toolbox';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { table } from '#platform/table';

/**
 * That a word was said in a conversation, or names its visitor. It lies in the conversation's partition, with which it
 * goes; gsi1 lists the conversations of a word by when they began, as all lists of them do.
 */
export const ConversationWordEntity = new Entity({
  name: 'ConversationWord',
  table,
  timestamps: false,
  schema: item({
    accountId: string().key(),
    conversationId: string().key(),
    word: string().key(),
    gsi1pk: string(),
    gsi1sk: string(),
  }),
  computeKey: ({ accountId, conversationId, word }) => ({
    pk: conversationChannel(accountId, conversationId),
    sk: wordKey(word),
  }),
});

export function wordKey(word: string): string {
  return `WORD#${word}`;
}

/** Where the conversations of a word are listed, by gsi1. */
export function conversationsWith(accountId: string, word: string): string {
  return `ACCOUNT#${accountId}#WORDS#${word}`;
}
