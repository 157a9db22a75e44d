import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { appOrigin } from '../../config/stage';
import { consumeQueue, sendMail, sendMessages } from '../../constructs/statements';
import { WorkQueue } from '../../constructs/work-queue';
import type { ApiParts } from './parts';

const INBOX_JOB_TIMEOUT = Duration.seconds(60);

/** Mails about conversations: to a team that a visitor waits for, and to a visitor who isn't there. */
export function inboxJobWorker(parts: ApiParts) {
  const work = new WorkQueue(parts.scope, 'InboxJobs', { functionTimeout: INBOX_JOB_TIMEOUT });
  const worker = parts.function('InboxJobsWorker', 'queue-inbox-jobs', 'Mails teams and visitors', {
    timeout: INBOX_JOB_TIMEOUT,
    environment: {
      ...parts.tableName,
      INBOX_JOBS_QUEUE_URL: work.queue.queueUrl,
      MAIL_FROM: parts.props.stage.mailFrom,
      APP_ORIGIN: appOrigin(parts.props.stage),
    },
    statements: [
      ...parts.tableAccess,
      consumeQueue(work.queue),
      // A reply that its visitor may be about to read is looked at again.
      sendMessages(work.queue),
      sendMail(parts.props.stage),
    ],
  });
  new EventSourceMapping(parts.scope, 'InboxJobsSource', {
    target: worker.function,
    eventSourceArn: work.queue.queueArn,
    batchSize: 1,
    maxConcurrency: parts.props.stage.maximumConcurrency.inboxJobs,
    reportBatchItemFailures: true,
  });
  return { work, worker };
}
