import {
  CrossStackReferences,
  Duration,
  Names,
  ReferenceStrength,
  RemovalPolicy,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  Metric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { AccountRootPrincipal, PolicyDocument, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
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
  /** Which of them follows the table's stream. */
  readonly streamReader: ParleyFunction;
  readonly httpApi: HttpApi;
}

/** What tells a person that something is wrong. */
export class OpsStack extends Stack {
  private readonly topic: Topic;

  constructor(
    scope: Construct,
    id: string,
    { stage, table, deadLetters, functions, streamReader, httpApi, ...props }: OpsStackProps,
  ) {
    super(scope, id, props);
    // What is watched may go or be renamed without asking its alarms first.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    this.topic = new Topic(this, 'Alarms', { masterKey: this.alarmKey(), enforceSSL: true });
    this.topic.addSubscription(new EmailSubscription(stage.alarmEmail));

    for (const queue of deadLetters) {
      this.alarm(nameOf(queue), 'A message failed for good: look at it, then redrive it', {
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
    this.alarm('StreamAge', "The table's changes are followed too late", {
      metric: streamReader.function.metric('IteratorAge', { period: Duration.minutes(5), statistic: 'max' }),
      above: 60_000,
    });
    this.alarm('ApiErrors', 'The API answers with server errors', {
      metric: httpApi.metricServerError({ period: Duration.minutes(5) }),
      above: 10,
    });
    // AWS reviews an account at 5 per cent, and stops its mail at 10.
    this.alarm('MailBounces', 'Mails bounce: find out which before AWS stops them all', {
      metric: new Metric({
        namespace: 'AWS/SES',
        metricName: 'Reputation.BounceRate',
        statistic: 'max',
        period: Duration.hours(1),
      }),
      above: 0.04,
    });
    for (const [id, share] of [
      ['ModelBudget', 80],
      ['ModelBudgetSpent', 100],
    ] as const) {
      this.alarm(id, `Models have used ${share}% of what they may cost today: beyond, visitors get quotes`, {
        metric: new Metric({
          namespace: 'Parley',
          metricName: 'ModelBudgetUsed',
          dimensionsMap: { service: stage.stage },
          statistic: 'max',
          period: Duration.minutes(5),
        }),
        // A share that is reached, as exactly as it is written.
        above: share - 0.01,
      });
    }
    for (const what of ['Read', 'Write']) {
      this.alarm(`Table${what}Throttles`, `The table refuses to ${what.toLowerCase()}`, {
        metric: table.metric(`${what}ThrottleEvents`, { period: Duration.minutes(5), statistic: 'sum' }),
        above: 10,
      });
    }
  }

  /** CloudWatch may not use AWS's own key, so the topic needs one that lets it. */
  private alarmKey(): Key {
    const anyOfIt = ['*'];
    return new Key(this, 'Key', {
      description: 'Encrypts alarms',
      enableKeyRotation: true,
      removalPolicy: RemovalPolicy.DESTROY,
      // CDK's own policy would allow the account kms:*, using the key included.
      policy: new PolicyDocument({
        statements: [
          new PolicyStatement({
            sid: 'Administer',
            principals: [new AccountRootPrincipal()],
            actions: KEY_ADMINISTRATION,
            resources: anyOfIt,
          }),
          new PolicyStatement({
            sid: 'SendAlarms',
            principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
            actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
            resources: anyOfIt,
            conditions: { StringEquals: { 'aws:SourceAccount': this.account } },
          }),
        ],
      }),
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

/** What CloudFormation and an administrator do with a key, besides using it. */
const KEY_ADMINISTRATION = [
  'kms:CancelKeyDeletion',
  'kms:DescribeKey',
  'kms:DisableKey',
  'kms:DisableKeyRotation',
  'kms:EnableKey',
  'kms:EnableKeyRotation',
  'kms:GetKeyPolicy',
  'kms:GetKeyRotationStatus',
  'kms:ListKeyPolicies',
  'kms:ListResourceTags',
  'kms:PutKeyPolicy',
  'kms:ScheduleKeyDeletion',
  'kms:TagResource',
  'kms:UntagResource',
  'kms:UpdateKeyDescription',
];

/** A name that stays when queues are added: a place in a list would rename other alarms. */
function nameOf(queue: IQueue): string {
  return Names.uniqueResourceName(queue, { maxLength: 80 });
}
