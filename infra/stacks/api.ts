import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Area } from '#contract/routes';
import type { ParleyFunction } from '../constructs/parley-function';
import { Releases } from '../constructs/releases';
import { SocketApi } from '../constructs/socket-api';
import type { WorkQueue } from '../constructs/work-queue';
import { accountJobWorker } from './api/account-jobs';
import { deadLetterAccess } from './api/administration';
import { analyticsWorker } from './api/analytics';
import { answerFunctions } from './api/answers';
import { areaFunctions } from './api/areas';
import { botJobWorker } from './api/bot-jobs';
import { healthCheckWorker } from './api/health-checks';
import { inboxJobWorker } from './api/inbox-jobs';
import { ApiParts, type ApiProps } from './api/parts';
import { reconcileWorker } from './api/reconcile';
import { reportWorker } from './api/reports';
import { socketFunctions } from './api/sockets';
import { streamFunctions } from './api/stream';
import { visitWorker } from './api/visits';
import { webhookWorker } from './api/webhooks';

export interface ApiStackProps extends StackProps, ApiProps {}

/** What answers calls: functions by areas of the HTTP API, the WebSocket API, the answer function, the stream's reader. */
export class ApiStack extends Stack {
  readonly socketApi: SocketApi['api'];
  /** Behind the routes of the HTTP API. */
  readonly areas: Readonly<Record<Area, ParleyFunction>>;
  /** Where CloudFront finds the WebSocket API. */
  readonly socketHost: string;
  /** Follows the table's stream at once. */
  readonly dispatch: ParleyFunction;
  readonly streamReaders: readonly ParleyFunction[];
  readonly workQueues: readonly WorkQueue[];
  readonly functions: readonly ParleyFunction[];

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, { ...(props.env && { env: props.env }) });
    const parts = new ApiParts(this, props);
    const sockets = new SocketApi(this, 'Sockets', props);
    const answers = answerFunctions(parts, sockets);
    const botJobs = botJobWorker(parts);
    const inboxJobs = inboxJobWorker(parts, sockets);
    const accountJobs = accountJobWorker(parts, {
      botJobs: botJobs.work.queue,
      inboxJobs: inboxJobs.work.queue,
    });
    const reconcile = reconcileWorker(parts, {
      accountJobs: accountJobs.work.queue,
      botJobs: botJobs.work.queue,
    });
    const analytics = analyticsWorker(parts);
    const visits = visitWorker(parts);
    const healthChecks = healthCheckWorker(parts);
    const conversation = socketFunctions(parts, sockets, answers.answer);
    const reports = reportWorker(parts, sockets);
    const calls = webhookWorker(parts);
    const stream = streamFunctions(parts, sockets, {
      botJobs: botJobs.work.queue,
      accountJobs: accountJobs.work.queue,
      inboxJobs: inboxJobs.work.queue,
      analytics: analytics.work.queue,
      webhooks: calls.work.queue,
    });
    const workQueues = [
      answers.failures,
      botJobs.work,
      accountJobs.work,
      inboxJobs.work,
      analytics.work,
      visits.work,
      healthChecks.work,
      calls.work,
      reports.work,
      reconcile.work,
      stream.work,
    ];
    this.streamReaders = [stream.dispatch, stream.later];
    this.areas = areaFunctions(parts, sockets, {
      answer: answers.answer,
      accountJobs: accountJobs.work.queue,
      inboxJobs: inboxJobs.work.queue,
      visits: visits.work.queue,
      reports: reports.own,
      administration: deadLetterAccess([...props.workQueues, ...workQueues]),
    });

    this.socketHost = sockets.host;
    this.dispatch = stream.dispatch;
    this.socketApi = sockets.api;
    this.workQueues = workQueues;
    const visited = [answers.answer, answers.failedAnswers, ...conversation];
    new Releases(this, 'Releases', {
      stage: props.stage,
      functions: [
        ...Object.values(this.areas).map((area) => [area, [`${area.node.id}Errors`, 'ApiErrors']] as const),
        ...visited.map((each) => [each, [`${each.node.id}Errors`, 'AnswersWithoutModel']] as const),
        ...this.streamReaders.map(
          (reader) => [reader, [`${reader.node.id}Errors`, `${reader.node.id}StreamAge`]] as const,
        ),
      ],
    });
    this.functions = [
      answers.answer,
      answers.failedAnswers,
      botJobs.worker,
      accountJobs.worker,
      inboxJobs.worker,
      analytics.worker,
      visits.worker,
      healthChecks.worker,
      calls.worker,
      reports.worker,
      reconcile.worker,
      stream.repeater,
      ...conversation,
      ...Object.values(this.areas),
      ...this.streamReaders,
    ];
  }
}
