import * as z from 'zod';
import { matchesWildcards } from '../../runtime/wildcard';

const OneOrMany = z.union([z.string(), z.array(z.string())]).transform((value) => [value].flat());

/** What an authorizer function answers when it does not use simple responses. */
export const AuthorizerPolicy = z.object({
  principalId: z.string().optional(),
  policyDocument: z.object({
    Statement: z
      .union([z.array(z.unknown()), z.unknown().transform((statement) => [statement])])
      .pipe(z.array(z.object({ Effect: z.enum(['Allow', 'Deny']), Action: OneOrMany, Resource: OneOrMany }))),
  }),
  context: z.record(z.string(), z.unknown()).optional(),
});
export type AuthorizerPolicy = z.infer<typeof AuthorizerPolicy>;

/** Whether the policy lets this route be called: some statement allows it and none denies it. */
export function policyAllows(policy: AuthorizerPolicy, routeArn: string): boolean {
  const applying = policy.policyDocument.Statement.filter(
    (statement) =>
      statement.Action.some((action) => matchesWildcards(action.toLowerCase(), 'execute-api:invoke')) &&
      statement.Resource.some((resource) => matchesWildcards(resource, routeArn)),
  );
  return applying.length > 0 && applying.every((statement) => statement.Effect === 'Allow');
}
