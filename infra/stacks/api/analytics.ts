import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { consumeQueue } from '#infra/constructs/statements';
import { WorkQueue } from '#infra/constructs/work-queue';
import type { ApiParts } from './parts';

const TIMEOUT = Duration.seconds(60);

/** Counts conversations with the days of their bots. */
export function analyticsWorker(parts: ApiParts) {
  const work = new WorkQueue(parts.scope, 'Analytics', { functionTimeout: TIMEOUT });
  const worker = parts.function('AnalyticsWorker', 'queue-analytics', 'Counts conversations', {
    timeout: TIMEOUT,
    environment: parts.tableName,
    statements: [...parts.tableAccess, consumeQueue(work.queue)],
  });
  new EventSourceMapping(parts.scope, 'AnalyticsSource', {
    target: worker.function,
    eventSourceArn: work.queue.queueArn,
    batchSize: 10,
    maxConcurrency: parts.props.stage.maximumConcurrency.analytics,
    reportBatchItemFailures: true,
  });
  return { work, worker };
}
