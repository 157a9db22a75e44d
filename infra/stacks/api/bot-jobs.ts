import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import {
  consumeQueue,
  deleteObjects,
  detectMissingObjects,
  listVersions,
  readObjects,
  sendMessages,
  writeObjects,
} from '#infra/constructs/statements';
import { sendRegularly } from '#infra/constructs/timed-message';
import { WorkQueue } from '#infra/constructs/work-queue';
import type { ApiParts } from './parts';

const BOT_JOB_TIMEOUT = Duration.seconds(120);

/** What is done for a bot after the call that asked for it: it is erased, trained, given another's documents, or brought to its account's plan. */
export function botJobWorker(parts: ApiParts) {
  const { widget, index, uploads, deadlinesQueue, ingestQueue } = parts.props;
  const work = new WorkQueue(parts.scope, 'BotJobs', { functionTimeout: BOT_JOB_TIMEOUT });
  const worker = parts.function(
    'BotJobsWorker',
    'queue-bot-jobs',
    'Erases deleted bots, trains, copies knowledge, fits accounts to their plans',
    {
      timeout: BOT_JOB_TIMEOUT,
      environment: {
        ...parts.tableName,
        BOT_JOBS_QUEUE_URL: work.queue.queueUrl,
        UPLOAD_DEADLINES_QUEUE_URL: deadlinesQueue.queueUrl,
        INGEST_QUEUE_URL: ingestQueue.queueUrl,
        UPLOADS_BUCKET: uploads.bucketName,
        INDEX_BUCKET: index.bucketName,
        WIDGET_BUCKET: widget.bucketName,
      },
      statements: [
        ...parts.tableAccess,
        consumeQueue(work.queue),
        // What there is no time for is left to another message.
        sendMessages(work.queue),
        sendMessages(deadlinesQueue),
        // Documents that are to be read again.
        sendMessages(ingestQueue),
        readObjects(uploads.bucketArn, 'uploads/'),
        detectMissingObjects(uploads.bucketArn),
        writeObjects(uploads.bucketArn, 'uploads/'),
        // A bot that a larger plan brings back is published again.
        writeObjects(widget.bucketArn, 'w/'),
        ...[
          { arn: uploads.bucketArn, prefix: 'uploads/' },
          { arn: uploads.bucketArn, prefix: 'attachments/' },
          { arn: index.bucketArn, prefix: 'index/' },
          { arn: index.bucketArn, prefix: 'pictures/' },
          { arn: widget.bucketArn, prefix: 'w/' },
        ].flatMap(({ arn, prefix }) => [listVersions(arn, prefix), deleteObjects(arn, prefix)]),
      ],
    },
  );
  new EventSourceMapping(parts.scope, 'BotJobsSource', {
    target: worker.function,
    eventSourceArn: work.queue.queueArn,
    batchSize: 1,
    maxConcurrency: parts.props.stage.maximumConcurrency.botJobs,
    reportBatchItemFailures: true,
  });
  sendRegularly(parts.scope, 'RetentionDue', {
    description: 'Erases conversations that their bots keep no longer',
    everyMinutes: 24 * 60,
    queue: work.queue,
    message: { kind: 'retention_due' },
  });
  return { work, worker };
}
