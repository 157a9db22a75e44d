import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';

export interface WafStackProps extends StackProps {
  readonly stage: StageParameters;
}

/** Calls of one address in five minutes before it has to wait. */
const RATE_LIMIT = 3_000;

/**
 * The firewall in front of the distribution. CloudFront takes only one that lies in us-east-1, so it is a stack
 * of its own there; its ARN goes to the edge as a parameter, since a reference from another region would need a
 * custom resource with rights in both.
 */
export class WafStack extends Stack {
  constructor(scope: Construct, id: string, { stage, ...props }: WafStackProps) {
    super(scope, id, { ...props, env: { account: stage.account, region: 'us-east-1' } });
    const metrics = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: true,
    });
    const managed = (priority: number, name: string, counted: readonly string[] = []) => ({
      name,
      priority,
      overrideAction: { none: {} },
      visibilityConfig: metrics(name),
      statement: {
        managedRuleGroupStatement: {
          vendorName: 'AWS',
          name,
          ruleActionOverrides: counted.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
        },
      },
    });
    const acl = new CfnWebACL(this, 'WebAcl', {
      name: `parley-${stage.stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metrics(`parley-${stage.stage}`),
      rules: [
        {
          name: 'RateLimit',
          priority: 0,
          action: { block: { customResponse: { responseCode: 429 } } },
          visibilityConfig: metrics('RateLimit'),
          statement: { rateBasedStatement: { limit: RATE_LIMIT, aggregateKeyType: 'IP' } },
        },
        managed(1, 'AWSManagedRulesAmazonIpReputationList'),
        managed(2, 'AWSManagedRulesKnownBadInputsRuleSet'),
        // A visitor's question may quote code or run long; our own limits say how long.
        managed(3, 'AWSManagedRulesCommonRuleSet', ['SizeRestrictions_BODY', 'CrossSiteScripting_BODY']),
      ],
    });
    new CfnOutput(this, 'WebAclArn', { value: acl.attrArn });
  }
}
