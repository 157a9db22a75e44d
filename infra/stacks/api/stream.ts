import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping, FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import {
  FOLLOWED_ENTITIES,
  FOLLOWED_LATER,
  FOLLOWED_WHEN_NEW,
  FOLLOWED_WHEN_WARNED,
  FOLLOWED_WHILE_THERE,
} from '#contract/base/followed-entities';
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
  const followed = {
    eventSourceArn: tableStreamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    // Without an end of its tries one bad record would hold its shard for a day. What fails here is not lost: it goes on
    // being tried from where it is kept, for a day.
    retryAttempts: 5,
    maxRecordAge: Duration.hours(6),
    bisectBatchOnError: true,
    reportBatchItemFailures: true,
    onFailure: { bind: () => ({ destination: failed.bucket.bucketArn }) },
  };
  new EventSourceMapping(parts.scope, 'StreamSource', {
    ...followed,
    target: dispatch.target,
    batchSize: 100,
    parallelizationFactor: 2,
    filters: [
      ...changesOf(FOLLOWED_ENTITIES.filter((entity) => FOLLOWED_LATER.every((later) => later !== entity))),
      TOLD_CONVERSATIONS,
      TOLD_MESSAGES,
    ],
  });
  new EventSourceMapping(parts.scope, 'LaterSource', {
    ...followed,
    target: later.target,
    // What comes within the window is counted and listed together.
    batchSize: 500,
    maxBatchingWindow: Duration.seconds(5),
    filters: changesOf(FOLLOWED_ENTITIES),
  });
  return {
    dispatch,
    later,
    work: failed.work,
    repeater: repeatFailedChanges(parts, failed, [dispatch, later]),
  };
}

/** Counters, leases and tickets are written with every message and followed by nothing: no function is called. */
function changesOf(entities: readonly string[]) {
  const entity = { S: FilterRule.or(...entities) };
  const going = entities.filter((each) => FOLLOWED_WHILE_THERE.every((other) => other !== each));
  const warned = {
    entity: { S: FilterRule.or(...FOLLOWED_WHEN_WARNED) },
    warned: { N: FilterRule.exists() },
  };
  return [
    FilterCriteria.filter({ dynamodb: { NewImage: { $or: [{ entity }, warned] } } }),
    FilterCriteria.filter({ dynamodb: { OldImage: { entity: { S: FilterRule.or(...going) } } } }),
    FilterCriteria.filter({
      eventName: FilterRule.isEqual('INSERT'),
      dynamodb: { NewImage: { entity: { S: FilterRule.or(...FOLLOWED_WHEN_NEW) } } },
    }),
  ];
}

/** Heads of conversations of which somebody was told something (`revision`), or that were deleted. */
const TOLD_CONVERSATIONS = FilterCriteria.filter({
  dynamodb: {
    NewImage: {
      entity: { S: FilterRule.isEqual('Conversation') },
      $or: [{ revision: { N: FilterRule.exists() } }, { deletedAt: { S: FilterRule.exists() } }],
    },
  },
});

/** Messages to and of a person, and those of a bot that pass a visitor on or end their conversation. */
const TOLD_MESSAGES = FilterCriteria.filter({
  dynamodb: {
    NewImage: {
      entity: { S: FilterRule.isEqual('Message') },
      $or: [
        { toPerson: { BOOL: [true] } },
        { author: { S: FilterRule.isEqual('agent') } },
        { kind: { S: FilterRule.or('escalated', 'ended') } },
      ],
    },
  },
});
