import { CfnLoggingConfiguration, type CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';
import { expiringLog } from './expiring-log';

interface FirewallLogProps {
  readonly stage: StageParameters;
  readonly acl: CfnWebACL;
  /** Of the firewall. */
  readonly name: string;
  /** Headers of which the log holds no value. */
  readonly redacted: readonly string[];
}

/** Has a firewall log only what it refused: who is refused rightly can be told from who is not. */
export function logBlocked(scope: Construct, { stage, acl, name, redacted }: FirewallLogProps): void {
  // Names of logs that a firewall may write begin so.
  const log = expiringLog(scope, 'Log', stage, `aws-waf-logs-${name}`);
  new CfnLoggingConfiguration(scope, 'Logging', {
    resourceArn: acl.attrArn,
    logDestinationConfigs: [log.logGroupArn],
    redactedFields: redacted.map((Name) => ({ singleHeader: { Name } })),
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [
        {
          Behavior: 'KEEP',
          Requirement: 'MEETS_ANY',
          Conditions: [{ ActionCondition: { Action: 'BLOCK' } }],
        },
      ],
    },
  });
}
