import { BotId, ConversationId, DocumentId } from '#contract/base/ids';
import type { Activity, ActivityPage } from '#contract/insight/dashboard';
import type { Actor } from '#platform/actor';
import { type PageRequest, queryPage } from '#platform/pages';
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
  return { items: page.items.map(toActivity), cursor: page.cursor };
}

export function toActivity(stored: StoredActivity): Activity {
  const { eventId, type, at, botId, botName, conversationId, documentId, text } = stored;
  return {
    id: eventId,
    type,
    at,
    botId: BotId.parse(botId),
    botName,
    conversationId: conversationId === undefined ? null : ConversationId.parse(conversationId),
    documentId: documentId === undefined ? null : DocumentId.parse(documentId),
    text: text ?? null,
  };
}
