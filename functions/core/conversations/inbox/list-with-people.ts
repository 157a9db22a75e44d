import { BatchGetRequest } from 'dynamodb-toolbox';
import type { ConversationStatus } from '#contract/conversations/conversations';
import type { ConversationsWithPeople } from '#contract/conversations/inbox';
import { conversationChannel } from '#core/accounts/sockets/entity';
import type { Actor } from '#platform/actor';
import { queryIndexPage } from '#platform/pages';
import { readItems } from '#platform/table-reads';
import { accountLists, ConversationEntity, isGone, type StoredConversation } from '../entity';
import { toSummary } from './views';

/** Conversations of a status that are read; nobody works through more without closing some. */
const MOST = 100;
/** Of those with the bot that are counted. */
const MOST_COUNTED = 1_000;

/**
 * What an agent's day is made of, by which the inbox makes its tabs and their counts: no counter is kept for them. It is
 * three queries of keys, and one read of each conversation with a person: with twenty of them, and 200 at the bot, some
 * 25 read units, or 3 dollars for a million looks.
 */
export async function listWithPeople({ accountId }: Actor): Promise<ConversationsWithPeople> {
  const [waiting, answered, withBot] = await Promise.all([
    keysOf(accountId, 'escalated', MOST, false),
    keysOf(accountId, 'pending', MOST, true),
    keysOf(accountId, 'active', MOST_COUNTED, true),
  ]);
  const requests = [...waiting.ids, ...answered.ids].map((conversationId) =>
    ConversationEntity.build(BatchGetRequest).key({ accountId, conversationId }),
  );
  const heads = await readItems(requests, { consistent: true });
  // An index follows its items: each is where it is now.
  const withStatus = (status: ConversationStatus) =>
    heads
      .filter((head): head is StoredConversation => head?.status === status && !isGone(head))
      .map(toSummary);
  return {
    waiting: withStatus('escalated'),
    answered: withStatus('pending'),
    withBot: withBot.ids.length,
    isMore: { waiting: waiting.isMore, answered: answered.isMore, withBot: withBot.isMore },
  };
}

async function keysOf(
  accountId: Actor['accountId'],
  status: ConversationStatus,
  limit: number,
  newestFirst: boolean,
): Promise<{ readonly ids: readonly string[]; readonly isMore: boolean }> {
  const { gsi1pk } = accountLists({ accountId, botId: '', conversationId: '', startedAt: '', status });
  const idOf = (sortKey: string) => sortKey.slice(sortKey.lastIndexOf('#') + 1);
  const { items, cursor } = await queryIndexPage(
    { index: 'gsi1', partition: gsi1pk },
    { limit, newestFirst },
    (sortKey) => ({ pk: conversationChannel(accountId, idOf(sortKey)), sk: 'COMPANION' }),
  );
  return { ids: items.map(idOf), isMore: cursor !== null };
}
