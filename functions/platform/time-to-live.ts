import { QueryCommand, type QueryCommandInput, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { environment } from './environment';
import { documentClient } from './table';
import { ifHolds } from './table-writes';

/** Whether the table takes away by itself, until a time in seconds, all of a partition but the item of one sort key. */
export async function goesByItself(partition: string, but: string, until: number): Promise<boolean> {
  for await (const items of itemsOf({
    KeyConditionExpression: 'pk = :pk',
    // Sort keys are no part of a filter.
    FilterExpression: 'attribute_not_exists(expiresAt) OR expiresAt > :until',
    ExpressionAttributeValues: { ':pk': partition, ':until': until },
  }))
    if (items.some(({ sk }) => sk !== but)) return false;
  return true;
}

/**
 * Moves the time of items of a partition that end before a time in seconds: to another one, or to none, by which they
 * stay. `of` names their entities.
 */
export async function moveEnds(
  partition: string,
  of: readonly string[],
  { before, to }: { readonly before: number; readonly to: number | undefined },
): Promise<void> {
  const TableName = environment('TABLE_NAME');
  for await (const items of itemsOf({
    KeyConditionExpression: 'pk = :pk',
    FilterExpression: 'expiresAt < :before',
    ExpressionAttributeValues: { ':pk': partition, ':before': before },
  }))
    for (const { pk, sk, entity } of items)
      if (of.includes(String(entity)))
        await ifHolds(
          documentClient.send(
            new UpdateCommand({
              TableName,
              Key: { pk, sk },
              UpdateExpression: to === undefined ? 'REMOVE expiresAt' : 'SET expiresAt = :to',
              ConditionExpression: 'attribute_exists(pk)',
              ...(to !== undefined && { ExpressionAttributeValues: { ':to': to } }),
            }),
          ),
        );
}

async function* itemsOf(
  query: Omit<QueryCommandInput, 'TableName'>,
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await documentClient.send(
      new QueryCommand({
        TableName: environment('TABLE_NAME'),
        ProjectionExpression: 'pk, sk, entity',
        ConsistentRead: true,
        ExclusiveStartKey,
        ...query,
      }),
    );
    yield Items;
    ExclusiveStartKey = LastEvaluatedKey;
  } while (ExclusiveStartKey);
}
