import { $remove, UpdateItemCommand } from 'dynamodb-toolbox';
import type { ConversationId } from '#contract/base/ids';
import type { Actor } from '#platform/actor';
import type { Clock } from '#platform/clock';
import { ParleyError } from '#platform/errors';
import { conditionally, ifHolds } from '#platform/table-writes';
import { ConversationEntity } from '../entity';
import { promiseErasure } from '../erasures';
import { loadForInbox } from './list-conversations';

/**
 * Takes a conversation away from everybody, its visitor too. It can be brought back until what follows the table erases
 * it (`lifecycle/bots/erase-conversation.ts`).
 */
export async function deleteConversation(
  clock: Clock,
  actor: Actor,
  conversationId: ConversationId,
): Promise<void> {
  await promiseErasure(await loadForInbox(actor, conversationId));
  // Refused: somebody else has deleted it at the same time.
  await ifHolds(
    ConversationEntity.build(UpdateItemCommand)
      .item({ accountId: actor.accountId, conversationId, deletedAt: clock().toISOString() })
      .options({
        condition: {
          and: [
            { attr: 'botId', exists: true },
            { attr: 'deletedAt', exists: false },
          ],
        },
      })
      .send(),
  );
}

/** Brings one back that is not erased yet. Repeating it changes nothing. */
export async function restoreConversation(actor: Actor, conversationId: ConversationId): Promise<void> {
  await conditionally(
    ConversationEntity.build(UpdateItemCommand)
      .item({ accountId: actor.accountId, conversationId, deletedAt: $remove() })
      .options({
        condition: {
          and: [
            { attr: 'botId', exists: true },
            { attr: 'isErased', exists: false },
          ],
        },
      })
      .send(),
    () => new ParleyError('conversation.not_found'),
  );
}
