import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DeleteCommand,
  DynamoDBDocumentClient,
  QueryCommand,
  type QueryCommandOutput,
} from '@aws-sdk/lib-dynamodb';
import { Table } from 'dynamodb-toolbox';
import { environment } from './environment';

/** A request that hangs is given up and tried again, instead of holding its function until that is stopped. */
const client = new DynamoDBClient({
  maxAttempts: 5,
  requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000 },
});

export const documentClient = DynamoDBDocumentClient.from(client, {
  marshallOptions: { removeUndefinedValues: true },
});

/**
 * The one table. Both indexes are sparse and hold keys only: an item is in one when it has that index's
 * attributes. `expiresAt` (epoch seconds) is its time to live.
 */
export const table = new Table({
  documentClient,
  name: () => environment('TABLE_NAME'),
  partitionKey: { name: 'pk', type: 'string' },
  sortKey: { name: 'sk', type: 'string' },
  indexes: {
    gsi1: {
      type: 'global',
      partitionKey: { name: 'gsi1pk', type: 'string' },
      sortKey: { name: 'gsi1sk', type: 'string' },
    },
    gsi2: {
      type: 'global',
      partitionKey: { name: 'gsi2pk', type: 'string' },
      sortKey: { name: 'gsi2sk', type: 'string' },
    },
  },
  entityAttributeSavedAs: 'entity',
});

/** Deletions of items that are under way at once. */
const PARALLEL = 25;

/**
 * Deletes all items of a partition, as long as there is time. False when there are more. `last` is the sort key of
 * the item by which the partition is found: it goes when all others have gone.
 */
export async function deletePartition(
  partition: string,
  {
    hasTime,
    last,
    prefix,
  }: { readonly hasTime: () => boolean; readonly last?: string; readonly prefix?: string },
): Promise<boolean> {
  const TableName = environment('TABLE_NAME');
  const remove = (sk: unknown) =>
    documentClient.send(new DeleteCommand({ TableName, Key: { pk: partition, sk } }));
  for (;;) {
    if (!hasTime()) return false;
    const { Items = [] }: QueryCommandOutput = await documentClient.send(
      new QueryCommand({
        TableName,
        KeyConditionExpression: `pk = :pk${prefix === undefined ? '' : ' AND begins_with(sk, :prefix)'}`,
        ExpressionAttributeValues: { ':pk': partition, ...(prefix !== undefined && { ':prefix': prefix }) },
        ProjectionExpression: 'pk, sk',
        ConsistentRead: true,
        Limit: PARALLEL + 1,
      }),
    );
    const found = Items.map(({ sk }): unknown => sk).filter((sk) => sk !== last);
    await Promise.all(found.map(remove));
    if (found.length === 0) break;
  }
  if (last !== undefined) await remove(last);
  return true;
}
