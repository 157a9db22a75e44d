import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { UPTIME_MINUTES } from '#contract/insight/health';
import { consumeQueue, detectMissingObjects, readObjects } from '#infra/constructs/statements';
import { sendRegularly } from '#infra/constructs/timed-message';
import { WorkQueue } from '#infra/constructs/work-queue';
import type { ApiParts } from './parts';

const TIMEOUT = Duration.seconds(30);

/** Looks regularly whether what answers need can be reached, and keeps what it saw. */
export function healthCheckWorker(parts: ApiParts) {
  const { index } = parts.props;
  const work = new WorkQueue(parts.scope, 'HealthChecks', { functionTimeout: TIMEOUT });
  const worker = parts.function('HealthChecksWorker', 'queue-health-checks', 'Checks what answers need', {
    timeout: TIMEOUT,
    environment: { ...parts.tableName, INDEX_BUCKET: index.bucketName },
    statements: [
      ...parts.tableAccess,
      consumeQueue(work.queue),
      readObjects(index.bucketArn, 'index/'),
      detectMissingObjects(index.bucketArn),
    ],
  });
  new EventSourceMapping(parts.scope, 'HealthChecksSource', {
    target: worker.function,
    eventSourceArn: work.queue.queueArn,
    batchSize: 1,
    maxConcurrency: parts.props.stage.maximumConcurrency.healthChecks,
    reportBatchItemFailures: true,
  });
  sendRegularly(parts.scope, 'HealthChecksDue', {
    description: 'Checks whether what answers need can be reached',
    everyMinutes: UPTIME_MINUTES,
    queue: work.queue,
    message: { kind: 'health_check' },
  });
  return { work, worker };
}
