import * as z from 'zod';
import type { Resource } from '../../assembly/model';
import type { AwsCall } from '../../service';
import { CognitoError } from './error';

const OF_HEADER = {
  FieldToMatch: z.strictObject({ SingleHeader: z.strictObject({ Name: z.string() }) }),
  TextTransformations: z.tuple([z.object({ Priority: z.number(), Type: z.enum(['NONE', 'LOWERCASE']) })]),
};

// Strict: a rule that is passed over would make the local pool laxer than the deployed one.
const WebAcl = z.object({
  DefaultAction: z.strictObject({ Allow: z.looseObject({}) }),
  Rules: z
    .array(
      z.object({
        Priority: z.number(),
        Action: z.union([
          z.strictObject({ Block: z.looseObject({}) }),
          z.strictObject({ Allow: z.looseObject({}) }),
        ]),
        Statement: z.union([
          z.strictObject({
            ByteMatchStatement: z.strictObject({
              ...OF_HEADER,
              PositionalConstraint: z.literal('EXACTLY'),
              SearchString: z.string(),
            }),
          }),
          z.strictObject({ RegexMatchStatement: z.strictObject({ ...OF_HEADER, RegexString: z.string() }) }),
        ]),
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
    rules.set(
      ResourceArn,
      read.data.Rules.toSorted((one, other) => one.Priority - other.Priority),
    );
  }
  return (poolArn, call) => {
    // The first that matches decides.
    const rule = rules.get(poolArn)?.find((candidate) => matches(candidate, call));
    if (rule && 'Block' in rule.Action)
      throw new CognitoError('ForbiddenException', 'Request not allowed due to WAF block.');
  };
}

function matches({ Statement }: Rule, { headers }: AwsCall): boolean {
  const statement =
    'ByteMatchStatement' in Statement ? Statement.ByteMatchStatement : Statement.RegexMatchStatement;
  const header = headers[statement.FieldToMatch.SingleHeader.Name.toLowerCase()];
  if (typeof header !== 'string') return false;
  const value = statement.TextTransformations[0].Type === 'LOWERCASE' ? header.toLowerCase() : header;
  return 'SearchString' in statement
    ? value === statement.SearchString
    : new RegExp(statement.RegexString).test(value);
}
