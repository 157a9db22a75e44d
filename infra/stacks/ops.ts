import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, type IMetric, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import type { ParleyFunction } from '../constructs/parley-function';

export interface OpsStackProps extends StackProps {
  readonly stage: StageParameters;
  readonly table: ITable;
  readonly deadLetters: readonly IQueue[];
  readonly functions: readonly ParleyFunction[];
}

/** What tells a person that something is wrong. */
export class OpsStack extends Stack {
  private readonly topic: Topic;

  constructor(
    scope: Construct,
    id: string,
    { stage, table, deadLetters, functions, ...props }: OpsStackProps,
  ) {
    super(scope, id, props);
    const key = new Key(this, 'Key', { enableKeyRotation: true, description: 'Encrypts alarms' });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
      }),
    );
    this.topic = new Topic(this, 'Alarms', { masterKey: key, enforceSSL: true });
    this.topic.addSubscription(new EmailSubscription(stage.alarmEmail));

    for (const [i, queue] of deadLetters.entries()) {
      this.alarm(`DeadLetters${i}`, 'A message failed for good: look at it, then redrive it', {
        metric: queue.metricApproximateNumberOfMessagesVisible({
          period: Duration.minutes(5),
          statistic: 'max',
        }),
        above: 0,
      });
    }
    for (const parley of functions) {
      this.alarm(`${parley.node.id}Errors`, `${parley.node.id} fails`, {
        metric: parley.function.metricErrors({ period: Duration.minutes(5) }),
        above: 5,
      });
      this.alarm(`${parley.node.id}Throttles`, `${parley.node.id} is throttled`, {
        metric: parley.function.metricThrottles({ period: Duration.minutes(5) }),
        above: 5,
      });
    }
    const dispatch = functions.find(({ node }) => node.id === 'Dispatch');
    if (dispatch) {
      this.alarm('StreamAge', "The table's changes are followed too late", {
        metric: dispatch.function.metric('IteratorAge', { period: Duration.minutes(5), statistic: 'max' }),
        above: 60_000,
      });
    }
    this.alarm('TableThrottles', 'The table refuses writes', {
      metric: table.metric('WriteThrottleEvents', { period: Duration.minutes(5), statistic: 'sum' }),
      above: 10,
    });
  }

  private alarm(
    id: string,
    alarmDescription: string,
    { metric, above }: { metric: IMetric; above: number },
  ): void {
    const alarm = new Alarm(this, id, {
      metric,
      alarmDescription,
      threshold: above,
      evaluationPeriods: 1,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.topic));
  }
}
