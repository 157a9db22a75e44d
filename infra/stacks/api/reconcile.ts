import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import {
  allow,
  consumeQueue,
  deleteObjects,
  listVersions,
  readSecrets,
  sendMessages,
} from '#infra/constructs/statements';
import { sendRegularly } from '#infra/constructs/timed-message';
import { WorkQueue } from '#infra/constructs/work-queue';
import type { ApiParts } from './parts';

const TIMEOUT = Duration.minutes(5);

/** Compares all accounts with what they should be, once a day, and mends what hung on one event that was lost. */
export function reconcileWorker(
  parts: ApiParts,
  { accountJobs, botJobs }: Readonly<Record<'accountJobs' | 'botJobs', IQueue>>,
) {
  const { uploads, index, ingestQueue, deadlinesQueue, paymentsSecret, userPool } = parts.props;
  const work = new WorkQueue(parts.scope, 'Reconcile', { functionTimeout: TIMEOUT });
  const worker = parts.function(
    'ReconcileWorker',
    'queue-reconcile',
    'Compares all accounts, and mends them',
    {
      timeout: TIMEOUT,
      environment: {
        ...parts.tableName,
        RECONCILE_QUEUE_URL: work.queue.queueUrl,
        ACCOUNT_JOBS_QUEUE_URL: accountJobs.queueUrl,
        BOT_JOBS_QUEUE_URL: botJobs.queueUrl,
        INGEST_QUEUE_URL: ingestQueue.queueUrl,
        UPLOAD_DEADLINES_QUEUE_URL: deadlinesQueue.queueUrl,
        UPLOADS_BUCKET: uploads.bucketName,
        INDEX_BUCKET: index.bucketName,
        PAYMENTS_SECRET_ARN: paymentsSecret.secretArn,
        USER_POOL_ID: userPool.userPoolId,
      },
      statements: [
        ...parts.tableAccess,
        consumeQueue(work.queue),
        // What there is no time for is left to another message; erasing and reading anew are others' work.
        ...[work.queue, accountJobs, botJobs, ingestQueue, deadlinesQueue].map((queue) =>
          sendMessages(queue),
        ),
        readSecrets(paymentsSecret),
        // Whoever is in no list is found there alone.
        allow(['cognito-idp:ListUsers'], [userPool.userPoolArn]),
        ...[
          { arn: uploads.bucketArn, prefix: 'uploads/' },
          { arn: uploads.bucketArn, prefix: 'attachments/' },
          { arn: index.bucketArn, prefix: 'index/' },
          { arn: index.bucketArn, prefix: 'pictures/' },
        ].flatMap(({ arn, prefix }) => [listVersions(arn, prefix), deleteObjects(arn, prefix)]),
      ],
    },
  );
  new EventSourceMapping(parts.scope, 'ReconcileSource', {
    target: worker.function,
    eventSourceArn: work.queue.queueArn,
    batchSize: 1,
    // One run goes through the accounts one by one; an operator's may go beside it.
    maxConcurrency: 2,
    reportBatchItemFailures: true,
  });
  sendRegularly(parts.scope, 'ReconcileDue', {
    description: 'Has all accounts compared with what they should be',
    everyMinutes: 24 * 60,
    queue: work.queue,
    message: { kind: 'reconcile' },
  });
  return { work, worker };
}
