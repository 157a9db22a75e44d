import {
  CrossStackReferences,
  Duration,
  Names,
  ReferenceStrength,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import type { HttpApi, WebSocketApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import { AlarmTopic } from '../constructs/alarm-topic';
import type { ParleyFunction } from '../constructs/parley-function';
import { StageDashboard } from '../constructs/stage-dashboard';
import { INDEXES } from '../constructs/statements';
import type { WorkQueue } from '../constructs/work-queue';

export interface OpsStackProps extends StackProps {
  readonly stage: StageParameters;
  readonly table: ITable;
  readonly workQueues: readonly WorkQueue[];
  readonly functions: readonly ParleyFunction[];
  /** Which of them follow the table's stream. */
  readonly streamReaders: readonly ParleyFunction[];
  readonly httpApi: HttpApi;
  readonly socketApi: WebSocketApi;
}

const PERIOD = Duration.minutes(5);

/** What tells a person that something is wrong, but for what CloudWatch keeps in us-east-1. */
export class OpsStack extends Stack {
  private readonly alarms: AlarmTopic;

  constructor(scope: Construct, id: string, { stage, ...watched }: OpsStackProps) {
    super(scope, id, { ...(watched.env && { env: watched.env }) });
    // What is watched may go or be renamed without asking its alarms first.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    this.alarms = new AlarmTopic(this, 'AlarmTopic', { stage });
    this.watchQueues(watched);
    this.watchFunctions(watched, stage);
    this.watchApis(watched);
    this.watchMail();
    this.watchReturnedMails(stage);
    this.watchModel(stage);
    for (const what of ['Read', 'Write']) {
      this.alarms.alarm(`Table${what}Throttles`, `The table refuses to ${what.toLowerCase()}`, {
        group: 'limits',
        metric: watched.table.metric(`${what}ThrottleEvents`, { period: PERIOD, statistic: 'sum' }),
        above: 10,
      });
    }
    this.watchIndexes(watched.table);
    this.alarms.tell();
    new StageDashboard(this, 'StageDashboard', { stage, ...watched });
  }

  private watchQueues({ workQueues }: Pick<OpsStackProps, 'workQueues'>): void {
    for (const { deadLetters, queue, lateAfter } of workQueues) {
      this.alarms.alarm(nameOf(deadLetters), 'A message failed for good: look at it, then redrive it', {
        group: 'failed',
        metric: deadLetters.metricApproximateNumberOfMessagesVisible({ period: PERIOD, statistic: 'max' }),
        above: 0,
      });
      this.alarms.alarm(
        `${nameOf(queue)}Age`,
        'Messages wait too long: their function fails, or is too slow',
        {
          group: 'late',
          metric: queue.metricApproximateAgeOfOldestMessage({ period: PERIOD, statistic: 'max' }),
          above: lateAfter.toSeconds(),
        },
      );
    }
  }

  private watchFunctions(
    { functions, streamReaders }: Pick<OpsStackProps, 'functions' | 'streamReaders'>,
    { concurrencyQuota }: StageParameters,
  ): void {
    for (const parley of functions) {
      this.alarms.alarm(`${parley.node.id}Errors`, `${parley.node.id} fails`, {
        group: 'errors',
        metric: parley.function.metricErrors({ period: PERIOD }),
        above: 5,
      });
      this.alarms.alarm(`${parley.node.id}Throttles`, `${parley.node.id} is throttled`, {
        group: 'limits',
        metric: parley.function.metricThrottles({ period: PERIOD }),
        above: 5,
      });
    }
    for (const { node, function: reader } of streamReaders)
      this.alarms.alarm(`${node.id}StreamAge`, `The table's changes are followed too late by ${node.id}`, {
        group: 'late',
        metric: reader.metric('IteratorAge', { period: PERIOD, statistic: 'max' }),
        above: 60_000,
      });
    // What is reserved counts as claimed, in use or not: the rest is what all other functions have.
    this.alarms.alarm('AccountConcurrency', "The account's concurrency is nearly used up: raise the quota", {
      group: 'limits',
      metric: new Metric({
        namespace: 'AWS/Lambda',
        metricName: 'ClaimedAccountConcurrency',
        statistic: 'max',
        period: PERIOD,
      }),
      above: Math.floor(concurrencyQuota * 0.8),
    });
  }

  private watchApis({ httpApi, socketApi }: Pick<OpsStackProps, 'httpApi' | 'socketApi'>): void {
    this.alarms.alarm('ApiErrors', 'The API answers with server errors', {
      group: 'callers',
      metric: httpApi.metricServerError({ period: PERIOD }),
      above: 10,
    });
    this.alarms.alarm('ApiLatency', 'One call of the API in twenty takes more than three seconds', {
      group: 'late',
      metric: httpApi.metricLatency({ period: PERIOD, statistic: 'p95' }),
      above: 3_000,
      // Single slow calls, such as exports, are much of a quiet period.
      evaluationPeriods: 3,
    });
    for (const metricName of ['IntegrationError', 'ExecutionError']) {
      this.alarms.alarm(`Socket${metricName}s`, 'The WebSocket API fails', {
        group: 'callers',
        metric: socketApi.metric(metricName, { period: PERIOD, statistic: 'sum' }),
        above: 10,
      });
    }
  }

  /** An index that takes no more writes holds up those of its table. */
  private watchIndexes(table: ITable): void {
    for (const index of INDEXES)
      this.alarms.alarm(`Index${index}Throttles`, `The index ${index} refuses to write`, {
        group: 'limits',
        metric: new Metric({
          namespace: 'AWS/DynamoDB',
          metricName: 'WriteThrottleEvents',
          dimensionsMap: { TableName: table.tableName, GlobalSecondaryIndexName: index },
          statistic: 'sum',
          period: PERIOD,
        }),
        above: 10,
      });
  }

  /** AWS reviews an account at 5 per cent of bounces or 0.1 of complaints, and stops its mail at 10 or 0.5. */
  private watchMail(): void {
    const rate = (metricName: string) =>
      new Metric({ namespace: 'AWS/SES', metricName, statistic: 'max', period: Duration.hours(1) });
    this.alarms.alarm('MailBounces', 'Mails bounce: find out which before AWS stops them all', {
      group: 'mail',
      metric: rate('Reputation.BounceRate'),
      above: 0.04,
    });
    this.alarms.alarm(
      'MailComplaints',
      'Mails are marked as spam: find out which before AWS stops them all',
      {
        group: 'mail',
        metric: rate('Reputation.ComplaintRate'),
        above: 0.0008,
      },
    );
  }

  /** Addresses that were struck off: many at once are a list that somebody bought, or an attack in our name. */
  private watchReturnedMails({ stage }: StageParameters): void {
    this.alarms.alarm('MailsReturned', 'Mails come back or are called spam: see the log of InboxJobsWorker', {
      group: 'mail',
      metric: new Metric({
        namespace: 'Parley',
        metricName: 'MailsReturned',
        dimensionsMap: { stage },
        statistic: 'sum',
        period: Duration.hours(1),
      }),
      above: 10,
    });
  }

  /** Single failures are quoted around and told in the log; a share of them is an outage. */
  private watchModel({ stage }: StageParameters): void {
    const count = (metricName: string) =>
      new Metric({
        namespace: 'Parley',
        metricName,
        dimensionsMap: { stage },
        statistic: 'sum',
        period: Duration.minutes(15),
      });
    this.alarms.alarm(
      'AnswersWithoutModel',
      'One in five answers is quotes, since the model does not answer',
      {
        group: 'answers',
        metric: new MathExpression({
          expression: 'IF(answers >= 20, 100 * without / answers, 0)',
          usingMetrics: { answers: count('Answers'), without: count('AnswersWithoutModel') },
          period: Duration.minutes(15),
          label: 'Answers without the model, per cent',
        }),
        above: 20,
      },
    );
    this.alarms.alarm(
      'UnreadableSegments',
      'Bots answer without a part of what they know: its index is newer than the code; npm run rebuild, or deploy forward',
      { group: 'answers', metric: count('UnreadableSegments'), above: 0 },
    );
    this.alarms.alarm(
      'EmbeddingsFailed',
      'The embedding model does not answer: search goes by words alone; look at its access and quota',
      { group: 'answers', metric: count('EmbeddingsFailed'), above: 10 },
    );
    this.alarms.alarm(
      'ReconcileFailed',
      'The daily comparison could not look at something of an account: see the log of ReconcileWorker',
      { group: 'failed', metric: count('ReconcileFailed'), above: 0 },
    );
    this.alarms.alarm(
      'AnswersLate',
      'One visitor in twenty waits more than ten seconds for the first words',
      {
        group: 'answers',
        metric: new Metric({
          namespace: 'Parley',
          metricName: 'AnswerFirstText',
          dimensionsMap: { stage },
          statistic: 'p95',
          period: Duration.minutes(15),
        }),
        above: 10_000,
      },
    );
    for (const [id, share] of [
      ['ModelBudget', 80],
      ['ModelBudgetSpent', 100],
    ] as const)
      this.alarms.alarm(
        id,
        `Models have used ${share}% of what they may cost today: beyond, visitors get quotes`,
        {
          group: 'spending',
          metric: new Metric({
            namespace: 'Parley',
            metricName: 'ModelBudgetUsed',
            dimensionsMap: { stage },
            statistic: 'max',
            period: PERIOD,
          }),
          // A share that is reached, as exactly as it is written.
          above: share - 0.01,
        },
      );
  }
}

/** A name that stays when queues are added: a place in a list would rename other alarms. */
function nameOf(queue: IQueue): string {
  return Names.uniqueResourceName(queue, { maxLength: 80 });
}
