import type { IUserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';

export interface UserPoolFirewallProps {
  readonly name: string;
  readonly userPool: IUserPool;
  /** Operations of Cognito that nobody may call with a person's own access token. */
  readonly closed: readonly string[];
}

/**
 * Closes operations that Cognito leaves open to everybody's access token, and that no setting of a user pool takes away.
 * Those of administrators have other names and stay.
 */
export class UserPoolFirewall extends Construct {
  constructor(scope: Construct, id: string, { name, userPool, closed }: UserPoolFirewallProps) {
    super(scope, id);
    const metrics = (metricName: string) => ({
      metricName,
      cloudWatchMetricsEnabled: true,
      sampledRequestsEnabled: true,
    });
    const acl = new CfnWebACL(this, 'WebAcl', {
      name,
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: metrics(name),
      rules: closed.map((operation, priority) => ({
        name: operation,
        priority,
        action: { block: {} },
        visibilityConfig: metrics(operation),
        statement: {
          byteMatchStatement: {
            fieldToMatch: { singleHeader: { Name: 'x-amz-target' } },
            positionalConstraint: 'ENDS_WITH',
            searchString: `.${operation.toLowerCase()}`,
            textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
          },
        },
      })),
    });
    new CfnWebACLAssociation(this, 'OfPool', { resourceArn: userPool.userPoolArn, webAclArn: acl.attrArn });
  }
}
