import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { appOrigin, mailConfigurationSet } from '#infra/config/stage';
import type { SocketApi } from '#infra/constructs/socket-api';
import { consumeQueue, sendMessages } from '#infra/constructs/statements';
import { sendEvents } from '#infra/constructs/timed-message';
import { WorkQueue } from '#infra/constructs/work-queue';
import type { ApiParts } from './parts';

const INBOX_JOB_TIMEOUT = Duration.seconds(60);

/** What teams and visitors are told: notifications, alerts, and replies to visitors that have left. */
export function inboxJobWorker(parts: ApiParts, sockets: SocketApi) {
  const work = new WorkQueue(parts.scope, 'InboxJobs', { functionTimeout: INBOX_JOB_TIMEOUT });
  const worker = parts.function(
    'InboxJobsWorker',
    'queue-inbox-jobs',
    'Tells teams and visitors what they are to know',
    {
      timeout: INBOX_JOB_TIMEOUT,
      environment: {
        ...parts.tableName,
        INBOX_JOBS_QUEUE_URL: work.queue.queueUrl,
        ...parts.mailing.environment,
        SOCKET_API_ENDPOINT: sockets.endpoint,
        APP_ORIGIN: appOrigin(parts.props.stage),
      },
      statements: [
        ...parts.tableAccess,
        sockets.mayManageConnections,
        consumeQueue(work.queue),
        // A reply that its visitor may be about to read is looked at again.
        sendMessages(work.queue),
        ...parts.mailing.statements,
      ],
    },
  );
  new EventSourceMapping(parts.scope, 'InboxJobsSource', {
    target: worker.function,
    eventSourceArn: work.queue.queueArn,
    batchSize: 1,
    maxConcurrency: parts.props.stage.maximumConcurrency.inboxJobs,
    reportBatchItemFailures: true,
  });
  sendEvents(parts.scope, 'ReturnedMails', {
    description: 'Mails that came back or were called spam: their addresses get no more',
    pattern: {
      source: ['aws.ses'],
      detail: {
        eventType: ['Bounce', 'Complaint'],
        mail: { tags: { 'ses:configuration-set': [mailConfigurationSet(parts.props.stage)] } },
      },
    },
    queue: work.queue,
    kind: 'mail_returned',
  });
  return { work, worker };
}
