import * as z from 'zod';
import type { Resource } from '#infra/local/assembly/model';
import { matchesWildcards } from '../../runtime/wildcard';

const OneOrMany = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
/** What a condition compares with may be written as a number or a boolean. */
const Scalar = z.union([z.string(), z.number(), z.boolean()]);
const Expected = z.union([Scalar, z.array(Scalar)]).transform((value) => [value].flat().map(String));

const Policy = z.object({
  Bucket: z.string(),
  PolicyDocument: z.object({
    Statement: z.array(
      z.object({
        Effect: z.enum(['Allow', 'Deny']),
        Principal: z.union([z.literal('*'), z.record(z.string(), OneOrMany)]),
        Action: OneOrMany,
        Resource: OneOrMany,
        Condition: z.record(z.string(), z.record(z.string(), Expected)).default({}),
      }),
    ),
  }),
});
type Statement = z.infer<typeof Policy>['PolicyDocument']['Statement'][number];

/** Says whether CloudFront may do an S3 action on a resource's ARN. */
export type EdgePermission = (bucket: string, action: string, resource: string) => boolean;

/**
 * What the template's bucket policies grant to a distribution that signs with its access control. A bucket
 * without such a grant is as closed to the edge here as it would be on AWS.
 */
export function edgePermission(resources: readonly Resource[], distributionArn: string): EdgePermission {
  const policies = resources
    .filter(({ type }) => type === 'AWS::S3::BucketPolicy')
    .map(({ properties }) => Policy.parse(properties));
  const context: Readonly<Record<string, string>> = {
    'aws:sourcearn': distributionArn,
    'aws:sourceaccount': distributionArn.split(':')[4] ?? '',
    'aws:securetransport': 'true',
    's3:tlsversion': '1.3',
  };

  return (bucket, action, resource) => {
    const applying = policies
      .filter((policy) => policy.Bucket === bucket)
      .flatMap((policy) => policy.PolicyDocument.Statement)
      .filter(
        (statement) =>
          isForEdge(statement) &&
          statement.Action.some((pattern) => matchesWildcards(pattern.toLowerCase(), action.toLowerCase())) &&
          statement.Resource.some((pattern) => matchesWildcards(pattern, resource)) &&
          holds(statement, context),
      );
    return applying.length > 0 && applying.every(({ Effect }) => Effect === 'Allow');
  };
}

function isForEdge({ Principal: principal }: Statement): boolean {
  return (
    principal === '*' ||
    Object.entries(principal).some(([kind, names]) =>
      kind === 'Service' ? names.includes('cloudfront.amazonaws.com') : names.includes('*'),
    )
  );
}

function holds(statement: Statement, context: Readonly<Record<string, string>>): boolean {
  return Object.entries(statement.Condition).every(([operator, keys]) =>
    Object.entries(keys).every(([key, expected]) => {
      const actual = context[key.toLowerCase()];
      return actual !== undefined && expected.some((value) => compare(operator, actual, value));
    }),
  );
}

function compare(operator: string, actual: string, expected: string): boolean {
  switch (operator) {
    case 'StringEquals':
    case 'ArnEquals':
    case 'Bool':
      return actual === expected;
    case 'StringLike':
    case 'ArnLike':
      return matchesWildcards(expected, actual);
    case 'NumericLessThan':
      return Number(actual) < Number(expected);
    default:
      throw new Error(`condition ${operator} of a bucket policy does not run locally`);
  }
}
