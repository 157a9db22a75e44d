import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import type { StageParameters } from '../config/stage';

export interface WafStackProps extends StackProps {
  readonly stage: StageParameters;
}

/** Calls of one address in five minutes before it has to wait: an office may share one. */
const RATE_LIMIT = 3_000;
/** Of these, visitors' new sessions, each of which writes. */
const SESSION_LIMIT = 300;

/**
 * Rules that only count. A visitor's question is free text, which may quote a script, a path or an address, and
 * a page's cursor may be long: nothing of it is ever shown as HTML, opened or fetched, and our own limits say
 * how long it may be.
 */
const COUNTED = [
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
  'CrossSiteScripting_BODY',
  'GenericLFI_BODY',
  'GenericRFI_BODY',
  'EC2MetaDataSSRF_BODY',
];

/** The firewall in front of the distribution. CloudFront takes only one that lies in us-east-1. */
export class WafStack extends Stack {
  readonly webAclArn: string;

  constructor(scope: Construct, id: string, { stage, ...props }: WafStackProps) {
    super(scope, id, { ...props, env: { account: stage.account, region: 'us-east-1' } });
    const metrics = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: true,
    });
    const limit = (
      priority: number,
      name: string,
      rateBasedStatement: CfnWebACL.RateBasedStatementProperty,
    ) => ({
      name,
      priority,
      action: { block: { customResponse: { responseCode: 429 } } },
      visibilityConfig: metrics(name),
      statement: { rateBasedStatement },
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
        limit(0, 'RateLimit', { limit: RATE_LIMIT, aggregateKeyType: 'IP' }),
        limit(1, 'SessionLimit', {
          limit: SESSION_LIMIT,
          aggregateKeyType: 'IP',
          scopeDownStatement: {
            regexMatchStatement: {
              fieldToMatch: { uriPath: {} },
              regexString: '^/api/widget/[^/]+/sessions$',
              textTransformations: [{ priority: 0, type: 'NONE' }],
            },
          },
        }),
        managed(2, 'AWSManagedRulesAmazonIpReputationList'),
        managed(3, 'AWSManagedRulesKnownBadInputsRuleSet'),
        managed(4, 'AWSManagedRulesCommonRuleSet', COUNTED),
      ],
    });
    this.webAclArn = acl.attrArn;
  }
}
