import { UpdateItemCommand } from 'dynamodb-toolbox';
import { ifHolds } from '#platform/table-writes';
import { ConversationEntity, type StoredConversation, type StoredMessage } from './entity';
import type { ConversationRef } from './messages';

/** An agent's message has come to a browser of its visitor; never back. */
export async function markDelivered(
  { accountId, conversationId }: ConversationRef,
  messageId: string,
): Promise<void> {
  await ifHolds(
    ConversationEntity.build(UpdateItemCommand)
      .item({ accountId, conversationId, visitorDeliveredThrough: messageId })
      .options({
        condition: {
          and: [
            { attr: 'botId', exists: true },
            {
              or: [
                { attr: 'visitorDeliveredThrough', exists: false },
                { attr: 'visitorDeliveredThrough', lt: messageId },
              ],
            },
          ],
        },
      })
      .send(),
  );
}

/** The same of what the visitor receives now, where an agent wrote while the visitor was away. */
export async function markGiven(
  ref: ConversationRef,
  { visitorDeliveredThrough = '' }: StoredConversation,
  messages: readonly StoredMessage[],
): Promise<void> {
  const last = messages.findLast(({ author }) => author === 'agent');
  if (last && last.messageId > visitorDeliveredThrough) await markDelivered(ref, last.messageId);
}
