import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Context, DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { beginLog, logger, ownersOf } from './logger';

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

/** What handles the changes of one batch. */
export interface BatchHandler {
  handle(change: TableChange): Promise<unknown>;
  /** After the last that could be handled, whatever came of it. */
  end(): Promise<unknown>;
}

/**
 * The Lambda behind the table's stream. Changes are handled in order; at the first that fails the shard is
 * taken up again from there, so that none is skipped and none overtakes another.
 */
export function streamHandler(begin: () => BatchHandler) {
  return async (event: DynamoDBStreamEvent, context: Context): Promise<DynamoDBBatchResponse> => {
    beginLog(context);
    const batch = begin();
    const failed = await firstFailure(event.Records, batch);
    await batch.end();
    return { batchItemFailures: failed === null ? [] : [{ itemIdentifier: failed }] };
  };
}

/** Handles one after the other; gives the sequence number of the first that fails. */
async function firstFailure(records: readonly DynamoDBRecord[], batch: BatchHandler): Promise<string | null> {
  for (const record of records) {
    let change: TableChange | undefined;
    try {
      change = changeOf(record);
      if (change) await batch.handle(change);
    } catch (error) {
      const sequenceNumber = record.dynamodb?.SequenceNumber ?? '';
      logger.error('A change of the table failed.', {
        ...ownersOf(change?.after ?? change?.before),
        sequenceNumber,
        error: error instanceof Error ? error : String(error),
      });
      return sequenceNumber;
    }
  }
  return null;
}

/** A change as the stream has it; undefined of a record without keys. */
export function changeOf({ dynamodb, userIdentity }: DynamoDBRecord): TableChange | undefined {
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
