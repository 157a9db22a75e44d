import { Duration } from 'aws-cdk-lib';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { appOrigin } from '#infra/config/stage';
import {
  allow,
  consumeQueue,
  deleteObjects,
  detectMissingObjects,
  listVersions,
  readObjects,
  readSecrets,
  sendMessages,
  writeObjects,
} from '#infra/constructs/statements';
import { sendRegularly } from '#infra/constructs/timed-message';
import { WorkQueue } from '#infra/constructs/work-queue';
import { ANSWER_MEMORY, type ApiParts } from './parts';

const TIMEOUT = Duration.minutes(5);

/** What is done for a whole account: who pays is told when its plan ends, its owner of its deletion, and when the time has come it is erased. */
export function accountJobWorker(
  parts: ApiParts,
  { botJobs, inboxJobs }: Readonly<Record<'botJobs' | 'inboxJobs', IQueue>>,
) {
  const { stage, uploads, index, widget, exports, userPool, paymentsSecret } = parts.props;
  const work = new WorkQueue(parts.scope, 'AccountJobs', {
    functionTimeout: TIMEOUT,
    redeliverAfter: TIMEOUT.plus(Duration.seconds(30)),
  });
  const group = `parley-${stage.stage}-reports`;
  const schedules = `arn:aws:scheduler:${stage.region}:${stage.account}:schedule/${group}/*`;
  const worker = parts.function(
    'AccountJobsWorker',
    'queue-account-jobs',
    'Exports accounts, erases deleted ones, tells of plans that end',
    {
      timeout: TIMEOUT,
      // It holds a file of the account while it packs it.
      memory: ANSWER_MEMORY,
      environment: {
        ...parts.tableName,
        ACCOUNT_JOBS_QUEUE_URL: work.queue.queueUrl,
        INBOX_JOBS_QUEUE_URL: inboxJobs.queueUrl,
        BOT_JOBS_QUEUE_URL: botJobs.queueUrl,
        UPLOADS_BUCKET: uploads.bucketName,
        INDEX_BUCKET: index.bucketName,
        WIDGET_BUCKET: widget.bucketName,
        EXPORTS_BUCKET: exports.bucketName,
        REPORT_SCHEDULE_GROUP: group,
        USER_POOL_ID: userPool.userPoolId,
        PAYMENTS_SECRET_ARN: paymentsSecret.secretArn,
        ...parts.mailing.environment,
        OPERATOR_EMAIL: stage.operator.email,
        APP_ORIGIN: appOrigin(stage),
      },
      statements: [
        ...parts.tableAccess,
        consumeQueue(work.queue),
        // What there is no time for is left to another message.
        sendMessages(work.queue),
        // Whoever asked for an export, or whose plan ends, is told in the dashboard too.
        sendMessages(inboxJobs),
        // What a plan that has ended leaves no place for is paused.
        sendMessages(botJobs),
        readSecrets(paymentsSecret),
        // An export has the files themselves.
        readObjects(uploads.bucketArn, 'uploads/'),
        readObjects(uploads.bucketArn, 'attachments/'),
        detectMissingObjects(uploads.bucketArn),
        writeObjects(exports.bucketArn, 'exports/'),
        allow(['s3:AbortMultipartUpload'], [`${exports.bucketArn}/exports/*`]),
        ...parts.mailing.statements,
        allow(['scheduler:DeleteSchedule'], [schedules]),
        allow(['cognito-idp:ListUsers', 'cognito-idp:AdminDeleteUser'], [userPool.userPoolArn]),
        ...[
          { arn: uploads.bucketArn, prefix: 'uploads/' },
          { arn: uploads.bucketArn, prefix: 'attachments/' },
          { arn: index.bucketArn, prefix: 'index/' },
          { arn: index.bucketArn, prefix: 'parts/' },
          { arn: index.bucketArn, prefix: 'pictures/' },
          { arn: widget.bucketArn, prefix: 'w/' },
          { arn: exports.bucketArn, prefix: 'exports/' },
          { arn: exports.bucketArn, prefix: 'reports/' },
        ].flatMap(({ arn, prefix }) => [listVersions(arn, prefix), deleteObjects(arn, prefix)]),
      ],
    },
  );
  new EventSourceMapping(parts.scope, 'AccountJobsSource', {
    target: worker.function,
    eventSourceArn: work.queue.queueArn,
    batchSize: 1,
    maxConcurrency: stage.maximumConcurrency.accountJobs,
    reportBatchItemFailures: true,
  });
  sendRegularly(parts.scope, 'PlanEndsDue', {
    description: 'Tells of trials and days of grace that end',
    everyMinutes: 24 * 60,
    queue: work.queue,
    message: { kind: 'plan_ends_due' },
  });
  return { work, worker };
}
