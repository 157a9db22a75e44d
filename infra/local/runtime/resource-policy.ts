import * as z from 'zod';
import type { Resource } from '../assembly/model';
import { matchesWildcards } from './wildcard';

const OneOrMany = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());
/** What a condition compares with may be written as a number or a boolean. */
const Scalar = z.union([z.string(), z.number(), z.boolean()]);
const Expected = z.union([Scalar, z.array(Scalar)]).transform((value) => [value].flat().map(String));

const Policy = z.object({
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

/** A service of AWS that acts for a resource of ours, such as a distribution that reads or a rule that sends. */
export interface ActingService {
  /** `cloudfront.amazonaws.com` */
  readonly principal: string;
  readonly sourceArn: string;
  readonly accountId: string;
}

/** Says whether a service may do an action on a resource's ARN. */
export type ServicePermission = (service: ActingService, action: string, resource: string) => boolean;

/**
 * What resource policies grant to services. It is all that these have: what no policy grants fails on AWS, and where
 * nobody waits for it silently.
 */
export function readResourcePolicies(policies: readonly Resource[]): ServicePermission {
  const statements = policies.flatMap(({ properties }) => Policy.parse(properties).PolicyDocument.Statement);
  return ({ principal, sourceArn, accountId }, action, resource) => {
    const context: Readonly<Record<string, string>> = {
      'aws:sourcearn': sourceArn,
      'aws:sourceaccount': accountId,
      'aws:securetransport': 'true',
      's3:tlsversion': '1.3',
    };
    const applying = statements.filter(
      (statement) =>
        isFor(principal, statement) &&
        statement.Action.some((pattern) => matchesWildcards(pattern.toLowerCase(), action.toLowerCase())) &&
        statement.Resource.some((pattern) => matchesWildcards(pattern, resource)) &&
        holds(statement, context),
    );
    return applying.length > 0 && applying.every(({ Effect }) => Effect === 'Allow');
  };
}

function isFor(service: string, { Principal: principal }: Statement): boolean {
  return (
    principal === '*' ||
    Object.entries(principal).some(([kind, names]) =>
      kind === 'Service' ? names.includes(service) : names.includes('*'),
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
      throw new Error(`condition ${operator} of a resource policy does not run locally`);
  }
}
