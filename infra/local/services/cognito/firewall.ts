import * as z from 'zod';
import type { Resource } from '../../assembly/model';
import type { AwsCall } from '../../service';
import { CognitoError } from './error';

// Strict: a rule that is passed over would make the local pool laxer than the deployed one.
const WebAcl = z.object({
  DefaultAction: z.strictObject({ Allow: z.looseObject({}) }),
  Rules: z
    .array(
      z.object({
        Action: z.strictObject({ Block: z.looseObject({}) }),
        Statement: z.strictObject({
          ByteMatchStatement: z.strictObject({
            FieldToMatch: z.strictObject({ SingleHeader: z.strictObject({ Name: z.string() }) }),
            PositionalConstraint: z.enum(['EXACTLY', 'ENDS_WITH']),
            SearchString: z.string(),
            TextTransformations: z.tuple([
              z.object({ Priority: z.number(), Type: z.enum(['NONE', 'LOWERCASE']) }),
            ]),
          }),
        }),
      }),
    )
    .default([]),
});
type Rule = z.infer<typeof WebAcl>['Rules'][number];

const Association = z.object({ ResourceArn: z.string(), WebACLArn: z.string() });

export interface FirewallResources {
  /** Resources of type AWS::WAFv2::WebACL. */
  readonly acls: readonly Resource[];
  /** Resources of type AWS::WAFv2::WebACLAssociation. */
  readonly associations: readonly Resource[];
}

/** Refuses what the web ACL of a user pool blocks, as AWS does: before the pool looks at the call. */
export type Firewall = (poolArn: string, call: AwsCall) => void;

/** Reads the web ACLs of user pools; one with a kind of rule that is not served here is an error. */
export function createFirewall({ acls, associations }: FirewallResources): Firewall {
  const rules = new Map<string, readonly Rule[]>();
  for (const { logicalId, properties } of associations) {
    const { ResourceArn, WebACLArn } = Association.parse(properties);
    if (!ResourceArn.includes(':userpool/')) continue;
    const acl = acls.find(({ attributes }) => attributes.Arn === WebACLArn);
    if (!acl) throw new Error(`${logicalId} names a web ACL that is not there: ${WebACLArn}`);
    const read = WebAcl.safeParse(acl.properties);
    if (!read.success)
      throw new Error(`The web ACL ${acl.logicalId} of a user pool: ${z.prettifyError(read.error)}`);
    rules.set(ResourceArn, read.data.Rules);
  }
  return (poolArn, call) => {
    if (rules.get(poolArn)?.some((rule) => matches(rule, call)))
      throw new CognitoError('ForbiddenException', 'Request not allowed due to WAF block.');
  };
}

function matches({ Statement: { ByteMatchStatement } }: Rule, { headers }: AwsCall): boolean {
  const { FieldToMatch, PositionalConstraint, SearchString, TextTransformations } = ByteMatchStatement;
  const header = headers[FieldToMatch.SingleHeader.Name.toLowerCase()];
  if (typeof header !== 'string') return false;
  const value = TextTransformations[0].Type === 'LOWERCASE' ? header.toLowerCase() : header;
  return PositionalConstraint === 'EXACTLY' ? value === SearchString : value.endsWith(SearchString);
}
