import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { logger } from './logger';

type Image = Readonly<Record<string, unknown>>;

/** One item that was created, changed or removed. */
export interface TableChange {
  readonly pk: string;
  readonly sk: string;
  /** Null of an item that is new, or gone. */
  readonly before: Image | null;
  readonly after: Image | null;
  /** Removed by its time to live, not by anybody. */
  readonly expired: boolean;
  /** When, to the second; the same at each delivery. */
  readonly at: Date;
}

/**
 * The Lambda behind the table's stream. Changes are handled in order; at the first that fails the shard is
 * taken up again from there, so that none is skipped and none overtakes another.
 */
export function streamHandler(handle: (change: TableChange) => Promise<unknown>) {
  return async (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> => {
    logger.addContext(context);
    for (const record of event.Records) {
      try {
        const change = changeOf(record);
        if (change) await handle(change);
      } catch (error) {
        const itemIdentifier = record.dynamodb?.SequenceNumber ?? '';
        logger.error('A change of the table failed.', {
          sequenceNumber: itemIdentifier,
          error: error instanceof Error ? error : String(error),
        });
        return { batchItemFailures: [{ itemIdentifier }] };
      }
    }
    return { batchItemFailures: [] };
  };
}

function changeOf({ dynamodb, userIdentity }: DynamoDBRecord): TableChange | undefined {
  const { pk, sk } = imageOf(dynamodb?.Keys) ?? {};
  if (typeof pk !== 'string' || typeof sk !== 'string') return undefined;
  return {
    pk,
    sk,
    before: imageOf(dynamodb?.OldImage),
    after: imageOf(dynamodb?.NewImage),
    expired: userIdentity?.principalId === 'dynamodb.amazonaws.com',
    at: new Date((dynamodb?.ApproximateCreationDateTime ?? 0) * 1000),
  };
}

function imageOf(image: NonNullable<DynamoDBRecord['dynamodb']>['NewImage']): Image | null {
  return image ? unmarshall(image as Parameters<typeof unmarshall>[0]) : null;
}
