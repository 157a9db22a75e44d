import { Duration } from 'aws-cdk-lib';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { vectorIndexFrom } from '#infra/config/stage';
import type { SocketApi } from '#infra/constructs/socket-api';
import {
  deleteObjects,
  detectMissingObjects,
  listVersions,
  readStream,
  sendMessages,
  writeObjects,
} from '#infra/constructs/statements';
import { KEPT, keepFailedChanges, repeatFailedChanges } from './failed-changes';
import type { ApiParts } from './parts';
import { followStream } from './stream-sources';

/**
 * What follows from changes of the table. A stream's shard bears two readers: one for what people wait for, at once, and
 * one for what may come some seconds later, many changes together (`core/operator/dispatch/{now,later}.ts`).
 */
export function streamFunctions(
  parts: ApiParts,
  sockets: SocketApi,
  {
    botJobs,
    accountJobs,
    inboxJobs,
    analytics,
    webhooks,
  }: Readonly<Record<'botJobs' | 'accountJobs' | 'inboxJobs' | 'analytics' | 'webhooks', Queue>>,
) {
  const { table, widget, index, uploads } = parts.props;
  const failed = keepFailedChanges(parts);
  // Lambda asks for the second, too.
  const mayKeep = [
    writeObjects(failed.bucket.bucketArn, KEPT),
    detectMissingObjects(failed.bucket.bucketArn),
  ];
  const { tableStreamArn } = table;
  if (tableStreamArn === undefined) throw new Error('The table has no stream.');
  const dispatch = parts.function('Dispatch', 'stream-dispatch', 'Follows the changes of the table', {
    timeout: Duration.seconds(30),
    released: true,
    environment: {
      ...parts.tableName,
      SOCKET_API_ENDPOINT: sockets.endpoint,
      WIDGET_BUCKET: widget.bucketName,
      INDEX_BUCKET: index.bucketName,
      UPLOADS_BUCKET: uploads.bucketName,
      BOT_JOBS_QUEUE_URL: botJobs.queueUrl,
      ACCOUNT_JOBS_QUEUE_URL: accountJobs.queueUrl,
      INBOX_JOBS_QUEUE_URL: inboxJobs.queueUrl,
      INDEX_JOBS_QUEUE_URL: parts.props.indexJobsQueue.queueUrl,
      // Where the vectors of a bot belong, when it has grown.
      VECTOR_INDEX_FROM: String(vectorIndexFrom(parts.props.stage)),
      EMBEDDING_MODEL: parts.props.stage.embeddingModel,
    },
    statements: [
      ...parts.tableAccess,
      sockets.mayManageConnections,
      sendMessages(botJobs),
      sendMessages(accountJobs),
      sendMessages(inboxJobs),
      sendMessages(parts.props.indexJobsQueue),
      // Publishes a bot whose own call died before it did.
      writeObjects(widget.bucketArn, 'w/'),
      deleteObjects(widget.bucketArn, 'w/'),
      // An original that nobody took in has versions that the table doesn't know.
      listVersions(uploads.bucketArn, 'uploads/'),
      deleteObjects(uploads.bucketArn, 'uploads/'),
      // A visitor's file that no message brought, or whose conversation is erased.
      listVersions(uploads.bucketArn, 'attachments/'),
      deleteObjects(uploads.bucketArn, 'attachments/'),
      deleteObjects(index.bucketArn, 'index/'),
      deleteObjects(index.bucketArn, 'pictures/'),
      ...mayKeep,
      readStream(tableStreamArn),
    ],
  });
  const later = parts.function(
    'Later',
    'stream-later',
    'Counts and lists what follows from changes of the table',
    {
      timeout: Duration.seconds(60),
      released: true,
      environment: {
        ...parts.tableName,
        SOCKET_API_ENDPOINT: sockets.endpoint,
        ANALYTICS_QUEUE_URL: analytics.queueUrl,
        COUNT_EVERY_SECONDS: String(parts.props.stage.countEverySeconds),
        INBOX_JOBS_QUEUE_URL: inboxJobs.queueUrl,
        WEBHOOKS_QUEUE_URL: webhooks.queueUrl,
      },
      statements: [
        ...parts.tableAccess,
        sockets.mayManageConnections,
        sendMessages(analytics),
        // When to look whether its visitor has left a conversation.
        sendMessages(inboxJobs),
        sendMessages(webhooks),
        ...mayKeep,
        readStream(tableStreamArn),
      ],
    },
  );
  followStream(parts.scope, tableStreamArn, failed.bucket, { dispatch, later });
  return {
    dispatch,
    later,
    work: failed.work,
    repeater: repeatFailedChanges(parts, failed, [dispatch, later]),
  };
}
