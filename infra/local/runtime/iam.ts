import * as z from 'zod';
import type { Assembly } from '../assembly/model';
import type { RequiredAction } from '../service';

const OneOrMany = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (typeof value === 'string' ? [value] : value));

/** What a condition compares with may be written as a number or a boolean. */
const Scalar = z.union([z.string(), z.number(), z.boolean()]);

const Statement = z
  .object({
    Effect: z.enum(['Allow', 'Deny']),
    Action: OneOrMany.optional(),
    NotAction: OneOrMany.optional(),
    Resource: OneOrMany.optional(),
    NotResource: OneOrMany.optional(),
    Condition: z
      .record(
        z.string(),
        z.record(
          z.string(),
          z.union([Scalar, z.array(Scalar)]).transform((value) => [value].flat().map(String)),
        ),
      )
      .default({}),
  })
  .refine((statement) => statement.Action || statement.NotAction, 'a statement needs Action or NotAction')
  .refine((statement) => statement.Resource || statement.NotResource, 'a statement needs Resource');
type Statement = z.infer<typeof Statement>;

const PolicyDocument = z.object({
  Statement: z
    .union([Statement, z.array(Statement)])
    .transform((value) => (Array.isArray(value) ? value : [value])),
});

/** What a call carries that conditions may ask for, by key: `s3:prefix`, `dynamodb:LeadingKeys`. */
export type ConditionContext = Readonly<Record<string, string | readonly string[]>>;

/** Judges calls by identity policies. */
export interface Permissions {
  allows(roleArn: string, required: RequiredAction, context?: ConditionContext): boolean;
}

const Role = z.object({
  Policies: z.array(z.object({ PolicyDocument })).default([]),
  ManagedPolicyArns: z.array(z.string()).default([]),
});
const Policy = z.object({ PolicyDocument, Roles: z.array(z.string()).default([]) });

/** The policies of every role in the assembly. */
export function readPermissions(assembly: Assembly): Permissions {
  const byRole = new Map<string, Statement[]>();
  const byName = new Map<string, Statement[]>();
  const managed = new Map<string, Statement[]>();
  for (const policy of assembly.ofType('AWS::IAM::ManagedPolicy')) {
    managed.set(policy.id, Policy.parse(policy.properties).PolicyDocument.Statement);
  }
  for (const role of assembly.ofType('AWS::IAM::Role')) {
    const { Policies, ManagedPolicyArns } = Role.parse(role.properties);
    const statements = [
      ...Policies.flatMap((policy) => policy.PolicyDocument.Statement),
      // AWS's own managed policies here are the execution roles' logging, which needs no permission locally.
      ...ManagedPolicyArns.flatMap((arn) => managed.get(arn) ?? []),
    ];
    byRole.set(role.attributes.Arn ?? '', statements);
    byName.set(role.id, statements);
  }
  for (const type of ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy']) {
    for (const policy of assembly.ofType(type)) {
      const { PolicyDocument: document, Roles } = Policy.parse(policy.properties);
      for (const name of Roles) byName.get(name)?.push(...document.Statement);
    }
  }
  return {
    allows: (roleArn, required, context = {}) => judge(byRole.get(roleArn) ?? [], required, context),
  };
}

/** Nothing is allowed unless a statement says so; a denial outweighs every allowance. */
function judge(
  statements: readonly Statement[],
  required: RequiredAction,
  context: ConditionContext,
): boolean {
  const matching = statements.filter((statement) => matches(statement, required, context));
  return (
    matching.some((statement) => statement.Effect === 'Allow') &&
    !matching.some((statement) => statement.Effect === 'Deny')
  );
}

function matches(
  statement: Statement,
  { action, resource }: RequiredAction,
  context: ConditionContext,
): boolean {
  const acts = statement.Action
    ? statement.Action.some((pattern) => like(pattern.toLowerCase(), action.toLowerCase()))
    : !statement.NotAction?.some((pattern) => like(pattern.toLowerCase(), action.toLowerCase()));
  if (!acts) return false;
  const concerns = statement.Resource
    ? statement.Resource.some((pattern) => like(pattern, resource))
    : !statement.NotResource?.some((pattern) => like(pattern, resource));
  return (
    concerns &&
    Object.entries(statement.Condition).every(([operator, keys]) =>
      Object.entries(keys).every(([key, wanted]) => satisfied(operator, wanted, valuesOf(key, context))),
    )
  );
}

/** What holds for every local call, whatever service it is for. */
const AMBIENT: ConditionContext = { 'aws:SecureTransport': 'true' };

function valuesOf(key: string, context: ConditionContext): readonly string[] | undefined {
  const all = { ...AMBIENT, ...context };
  const found = Object.entries(all).find(([name]) => name.toLowerCase() === key.toLowerCase())?.[1];
  return typeof found === 'string' ? [found] : found;
}

function satisfied(
  operator: string,
  wanted: readonly string[],
  values: readonly string[] | undefined,
): boolean {
  const [, set, name = '', ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operator) ?? [];
  if (name === 'Null') return wanted.includes(String(values === undefined));
  const test = OPERATORS[name];
  // A condition that can't be judged must not open a door: it is refused by name.
  if (!test) throw new Error(`the condition operator ${operator} is not supported locally`);
  const negated = name.includes('Not');
  if (values === undefined) return ifExists !== undefined || negated || set === 'ForAllValues';
  const holds = (value: string) =>
    negated ? !wanted.some((one) => test(one, value)) : wanted.some((one) => test(one, value));
  return set === 'ForAllValues' || (negated && set === undefined) ? values.every(holds) : values.some(holds);
}

const equal = (wanted: string, value: string) => wanted === value;
const equalIgnoringCase = (wanted: string, value: string) => wanted.toLowerCase() === value.toLowerCase();

/** Of a negated operator, what it negates. */
const OPERATORS: Readonly<Record<string, (wanted: string, value: string) => boolean>> = {
  StringEquals: equal,
  StringNotEquals: equal,
  StringEqualsIgnoreCase: equalIgnoringCase,
  StringNotEqualsIgnoreCase: equalIgnoringCase,
  StringLike: like,
  StringNotLike: like,
  ArnEquals: like,
  ArnLike: like,
  ArnNotEquals: like,
  ArnNotLike: like,
  Bool: equalIgnoringCase,
};

const patterns = new Map<string, RegExp>();

/** Whether a text matches a pattern of `*` and `?`. */
function like(pattern: string, text: string): boolean {
  let compiled = patterns.get(pattern);
  if (!compiled) {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '[\\s\\S]*')
      .replaceAll('?', '[\\s\\S]');
    compiled = new RegExp(`^${source}$`);
    patterns.set(pattern, compiled);
  }
  return compiled.test(text);
}
