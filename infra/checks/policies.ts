/** A template as far as the house rules look at it. */
export interface Template {
  readonly Resources?: Readonly<Record<string, TemplateResource>>;
}

export interface TemplateResource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

export interface Statement {
  readonly effect: 'Allow' | 'Deny';
  readonly actions: readonly string[];
  /** With what the template refers to in angle brackets: `<Uploads.Arn>/uploads/*`. */
  readonly resources: readonly string[];
  /** Whether it is for anybody at all. */
  readonly forAnyone: boolean;
  readonly conditions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** Statements of a policy document. */
export function statementsOf(document: unknown): readonly Statement[] {
  const statements = record(document).Statement;
  return many(statements).map((raw) => {
    const { Effect, Action, NotAction, Resource, NotResource, Principal, Condition } = record(raw);
    const aws = typeof Principal === 'string' ? Principal : record(Principal).AWS;
    return {
      effect: Effect === 'Deny' ? 'Deny' : 'Allow',
      // What is not said to be excluded is everything else.
      actions: NotAction === undefined ? many(Action).map(flat) : ['*'],
      resources: NotResource === undefined ? many(Resource).map(flat) : ['*'],
      forAnyone: many(aws).some((principal) => flat(principal) === '*'),
      conditions: record(Condition) as Statement['conditions'],
    };
  });
}

/** A value as one text; references stand in angle brackets. */
export function flat(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const [[name, argument] = ['', undefined]] = Object.entries(value);
  if (name === 'Ref') return `<${flat(argument)}>`;
  if (name === 'Fn::GetAtt') return `<${Array.isArray(argument) ? argument.join('.') : flat(argument)}>`;
  if (name === 'Fn::Join' && Array.isArray(argument))
    return many(argument[1]).map(flat).join(flat(argument[0]));
  if (name === 'Fn::Sub')
    return flat(Array.isArray(argument) ? argument[0] : argument).replace(/\$\{([^}]+)\}/g, '<$1>');
  return `<${JSON.stringify(value)}>`;
}

export function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};
}

export function many(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}
