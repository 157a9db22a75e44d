import { Duration } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping } from 'aws-cdk-lib/aws-lambda';
import { CfnScheduleGroup } from 'aws-cdk-lib/aws-scheduler';
import { appOrigin, rootOrigin } from '#infra/config/stage';
import type { SocketApi } from '#infra/constructs/socket-api';
import {
  allow,
  consumeQueue,
  deleteObjects,
  detectMissingObjects,
  readObjects,
  sendMessages,
  writeObjects,
} from '#infra/constructs/statements';
import { WorkQueue } from '#infra/constructs/work-queue';
import type { ApiParts } from './parts';

const REPORT_TIMEOUT = Duration.minutes(10);

/**
 * What writes exports and sends reports. The queue and the group of schedules have fixed names: schedules that functions
 * made know the queue by its ARN, and outlive deployments.
 */
export function reportWorker(parts: ApiParts, sockets: SocketApi) {
  const { stage, exports } = parts.props;
  const work = new WorkQueue(parts.scope, 'ReportJobs', {
    functionTimeout: REPORT_TIMEOUT,
    redeliverAfter: REPORT_TIMEOUT.plus(Duration.seconds(30)),
    queueName: `parley-${stage.stage}-reports`,
  });
  const group = new CfnScheduleGroup(parts.scope, 'ReportSchedules', {
    name: `parley-${stage.stage}-reports`,
  });
  const role = new Role(parts.scope, 'ReportScheduleRole', {
    assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stage.account } },
    }),
    description: 'Scheduled reports are sent into their queue',
  });
  role.addToPolicy(sendMessages(work.queue));
  const schedules = `arn:aws:scheduler:${stage.region}:${stage.account}:schedule/parley-${stage.stage}-reports/*`;
  const passRole = new PolicyStatement({
    actions: ['iam:PassRole'],
    resources: [role.roleArn],
    conditions: { StringEquals: { 'iam:PassedToService': 'scheduler.amazonaws.com' } },
  });
  /** What both the worker and the routes do: write files, keep schedules, tell dashboards, mail. */
  const own = {
    environment: {
      ...parts.tableName,
      EXPORTS_BUCKET: exports.bucketName,
      REPORT_JOBS_QUEUE_URL: work.queue.queueUrl,
      REPORT_JOBS_QUEUE_ARN: work.queue.queueArn,
      REPORT_SCHEDULE_GROUP: `parley-${stage.stage}-reports`,
      REPORT_SCHEDULE_ROLE_ARN: role.roleArn,
      SOCKET_API_ENDPOINT: sockets.endpoint,
      ...parts.mailing.environment,
      APP_ORIGIN: appOrigin(stage),
      ROOT_ORIGIN: rootOrigin(stage),
    },
    statements: [
      ...parts.tableAccess,
      allow(
        ['scheduler:CreateSchedule', 'scheduler:UpdateSchedule', 'scheduler:DeleteSchedule'],
        [schedules],
      ),
      passRole,
      sendMessages(work.queue),
      ...parts.mailing.statements,
      sockets.mayManageConnections,
      // A presigned link may do what its signer may.
      ...['exports/', 'reports/'].flatMap((prefix) => [
        writeObjects(exports.bucketArn, prefix),
        readObjects(exports.bucketArn, prefix),
        deleteObjects(exports.bucketArn, prefix),
        allow(['s3:AbortMultipartUpload'], [`${exports.bucketArn}/${prefix}*`]),
      ]),
      detectMissingObjects(exports.bucketArn),
    ],
  };
  const worker = parts.function('ReportWorker', 'queue-exports', 'Writes exports, sends scheduled reports', {
    timeout: REPORT_TIMEOUT,
    memory: 1_769,
    environment: own.environment,
    statements: [...own.statements, consumeQueue(work.queue)],
  });
  new EventSourceMapping(parts.scope, 'ReportJobsSource', {
    target: worker.function,
    eventSourceArn: work.queue.queueArn,
    batchSize: 1,
    maxConcurrency: stage.maximumConcurrency.reports,
    reportBatchItemFailures: true,
  });
  return { work, worker, own, group };
}
