import { Validations } from 'aws-cdk-lib';
import { Alarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import { alarmName } from './alarm-topic';
import type { ParleyFunction } from './parley-function';

export interface ReleasesProps {
  readonly stage: StageParameters;
  /** Each with the alarms that take a release of it back, by what `OpsStack` calls them. */
  readonly functions: readonly (readonly [ParleyFunction, readonly string[]])[];
}

const SHIFT_TRAFFIC = 'arn:aws:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited';

/** `-c release=now`: at once, whatever is raised, since the release may be what ends it. */
const AT_ONCE = 'now';

/**
 * A release of what visitors and the stream meet: a new version takes a tenth of the calls more every minute, and all go
 * back to the one before when an alarm is raised meanwhile, by which the deployment fails and is rolled back.
 */
export class Releases extends Construct {
  constructor(scope: Construct, id: string, { stage, functions }: ReleasesProps) {
    super(scope, id);
    const released = functions.flatMap(([{ node, live }, alarms]) => (live ? [{ node, live, alarms }] : []));
    if (released.length === 0) return;
    const isAtOnce = this.node.tryGetContext('release') === AT_ONCE;
    const application = new LambdaApplication(this, 'Application');
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
      description: 'Shifts calls from one version of a function to the next',
      managedPolicies: [ManagedPolicy.fromManagedPolicyArn(this, 'ShiftTraffic', SHIFT_TRAFFIC)],
    });
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::${SHIFT_TRAFFIC}]`,
      reason:
        "CodeDeploy's own policy for aliases of functions: it moves aliases and reads alarms. CodeDeploy alone may assume the role.",
    });
    for (const { node, live, alarms } of released)
      new LambdaDeploymentGroup(this, node.id, {
        application,
        // Else the construct gives the role its policy once more for each.
        role: role.withoutPolicyUpdates(),
        alias: live,
        deploymentConfig: isAtOnce
          ? LambdaDeploymentConfig.ALL_AT_ONCE
          : LambdaDeploymentConfig.LINEAR_10PERCENT_EVERY_1MINUTE,
        // By name: they watch these functions and are made after them.
        alarms: (isAtOnce ? [] : alarms).map((alarm) =>
          Alarm.fromAlarmName(this, `${node.id}${alarm}`, alarmName(stage, alarm)),
        ),
        // One that is new is made by the same deployment, later.
        ignorePollAlarmsFailure: true,
      });
  }
}
