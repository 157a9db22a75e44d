import { QueryCommand } from 'dynamodb-toolbox';
import { table } from '#platform/table';
import { PACKED, PackedWordsEntity, type StoredPackedWords, wordsPartition } from './entity';

/** The item of packed words whose span a conversation's id lies in, whether it has words of it or not. */
export async function packedAround(
  accountId: string,
  conversationId: string,
): Promise<StoredPackedWords | undefined> {
  const newest = await packedUpTo(accountId, conversationId);
  return newest && conversationId <= newest.last ? newest : undefined;
}

/** The newest that begins with this id or before. */
export async function packedUpTo(
  accountId: string,
  conversationId: string,
): Promise<StoredPackedWords | undefined> {
  const { Items = [] } = await table
    .build(QueryCommand)
    .query({
      partition: wordsPartition(accountId),
      range: { between: [PACKED, `${PACKED}${conversationId}`] },
    })
    .entities(PackedWordsEntity)
    .options({ consistent: true, limit: 1, reverse: true })
    .send();
  return Items[0];
}
