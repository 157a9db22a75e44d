import { $add, type Condition, type UpdateItemInput, UpdateTransaction } from 'dynamodb-toolbox';
import type { ConditionalWrite } from '#platform/table-writes';
import { ConversationEntity } from './entity';

type Head = UpdateItemInput<typeof ConversationEntity>;

/** A change of a conversation's head of which its visitor is told, as part of a transaction. */
export function conversationUpdate(
  { accountId, conversationId }: Pick<Head, 'accountId' | 'conversationId'>,
  changes: Omit<Head, 'accountId' | 'conversationId' | 'revision'>,
  {
    condition,
    refused,
  }: {
    readonly condition: Condition<typeof ConversationEntity>;
    readonly refused: () => Error;
  },
): ConditionalWrite {
  return {
    write: ConversationEntity.build(UpdateTransaction)
      .item({ accountId, conversationId, revision: $add(1), ...changes })
      .options({ condition }),
    refused,
  };
}
