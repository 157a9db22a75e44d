import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ParleyFunction } from '#infra/constructs/parley-function';
import { notifyOfObjects, PrivateBucket } from '#infra/constructs/private-bucket';
import { allow, consumeQueue, deleteObjects, readObjects, readTable } from '#infra/constructs/statements';
import { WorkQueue } from '#infra/constructs/work-queue';
import type { ApiParts } from './parts';

/** Lambda names the objects that it puts into a destination so. */
export const KEPT = 'aws/lambda/';
/** As long as the stream's readers may take, twice: the batch is theirs. */
const TIMEOUT = Duration.minutes(2);

export interface FailedChanges {
  readonly bucket: Bucket;
  readonly work: WorkQueue;
}

/**
 * Where the stream's readers leave what they gave up, whole: a bucket, since a queue as a destination is told the
 * positions in the stream only, and those are gone after a day. Of each object a queue is told.
 */
export function keepFailedChanges({ scope, props }: ApiParts): FailedChanges {
  const { bucket } = new PrivateBucket(scope, 'FailedChangesStore', {
    accessLogs: { bucket: props.logs, prefix: 's3/failed-changes/' },
    // A day longer than the dead letters that name them.
    lifecycle: [{ id: 'expire', expiration: Duration.days(19) }],
  });
  const work = new WorkQueue(scope, 'FailedChanges', {
    functionTimeout: TIMEOUT,
    // Every twelve minutes for a day: by then a faulty release is rolled back, and what still fails is a dead letter.
    maxDeliveries: 120,
  });
  notifyOfObjects(bucket, KEPT, work.queue);
  return { bucket, work };
}

/** Hands what was given up to its reader again. */
export function repeatFailedChanges(
  parts: ApiParts,
  { bucket, work }: FailedChanges,
  readers: readonly ParleyFunction[],
): ParleyFunction {
  const worker = parts.function(
    'RepeatChanges',
    'queue-failed-changes',
    'Hands changes of the table that failed to the function that failed',
    {
      timeout: TIMEOUT,
      memory: 256,
      environment: { ...parts.tableName, READERS: readers.map(({ target }) => target.functionArn).join(',') },
      statements: [
        consumeQueue(work.queue),
        // What was erased since leaves its tombstone.
        readTable(parts.props.table),
        readObjects(bucket.bucketArn, KEPT),
        deleteObjects(bucket.bucketArn, KEPT),
        allow(
          ['lambda:InvokeFunction'],
          readers.map(({ target }) => target.functionArn),
        ),
      ],
    },
  );
  new EventSourceMapping(parts.scope, 'FailedChangesSource', {
    target: worker.function,
    eventSourceArn: work.queue.queueArn,
    batchSize: 1,
    // Few at a time: what failed may have failed for too much at once.
    maxConcurrency: 2,
    reportBatchItemFailures: true,
  });
  return worker;
}
