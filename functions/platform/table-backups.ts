import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DynamoDBClient,
  RestoreTableToPointInTimeCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { documentClient } from './table';

/** For operators: no function of a stage may do any of this. */
const client = /* @__PURE__ */ new DynamoDBClient({});

/** The times between which a table can be restored. */
export interface RestorableSpan {
  readonly earliest: Date;
  readonly latest: Date;
}

/** Null where a table has no point-in-time recovery. */
export async function restorableSpan(table: string): Promise<RestorableSpan | null> {
  const { ContinuousBackupsDescription } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName: table }),
  );
  const { EarliestRestorableDateTime: earliest, LatestRestorableDateTime: latest } =
    ContinuousBackupsDescription?.PointInTimeRecoveryDescription ?? {};
  return earliest && latest ? { earliest, latest } : null;
}

/** Makes another table with the items of one as they were, without indexes. On AWS it takes minutes to hours. */
export async function restoreTable(table: string, target: string, at: Date): Promise<void> {
  await client.send(
    new RestoreTableToPointInTimeCommand({
      SourceTableName: table,
      TargetTableName: target,
      RestoreDateTime: at,
      GlobalSecondaryIndexOverride: [],
    }),
  );
  await waitUntilTableExists(
    { client, maxWaitTime: 6 * 60 * 60, minDelay: 2, maxDelay: 30 },
    { TableName: target },
  );
}

export async function deleteTable(table: string): Promise<void> {
  await client.send(new DeleteTableCommand({ TableName: table }));
}

export type StoredItem = Readonly<Record<string, unknown>> & { readonly pk: string; readonly sk: string };

/** How much there is to read of a table, as DynamoDB counts it every six hours. */
export async function sizeOf(table: string): Promise<{ readonly items: number; readonly bytes: number }> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: table }));
  return { items: Table?.ItemCount ?? 0, bytes: Table?.TableSizeBytes ?? 0 };
}

/**
 * All items of a table, page by page, several segments of it at the same time; those of one account where it is named.
 * An account's items lie in partitions that only the items themselves name, so that all are read for them as well.
 */
export async function* scanItems(
  table: string,
  { accountId, segments = 1 }: { readonly accountId?: string | undefined; readonly segments?: number } = {},
): AsyncGenerator<readonly StoredItem[]> {
  const readers = Array.from({ length: segments }, (_, segment) =>
    paginateScan(
      { client: documentClient },
      {
        TableName: table,
        ConsistentRead: true,
        Segment: segment,
        TotalSegments: segments,
        ...(accountId !== undefined && {
          // What leads with no account names it, or its owner, whose id it shares.
          FilterExpression: 'begins_with(pk, :partition) OR accountId = :account OR userId = :account',
          ExpressionAttributeValues: { ':partition': `ACCOUNT#${accountId}`, ':account': accountId },
        }),
      },
    )[Symbol.asyncIterator](),
  );
  const next = async (reader: (typeof readers)[number]) => ({ reader, page: await reader.next() });
  const reading = new Map(readers.map((reader) => [reader, next(reader)]));
  while (reading.size > 0) {
    const { reader, page } = await Promise.race(reading.values());
    if (page.done) reading.delete(reader);
    else {
      reading.set(reader, next(reader));
      const { Items = [] } = page.value;
      if (Items.length > 0) yield Items as StoredItem[];
    }
  }
}
