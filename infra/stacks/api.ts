import { Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { ROUTES } from '../../functions/contract/routes';
import type { ParleyFunction } from '../constructs/parley-function';
import { RoutedApi } from '../constructs/routed-api';
import { SocketApi } from '../constructs/socket-api';
import type { WorkQueue } from '../constructs/work-queue';
import { answerFunctions } from './api/answers';
import { areaFunctions } from './api/areas';
import { botJobWorker } from './api/bot-jobs';
import { inboxJobWorker } from './api/inbox-jobs';
import { ApiParts, type ApiProps } from './api/parts';
import { socketFunctions } from './api/sockets';
import { streamFunction } from './api/stream';
import { webhookWorker } from './api/webhooks';

export interface ApiStackProps extends StackProps, ApiProps {}

/** What answers calls: the HTTP API by areas, the WebSocket API, the answer function, the stream's reader. */
export class ApiStack extends Stack {
  readonly httpApi: HttpApi;
  readonly socketApi: SocketApi['api'];
  /** Where CloudFront finds the APIs. */
  readonly httpHost: string;
  readonly socketHost: string;
  /** Follows the table's stream. */
  readonly dispatch: ParleyFunction;
  readonly workQueues: readonly WorkQueue[];
  /** What failed for good of the table's changes. */
  readonly streamFailures: Queue;
  readonly functions: readonly ParleyFunction[];

  constructor(scope: Construct, id: string, props: ApiStackProps) {
    super(scope, id, { ...(props.env && { env: props.env }) });
    const parts = new ApiParts(this, props);
    const sockets = new SocketApi(this, 'Sockets', props);
    const answers = answerFunctions(parts, sockets);
    const botJobs = botJobWorker(parts);
    const inboxJobs = inboxJobWorker(parts);
    const conversation = socketFunctions(parts, sockets, answers.answer);
    const areas = areaFunctions(parts, sockets, answers.answer);
    const http = new RoutedApi(this, 'Http', {
      stage: props.stage,
      routes: Object.values(ROUTES),
      functions: areas,
      userPoolId: props.userPool.userPoolId,
      userPoolClientId: props.client.userPoolClientId,
    });
    const calls = webhookWorker(parts);
    const stream = streamFunction(parts, sockets, {
      botJobs: botJobs.work.queue,
      inboxJobs: inboxJobs.work.queue,
      webhooks: calls.work.queue,
    });

    this.httpApi = http.api;
    this.httpHost = http.host;
    this.socketHost = sockets.host;
    this.dispatch = stream.dispatch;
    this.socketApi = sockets.api;
    this.workQueues = [answers.failures, botJobs.work, inboxJobs.work, calls.work];
    this.streamFailures = stream.failures;
    this.functions = [
      answers.answer,
      answers.failedAnswers,
      botJobs.worker,
      inboxJobs.worker,
      calls.worker,
      ...conversation,
      ...Object.values(areas),
      stream.dispatch,
    ];
  }
}
