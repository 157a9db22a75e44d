import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { consumeQueue, sendMessages } from '#infra/constructs/statements';
import { WorkQueue } from '#infra/constructs/work-queue';
import type { ApiParts } from './parts';

/** Receivers may take ten seconds. */
const WEBHOOK_TIMEOUT = Duration.seconds(30);

/** What posts to bots' webhooks. It reaches strangers' hosts, so it may do nothing else. */
export function webhookWorker(parts: ApiParts) {
  const work = new WorkQueue(parts.scope, 'Webhooks', { functionTimeout: WEBHOOK_TIMEOUT });
  const worker = parts.function('WebhooksWorker', 'queue-webhooks', "Posts events to bots' webhooks", {
    timeout: WEBHOOK_TIMEOUT,
    environment: {
      ...parts.tableName,
      WEBHOOKS_QUEUE_URL: work.queue.queueUrl,
      ALLOWED_PRIVATE_HOSTS: parts.props.stage.allowedPrivateHosts.join(','),
    },
    statements: [
      ...parts.tableAccess,
      consumeQueue(work.queue),
      // What is tried again later.
      sendMessages(work.queue),
    ],
  });
  new EventSourceMapping(parts.scope, 'WebhooksSource', {
    target: worker.function,
    eventSourceArn: work.queue.queueArn,
    batchSize: 5,
    maxConcurrency: parts.props.stage.maximumConcurrency.webhooks,
    reportBatchItemFailures: true,
  });
  return { work, worker };
}
