import { BatchGetRequest } from 'dynamodb-toolbox';
import { ConversationId } from '#contract/base/ids';
import type { ConversationStatus } from '#contract/conversations/conversations';
import { conversationChannel } from '#core/accounts/sockets/entity';
import { addSeconds } from '#platform/clock';
import { queryIndexPage } from '#platform/pages';
import { readItems } from '#platform/table-reads';
import type { BotRef } from '../bots/bots';
import { ConversationEntity, conversationsOf, HEAD_KEY, type StoredConversation } from './entity';

const PAGE = 50;
/** Days that a conversation with the bot may have begun before: its visitor's session is renewed while they write. */
const OLDEST_DAYS = 7;

export interface Since {
  readonly now: Date;
  /** Of the bot: a visitor who wrote nothing for so long has left. */
  readonly sessionTimeoutMinutes: number;
}

/** Conversations of a bot that wait for somebody: for a person, or whose visitor has just talked to the bot. */
export async function* openConversations(
  bot: BotRef,
  { now, sessionTimeoutMinutes }: Since,
): AsyncGenerator<StoredConversation> {
  const lastSeen = addSeconds(now, -60 * sessionTimeoutMinutes).toISOString();
  for (const status of ['escalated', 'pending'] as const) yield* ofStatus(bot, status);
  const from = addSeconds(now, -OLDEST_DAYS * 86_400).toISOString();
  for await (const conversation of ofStatus(bot, 'active', from))
    if ((conversation.lastMessageAt ?? conversation.startedAt) >= lastSeen) yield conversation;
}

async function* ofStatus(
  bot: BotRef,
  status: ConversationStatus,
  from?: string,
): AsyncGenerator<StoredConversation> {
  const { accountId } = bot;
  let cursor: string | null = null;
  do {
    const page = await queryIndexPage(
      { index: 'gsi1', partition: `${conversationsOf(bot)}#${status}`, ...(from !== undefined && { from }) },
      { limit: PAGE, newestFirst: true, ...(cursor !== null && { cursor }) },
      (sortKey) => ({ pk: conversationChannel(accountId, idOf(sortKey)), sk: HEAD_KEY }),
    );
    const requests = page.items.map((sortKey) =>
      ConversationEntity.build(BatchGetRequest).key({ accountId, conversationId: idOf(sortKey) }),
    );
    const found = await readItems(requests, { consistent: true });
    // The index follows its items.
    yield* found.filter((each) => each !== undefined).filter((each) => each.status === status);
    cursor = page.cursor;
  } while (cursor !== null);
}

function idOf(sortKey: string): ConversationId {
  return ConversationId.parse(sortKey.slice(sortKey.lastIndexOf('#') + 1));
}
