import { RemovalPolicy } from 'aws-cdk-lib';
import { LogGroup, type RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';

/** A log that forgets after as many days as the stage says, and goes with its stack. */
export function expiringLog(
  scope: Construct,
  id: string,
  { logRetentionDays }: StageParameters,
  name?: string,
): LogGroup {
  return new LogGroup(scope, id, {
    ...(name !== undefined && { logGroupName: name }),
    retention: logRetentionDays as RetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}
