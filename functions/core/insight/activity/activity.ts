import { BatchGetRequest } from 'dynamodb-toolbox';
import { BotId, ConversationId, DocumentId } from '#contract/base/ids';
import type { Activity, ActivityPage } from '#contract/insight/dashboard';
import { ConversationEntity, isGone, MessageEntity } from '#core/conversations/entity';
import { lastMessageOf } from '#core/conversations/last-message';
import type { Actor } from '#platform/actor';
import { type PageRequest, queryPage } from '#platform/pages';
import { readItems } from '#platform/table-reads';
import { ActivityEntity, activityPartition, type StoredActivity } from './entity';

/** What happened in the account, newest first. */
export async function listActivity(
  { accountId }: Pick<Actor, 'accountId'>,
  request: PageRequest,
): Promise<ActivityPage> {
  const page = await queryPage(
    ActivityEntity,
    { partition: activityPartition(accountId), prefix: 'ACTIVITY#' },
    { ...request, newestFirst: true },
  );
  const words = await wordsOf(accountId, page.items);
  const items = page.items.map((stored) => toActivity(stored, words.get(stored.messageId ?? '')));
  return { items, cursor: page.cursor };
}

/** The beginnings of messages by their ids, but for those of conversations that are erased or deleted. */
async function wordsOf(
  accountId: string,
  activities: readonly StoredActivity[],
): Promise<ReadonlyMap<string, string>> {
  const said = activities.flatMap(({ conversationId, messageId }) =>
    conversationId !== undefined && messageId !== undefined ? [{ accountId, conversationId, messageId }] : [],
  );
  const ids = [...new Set(said.map(({ conversationId }) => conversationId))];
  const [messages, heads] = await Promise.all([
    readItems(
      said.map((key) => MessageEntity.build(BatchGetRequest).key(key)),
      { consistent: false },
    ),
    readItems(
      ids.map((conversationId) =>
        ConversationEntity.build(BatchGetRequest).key({ accountId, conversationId }),
      ),
      { consistent: false },
    ),
  ]);
  const kept = new Set(heads.flatMap((head) => (head && !isGone(head) ? [head.conversationId] : [])));
  return new Map(
    messages.flatMap((message) =>
      message && kept.has(message.conversationId) ? [[message.messageId, lastMessageOf(message).text]] : [],
    ),
  );
}

/** `said`: the beginning of the message that it is of. */
export function toActivity(stored: StoredActivity, said?: string): Activity {
  const { eventId, type, at, botId, botName, conversationId, documentId, text } = stored;
  return {
    id: eventId,
    type,
    at,
    botId: BotId.parse(botId),
    botName,
    conversationId: conversationId === undefined ? null : ConversationId.parse(conversationId),
    documentId: documentId === undefined ? null : DocumentId.parse(documentId),
    text: said ?? text ?? null,
  };
}
