import { $add, $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId, MessageId } from '#contract/base/ids';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { addSeconds } from '#platform/clock';
import { queryIndexPage } from '#platform/pages';
import { ifHolds, unlessRefused } from '#platform/table-writes';
import { conversationOf, MessageEntity, messageKey, type StoredMessage } from './entity';
import type { ConversationRef } from './messages';

/*
 * Which messages wait for the bot, in all conversations: a message is listed in gsi1 by the transaction that stores
 * it, and leaves the list in the write that gives it its answer or its failure. So whatever function dies, and wherever,
 * a message that was accepted is either settled or in this list, where the sweep of overdue-messages.ts finds it.
 *
 * It costs two writes of an index that holds keys only, one when the message comes and one when it goes: by list
 * prices 1.25 USD a million messages. A visitor waits for neither. The list is as long as what waits now, whatever
 * the number of conversations.
 */

/** A message that still waits after this time is overdue: functions have begun and quotes are written in less. */
const PATIENCE_SECONDS = 20;

/** When one is looked at again that was overdue before. */
const AGAIN_SECONDS = 60;

/** A partition of an index takes 1,000 writes a second; four bear 2,000 messages a second. */
const SHARDS = ['0', '1', '2', '3'] as const;

/** Where a message is listed while it waits. */
export function waitingList(ref: ConversationRef, messageId: string, createdAt: string) {
  return {
    gsi1pk: partitionOf(ref),
    gsi1sk: sortKeyOf(addSeconds(new Date(createdAt), PATIENCE_SECONDS), ref.accountId, messageId),
  };
}

/** What takes it off the list. */
export function removedFromWaitingList() {
  return { gsi1pk: $remove(), gsi1sk: $remove() };
}

/** A message that is overdue, as the list knows it. */
export interface Overdue {
  readonly ref: ConversationRef;
  readonly messageId: MessageId;
  readonly gsi1sk: string;
}

/** One page of each part of the list. Those that are put off do not come again. */
export async function* overdueMessages(now: Date): AsyncGenerator<readonly Overdue[]> {
  for (const shard of SHARDS) {
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await queryIndexPage(
        { index: 'gsi1', partition: listOf(shard), to: now.toISOString() },
        { limit: 100, ...(cursor !== undefined && { cursor }) },
        (gsi1sk) => {
          const { ref, messageId } = overdueOf(gsi1sk);
          return { pk: conversationChannel(ref.accountId, ref.conversationId), sk: messageKey(messageId) };
        },
      );
      yield page.items.map(overdueOf);
      cursor = page.cursor;
    }
  }
}

/**
 * Puts an overdue message off, so that one sweep at a time has it, and counts it. Gives how often it was overdue;
 * undefined when it was settled or put off by another meanwhile.
 */
export async function postpone(now: Date, { ref, messageId, gsi1sk }: Overdue): Promise<number | undefined> {
  const { accountId, conversationId } = ref;
  const postponed = await unlessRefused(
    MessageEntity.build(UpdateItemCommand)
      .item({
        accountId,
        conversationId,
        messageId,
        gsi1sk: sortKeyOf(addSeconds(now, AGAIN_SECONDS), accountId, messageId),
        overdue: $add(1),
      })
      .options({ condition: { attr: 'gsi1sk', eq: gsi1sk }, returnValues: 'ALL_NEW' })
      .send(),
  );
  return postponed?.Attributes?.overdue;
}

/** Takes a message off the list that nothing will settle: a person has taken the conversation over. */
export async function removeFromWaitingList({
  accountId,
  conversationId,
  messageId,
}: StoredMessage): Promise<void> {
  await ifHolds(
    MessageEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, messageId, ...removedFromWaitingList() })
      .options({ condition: { attr: 'gsi1sk', exists: true } })
      .send(),
  );
}

/** Ids of conversations are random. */
function partitionOf({ conversationId }: ConversationRef): string {
  return listOf(SHARDS[(conversationId.at(-1) ?? '').charCodeAt(0) % SHARDS.length] ?? SHARDS[0]);
}

function listOf(shard: string): string {
  return `WAITING#${shard}`;
}

function sortKeyOf(at: Date, accountId: string, messageId: string): string {
  return `${at.toISOString()}#${accountId}#${messageId}`;
}

function overdueOf(gsi1sk: string): Overdue {
  const [, accountId, messageId = ''] = gsi1sk.split('#');
  return {
    ref: { accountId: AccountId.parse(accountId), conversationId: conversationOf(messageId) },
    messageId: MessageId.parse(messageId),
    gsi1sk,
  };
}
