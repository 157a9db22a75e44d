import { $add, UpdateItemCommand } from 'dynamodb-toolbox';
import { AccountId, ConversationId } from '#contract/base/ids';
import type { StoredMessage } from '#core/conversations/entity';
import { findConversation } from '#core/conversations/messages';
import { epochSeconds } from '#platform/clock';
import { FailedAnswersEntity, spanOf } from './entity';

const KEPT_SECONDS = 400 * 86_400;

/** Notes that a visitor got no answer. It is added to a set: told twice, it is there once. */
export async function recordFailedAnswer(message: StoredMessage): Promise<void> {
  const accountId = AccountId.parse(message.accountId);
  const conversationId = ConversationId.parse(message.conversationId);
  const conversation = await findConversation({ accountId, conversationId });
  if (!conversation || conversation.isTest) return;
  const at = new Date(message.createdAt);
  const { day, span } = spanOf(at);
  await FailedAnswersEntity.build(UpdateItemCommand)
    .item({
      accountId,
      day,
      spans: $add(new Set([`${span} ${conversation.botId}`])),
      expiresAt: epochSeconds(at) + KEPT_SECONDS,
    })
    .send();
}
