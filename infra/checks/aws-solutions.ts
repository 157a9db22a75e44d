import { CfnResource, type PolicyValidationPluginReport, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, rules } from 'cdk-nag';
import type { IConstruct } from 'constructs';
import { endsOurArn } from './house-rules';

/** Ends of ARNs that can't be closed, and why. One that is not here stays a finding. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /\/(uploads|attachments|index|parts|pictures|w|w\/person|w\/account|exports|reports)\/\*$/,
    'Objects are named by ids that are made at run time. The bucket is ours, the prefix is the only one that the function works on, and the tenant in the key is decided by the function from the caller it has verified.',
  ],
  [
    /\/aws\/lambda\/\*$/,
    'Lambda names what a reader of the stream gave up when it keeps it. The bucket is ours and holds nothing else.',
  ],
  [
    /\/socket\/(POST|DELETE)\/@connections\/\*$/,
    'Connections are named by API Gateway when they open. API, stage and method are exact.',
  ],
  [
    /:schedule\/parley-\w+-reports\/\*$/,
    'Schedules are made at run time, one for each report of a tenant. The group is ours and holds nothing else; the name is made by the function from the account of the caller it has verified.',
  ],
];

/** The house rules refuse it to every other action. */
const NO_RESOURCE =
  'The action works on what its call brings along: AWS knows no resource of it that could be named.';

/**
 * AWS's checks of a solution. Wildcards that end an ARN of ours for a known reason are acknowledged finding by
 * finding, and only now: before synthesis what another stack exports has no name yet.
 */
export class AwsSolutions extends AwsSolutionsChecks {
  override validateScope(scope: IConstruct): PolicyValidationPluginReport {
    for (const node of scope.node.findAll()) if (CfnResource.isCfnResource(node)) acknowledgeWildcards(node);
    return super.validateScope(scope);
  }
}

function acknowledgeWildcards(node: CfnResource): void {
  const findings = rules.iam.IAMNoWildcardPermissions(node);
  if (!Array.isArray(findings)) return;
  for (const finding of findings) {
    const arn = withoutExports(finding.replace(/^Resource::/, ''));
    const reason = arn === '*' ? NO_RESOURCE : REASONS.find(([end]) => end.test(arn))?.[1];
    if (reason && (arn === '*' || endsOurArn(arn)))
      Validations.of(node).acknowledge({ id: `AwsSolutions-IAM5[${finding}]`, reason });
  }
}

/** cdk-nag writes what another stack exports as `stack:ExportName/…`: a reference like any other. */
function withoutExports(arn: string): string {
  return arn.replace(/^[\w-]+:ExportsOutput\w+/, '<imported>');
}
