import { Duration } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Dashboard, GraphWidget, type IMetric, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import type { ParleyFunction } from './parley-function';
import type { WorkQueue } from './work-queue';

export interface StageDashboardProps {
  readonly stage: StageParameters;
  readonly table: ITable;
  readonly httpApi: HttpApi;
  readonly workQueues: readonly WorkQueue[];
  readonly functions: readonly ParleyFunction[];
  readonly streamReaders: readonly ParleyFunction[];
}

const PERIOD = Duration.minutes(5);

/** What an operator looks at first when something is said to be slow: a page of CloudWatch, from answers down to the table. */
export class StageDashboard extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { stage, table, httpApi, workQueues, functions, streamReaders }: StageDashboardProps,
  ) {
    super(scope, id);
    const ofStage = (metricName: string, statistic: string) =>
      new Metric({
        namespace: 'Parley',
        metricName,
        dimensionsMap: { stage: stage.stage },
        statistic,
        period: PERIOD,
      });
    const answering = functions.filter(({ node }) => node.id === 'Answer');
    const graph = (title: string, left: IMetric[]) => new GraphWidget({ title, left, width: 8, height: 6 });
    new Dashboard(this, 'Dashboard', {
      dashboardName: `parley-${stage.stage}`,
      widgets: [
        [
          graph('Answers, those without the model, and abstentions', [
            ofStage('Answers', 'sum'),
            ofStage('AnswersWithoutModel', 'sum'),
            ofStage('Abstentions', 'sum'),
          ]),
          graph('How long an answer’s first words take, and all of it', [
            ...['p50', 'p95'].map((statistic) => ofStage('AnswerFirstText', statistic)),
            ...answering.map(({ function: answer }) =>
              answer.metricDuration({ statistic: 'p95', period: PERIOD }),
            ),
          ]),
          graph('Models: per cent of the day’s budget', [ofStage('ModelBudgetUsed', 'max')]),
        ],
        [
          graph('Calls of the API, and server errors', [
            httpApi.metricCount({ statistic: 'sum', period: PERIOD }),
            httpApi.metricServerError({ statistic: 'sum', period: PERIOD }),
          ]),
          graph(
            'Latency of the API',
            ['p50', 'p95'].map((statistic) => httpApi.metricLatency({ statistic, period: PERIOD })),
          ),
          graph(
            'Errors of functions',
            functions.map(({ function: each }) => each.metricErrors({ period: PERIOD })),
          ),
        ],
        [
          graph(
            'Age of the oldest message of each queue',
            workQueues.map(({ queue }) => queue.metricApproximateAgeOfOldestMessage({ period: PERIOD })),
          ),
          graph(
            'Lag of the stream’s readers',
            streamReaders.map(({ function: reader }) =>
              reader.metric('IteratorAge', { period: PERIOD, statistic: 'max' }),
            ),
          ),
          graph(
            'The table: units used, and refusals',
            ['ConsumedWriteCapacityUnits', 'ConsumedReadCapacityUnits', 'WriteThrottleEvents'].map((name) =>
              table.metric(name, { period: PERIOD, statistic: 'sum' }),
            ),
          ),
        ],
      ],
    });
  }
}
