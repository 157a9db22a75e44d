import { DeleteItemCommand } from 'dynamodb-toolbox';
import type { Erased } from '#core/conversations/erasures';
import { RatingEntity } from './entity';

/** What a visitor said of a conversation goes with it; in the counts it stays. */
export async function forgetRating({ accountId, startedAt, conversationId }: Erased): Promise<void> {
  await RatingEntity.build(DeleteItemCommand).key({ accountId, startedAt, conversationId }).send();
}
