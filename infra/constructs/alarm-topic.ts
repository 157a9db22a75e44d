import { RemovalPolicy, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  AlarmRule,
  ComparisonOperator,
  CompositeAlarm,
  type CreateAlarmOptions,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import { RUNBOOK, type RunbookGroup } from '../config/runbook';
import type { StageParameters } from '../config/stage';
import { ownKey } from './own-key';

/** Others than the stack that makes an alarm know it by this. */
export const alarmName = ({ stage }: Pick<StageParameters, 'stage'>, id: string) => `parley-${stage}-${id}`;

export interface AlarmCondition
  extends Partial<Pick<CreateAlarmOptions, 'evaluationPeriods' | 'datapointsToAlarm'>> {
  readonly group: RunbookGroup;
  readonly metric: IMetric;
  readonly above: number;
}

/** Where alarms of a region go: an encrypted topic that mails the stage's alarm address, once a group. */
export class AlarmTopic extends Construct {
  private readonly topic: Topic;
  private readonly alarms = new Map<RunbookGroup, Alarm[]>();

  constructor(
    scope: Construct,
    id: string,
    private readonly props: { readonly stage: StageParameters },
  ) {
    super(scope, id);
    // Made in the stack itself, as before there were several: a topic that moves asks for its address again.
    this.topic = new Topic(scope, 'Alarms', { masterKey: alarmKey(scope), enforceSSL: true });
    this.topic.addSubscription(new EmailSubscription(props.stage.alarmEmail));
  }

  /** An alarm on a metric over one period, unless the condition says otherwise. No data is no alarm. */
  alarm(
    id: string,
    alarmDescription: string,
    { group, metric, above, evaluationPeriods = 1, datapointsToAlarm }: AlarmCondition,
  ): void {
    const alarm = new Alarm(Stack.of(this), id, {
      metric,
      alarmName: alarmName(this.props.stage, id),
      alarmDescription,
      threshold: above,
      evaluationPeriods,
      ...(datapointsToAlarm !== undefined && { datapointsToAlarm }),
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    });
    this.alarms.set(group, [...(this.alarms.get(group) ?? []), alarm]);
  }

  /** Mails of each group whose alarms there are. To be called after the last. */
  tell(): void {
    for (const [group, alarms] of this.alarms) {
      const any = new CompositeAlarm(Stack.of(this), `Any${group[0]?.toUpperCase()}${group.slice(1)}`, {
        alarmRule: AlarmRule.anyOf(...alarms),
        alarmDescription: RUNBOOK[group],
      });
      any.addAlarmAction(new SnsAction(this.topic));
    }
  }
}

/** CloudWatch may not use AWS's own key, so the topic needs one that lets it. */
function alarmKey(scope: Construct): Key {
  return ownKey(scope, 'Key', {
    description: 'Encrypts alarms',
    removalPolicy: RemovalPolicy.DESTROY,
    users: [
      new PolicyStatement({
        sid: 'SendAlarms',
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['kms:Decrypt', 'kms:GenerateDataKey'],
        resources: ['*'],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(scope).account } },
      }),
    ],
  });
}
