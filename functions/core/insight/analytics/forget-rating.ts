import { DeleteItemCommand } from 'dynamodb-toolbox';
import type { StoredConversation } from '#core/conversations/entity';
import { RatingEntity } from './entity';

/** What a visitor said of a conversation goes with it; in the counts it stays. */
export async function forgetRating({
  accountId,
  startedAt,
  conversationId,
}: StoredConversation): Promise<void> {
  await RatingEntity.build(DeleteItemCommand).key({ accountId, startedAt, conversationId }).send();
}
