import { CrossStackReferences, Duration, ReferenceStrength, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import type { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import { AlarmTopic } from '../constructs/alarm-topic';

export interface GlobalOpsStackProps extends StackProps {
  readonly stage: StageParameters;
  readonly distribution: Distribution;
}

/** What is watched in us-east-1: CloudFront, whose metrics are nowhere else, and what the account costs. */
export class GlobalOpsStack extends Stack {
  constructor(scope: Construct, id: string, { stage, distribution, ...props }: GlobalOpsStackProps) {
    super(scope, id, { ...props, env: { account: stage.account, region: 'us-east-1' } });
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    const alarms = new AlarmTopic(this, 'AlarmTopic', { stage });
    alarms.alarm('EdgeErrors', 'One in twenty requests at the edge ends in a server error', {
      group: 'callers',
      metric: new Metric({
        namespace: 'AWS/CloudFront',
        metricName: '5xxErrorRate',
        dimensionsMap: { DistributionId: distribution.distributionId, Region: 'Global' },
        statistic: 'avg',
        period: Duration.minutes(5),
      }),
      above: 5,
      // A quiet stage's one failed request is a high rate of one period.
      evaluationPeriods: 3,
      datapointsToAlarm: 2,
    });
    alarms.tell();
    const tell = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
      notification: {
        comparisonOperator: 'GREATER_THAN',
        notificationType,
        threshold,
        thresholdType: 'PERCENTAGE',
      },
      subscribers: [{ subscriptionType: 'EMAIL', address: stage.alarmEmail }],
    });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: `parley-${stage.stage}`,
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: stage.monthlyBudget, unit: 'USD' },
      },
      notificationsWithSubscribers: [tell('ACTUAL', 80), tell('ACTUAL', 100), tell('FORECASTED', 100)],
    });
  }
}
