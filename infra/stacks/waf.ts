import { Stack, type StackProps } from 'aws-cdk-lib';
import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { ROUTES, type Route } from '#contract/routes';
import { bodyLimit } from '#contract/routes/body-limit';
import type { StageParameters } from '../config/stage';
import { logBlocked } from '../constructs/firewall-log';

export interface WafStackProps extends StackProps {
  readonly stage: StageParameters;
}

/** Calls of one address in five minutes before it has to wait: an office may share one. */
const RATE_LIMIT = 3_000;
/** Of these, visitors' new sessions, each of which writes. */
const SESSION_LIMIT = 300;

/** Bytes of a body that the firewall reads; more than these cost more, up to 64 kB. */
const INSPECTED = 48 * 1024;
const isPlain = (route: Route) => bodyLimit(route) <= INSPECTED;
const LARGE = (Object.values(ROUTES) as Route[]).filter((route) => !isPlain(route));
const PLAIN = (Object.values(ROUTES) as Route[]).filter(isPlain);
/** What no other route takes: the function would refuse it too, but only after it was sent and started. */
const LARGEST_BODY = Math.max(...PLAIN.map(bodyLimit));
/** Paths of users' routes that take more: a bot with its flow, a picture. The function holds each to its own limit. */
const LARGE_BODIES = `^(?:${[...new Set(LARGE.map(({ path }) => path.replace(/\{\w+\}/g, '[^/]+')))].join('|')})$`;

/**
 * Rules that only count. AWS's own limit of a body, 8 kB, is less than a visitor's message may have: `BodySize` is ours,
 * and blocks. A visitor's question and what is searched for are free text, which may quote a script, a path or an address, and
 * a page's cursor may be long: nothing of it is ever shown as HTML, opened or fetched, and our own limits say
 * how long it may be.
 */
const COUNTED = [
  'SizeRestrictions_BODY',
  'SizeRestrictions_QUERYSTRING',
  'CrossSiteScripting_BODY',
  'CrossSiteScripting_QUERYARGUMENTS',
  'GenericLFI_BODY',
  'GenericLFI_QUERYARGUMENTS',
  'GenericRFI_BODY',
  'GenericRFI_QUERYARGUMENTS',
  'EC2MetaDataSSRF_BODY',
  'EC2MetaDataSSRF_QUERYARGUMENTS',
  'RestrictedExtensions_QUERYARGUMENTS',
];
/** The same of what attacks programs in Java, which nothing here is. */
const COUNTED_BAD = [
  'JavaDeserializationRCE_BODY',
  'JavaDeserializationRCE_QUERYSTRING',
  'Log4JRCE_BODY',
  'Log4JRCE_QUERYSTRING',
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
    const uriPathMatches = (regexString: string) => ({
      regexMatchStatement: {
        fieldToMatch: { uriPath: {} },
        regexString,
        textTransformations: [{ priority: 0, type: 'NONE' }],
      },
    });
    const acl = new CfnWebACL(this, 'WebAcl', {
      name: `parley-${stage.stage}`,
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: metrics(`parley-${stage.stage}`),
      associationConfig: {
        requestBody: { CLOUDFRONT: { defaultSizeInspectionLimit: `KB_${INSPECTED / 1024}` } },
      },
      rules: [
        limit(0, 'RateLimit', { limit: RATE_LIMIT, aggregateKeyType: 'IP' }),
        limit(1, 'SessionLimit', {
          limit: SESSION_LIMIT,
          aggregateKeyType: 'IP',
          scopeDownStatement: uriPathMatches('^/api/widget/[^/]+/sessions$'),
        }),
        {
          name: 'BodySize',
          priority: 2,
          action: { block: { customResponse: { responseCode: 413 } } },
          visibilityConfig: metrics('BodySize'),
          statement: {
            andStatement: {
              statements: [
                {
                  sizeConstraintStatement: {
                    // One that is longer than what is read of it is too large in any case.
                    fieldToMatch: { body: { oversizeHandling: 'MATCH' } },
                    comparisonOperator: 'GT',
                    size: LARGEST_BODY,
                    textTransformations: [{ priority: 0, type: 'NONE' }],
                  },
                },
                { notStatement: { statement: uriPathMatches(LARGE_BODIES) } },
              ],
            },
          },
        },
        managed(3, 'AWSManagedRulesAmazonIpReputationList'),
        managed(4, 'AWSManagedRulesKnownBadInputsRuleSet', COUNTED_BAD),
        managed(5, 'AWSManagedRulesCommonRuleSet', COUNTED),
      ],
    });
    // Tokens of people and visitors; a socket's ticket in the query is good for one opening.
    logBlocked(this, { stage, acl, name: `parley-${stage.stage}`, redacted: ['authorization', 'cookie'] });
    this.webAclArn = acl.attrArn;
  }
}
