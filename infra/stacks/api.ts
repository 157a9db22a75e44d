import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { Area } from '#contract/routes';
import type { ParleyFunction } from '../constructs/parley-function';
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
      stream.work,
    ];
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
    this.streamReaders = [stream.dispatch, stream.later];
    this.socketApi = sockets.api;
    this.workQueues = workQueues;
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
      stream.repeater,
      ...conversation,
      ...Object.values(this.areas),
      ...this.streamReaders,
    ];
  }
}
