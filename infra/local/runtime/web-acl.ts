import * as z from 'zod';
import type { Resource } from '../assembly/model';
import { type Inspected, MANAGED_RULES } from './managed-rules';

const Transformations = z.tuple([z.object({ Priority: z.number(), Type: z.enum(['NONE', 'LOWERCASE']) })]);
const Field = z.union([
  z.strictObject({ SingleHeader: z.strictObject({ Name: z.string() }) }),
  z.strictObject({ UriPath: z.looseObject({}) }),
]);
const onField = { FieldToMatch: Field, TextTransformations: Transformations };

// Strict: a statement that is passed over would make the local firewall laxer than the deployed one.
const Leaf = z.union([
  z.strictObject({
    ByteMatchStatement: z.strictObject({
      ...onField,
      PositionalConstraint: z.literal('EXACTLY'),
      SearchString: z.string(),
    }),
  }),
  z.strictObject({ RegexMatchStatement: z.strictObject({ ...onField, RegexString: z.string() }) }),
  z.strictObject({
    SizeConstraintStatement: z.strictObject({
      FieldToMatch: z.strictObject({ Body: z.strictObject({ OversizeHandling: z.literal('MATCH') }) }),
      ComparisonOperator: z.literal('GT'),
      Size: z.number(),
      TextTransformations: Transformations,
    }),
  }),
  // All that comes here comes from one address, faster than a person: it would shut everybody out.
  z.strictObject({ RateBasedStatement: z.looseObject({}) }),
  z.strictObject({
    ManagedRuleGroupStatement: z.strictObject({
      VendorName: z.literal('AWS'),
      Name: z.string(),
      RuleActionOverrides: z
        .array(
          z.strictObject({ Name: z.string(), ActionToUse: z.strictObject({ Count: z.looseObject({}) }) }),
        )
        .default([]),
    }),
  }),
]);
type Leaf = z.infer<typeof Leaf>;
type Statement =
  | Leaf
  | { readonly AndStatement: { readonly Statements: readonly Statement[] } }
  | { readonly NotStatement: { readonly Statement: Statement } };
const Statement: z.ZodType<Statement> = z.lazy(() =>
  z.union([
    Leaf,
    z.strictObject({ AndStatement: z.strictObject({ Statements: z.array(Statement) }) }),
    z.strictObject({ NotStatement: z.strictObject({ Statement }) }),
  ]),
);

const Action = z.union([
  z.strictObject({
    Block: z.looseObject({ CustomResponse: z.object({ ResponseCode: z.number() }).optional() }),
  }),
  z.strictObject({ Allow: z.looseObject({}) }),
]);
const WebAcl = z.object({
  DefaultAction: z.strictObject({ Allow: z.looseObject({}) }),
  Rules: z
    .array(z.object({ Name: z.string(), Priority: z.number(), Action: Action.optional(), Statement }))
    .default([]),
});

/** Which rule refuses a request, and with which status. */
export interface Refusal {
  readonly rule: string;
  readonly status: number;
}

/**
 * Reads a web ACL; one with a kind of rule, a managed group or an override that is not known is an error. What it gives
 * tells of a request whether it is refused: the first rule that matches decides.
 */
export function readWebAcl({ logicalId, properties }: Resource): (request: Inspected) => Refusal | undefined {
  const read = WebAcl.safeParse(properties);
  if (!read.success) throw new Error(`The web ACL ${logicalId}: ${z.prettifyError(read.error)}`);
  const rules = read.data.Rules.toSorted((one, other) => one.Priority - other.Priority);
  for (const rule of rules) refuseUnknown(logicalId, rule.Statement);
  return (request) => {
    for (const { Name, Action: action, Statement: statement } of rules) {
      const matched = matching(statement, request);
      if (matched === null) continue;
      if (action && 'Allow' in action) return undefined;
      return { rule: matched || Name, status: action?.Block.CustomResponse?.ResponseCode ?? 403 };
    }
    return undefined;
  };
}

function refuseUnknown(logicalId: string, statement: Statement): void {
  if (!('ManagedRuleGroupStatement' in statement)) return;
  const { Name, RuleActionOverrides } = statement.ManagedRuleGroupStatement;
  const group = MANAGED_RULES[Name];
  if (!group) throw new Error(`The web ACL ${logicalId} names ${Name}, which is not known here.`);
  for (const { Name: rule } of RuleActionOverrides)
    if (!(rule in group)) throw new Error(`The web ACL ${logicalId}: ${Name} has no rule ${rule}.`);
}

/** Null where it does not match; of a managed group the rule that does. */
function matching(statement: Statement, request: Inspected): string | null {
  if ('ManagedRuleGroupStatement' in statement) {
    const { Name, RuleActionOverrides } = statement.ManagedRuleGroupStatement;
    const counted = new Set(RuleActionOverrides.map((override) => override.Name));
    const rules = Object.entries(MANAGED_RULES[Name] ?? {});
    return rules.find(([rule, matches]) => !counted.has(rule) && matches(request))?.[0] ?? null;
  }
  return matches(statement, request) ? '' : null;
}

function matches(
  statement: Exclude<Statement, { ManagedRuleGroupStatement: unknown }>,
  request: Inspected,
): boolean {
  if ('RateBasedStatement' in statement) return false;
  if ('AndStatement' in statement)
    return statement.AndStatement.Statements.every((each) => matching(each, request) !== null);
  if ('NotStatement' in statement) return matching(statement.NotStatement.Statement, request) === null;
  if ('SizeConstraintStatement' in statement)
    return request.bodyBytes > statement.SizeConstraintStatement.Size;
  const { FieldToMatch, TextTransformations, ...own } =
    'ByteMatchStatement' in statement ? statement.ByteMatchStatement : statement.RegexMatchStatement;
  const field =
    'UriPath' in FieldToMatch ? request.path : request.headers[FieldToMatch.SingleHeader.Name.toLowerCase()];
  if (field === undefined) return false;
  const value = TextTransformations[0].Type === 'LOWERCASE' ? field.toLowerCase() : field;
  return 'SearchString' in own ? value === own.SearchString : new RegExp(own.RegexString).test(value);
}
