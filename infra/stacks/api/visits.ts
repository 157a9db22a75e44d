import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { consumeQueue } from '#infra/constructs/statements';
import { WorkQueue } from '#infra/constructs/work-queue';
import type { ApiParts } from './parts';

const TIMEOUT = Duration.seconds(60);

/**
 * Adds visits to the days of their bots. A batch is one write a bot: at a thousand visits a second of one bot its day is
 * written some ten times a second, where a write a visit would be all that an item of DynamoDB takes.
 */
export function visitWorker(parts: ApiParts) {
  const work = new WorkQueue(parts.scope, 'Visits', { functionTimeout: TIMEOUT });
  const worker = parts.function('VisitsWorker', 'queue-visits', 'Counts visitors and openings', {
    timeout: TIMEOUT,
    environment: parts.tableName,
    statements: [...parts.tableAccess, consumeQueue(work.queue)],
  });
  new EventSourceMapping(parts.scope, 'VisitsSource', {
    target: worker.function,
    eventSourceArn: work.queue.queueArn,
    batchSize: 500,
    maxBatchingWindow: Duration.seconds(2),
    maxConcurrency: parts.props.stage.maximumConcurrency.visits,
    reportBatchItemFailures: true,
  });
  return { work, worker };
}
