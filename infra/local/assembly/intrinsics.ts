/** What a template's functions are resolved against: the stack that a value stands in, and the stacks beside it. */
export interface Scope {
  /** Ref of a parameter, pseudo parameter or resource. `undefined` is AWS::NoValue. */
  ref(name: string): unknown;
  attribute(logicalId: string, name: string): unknown;
  importValue(name: string): unknown;
  /** Value of an output of another stack, in whatever region. */
  stackOutput(stack: string, output: string): unknown;
  /** The mapping of that name, undefined when there is none. */
  mapping(name: string): Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  /** The expression of a named condition. */
  condition(name: string): unknown;
  readonly region: string;
}

/** A template that can't be resolved; the message says what and where. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** Resolves the functions in a template value. What is AWS::NoValue disappears from objects and lists. */
export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => resolve(item, scope)).filter((item) => item !== undefined);
  }
  if (!isObject(value)) return value;

  const [only, ...others] = Object.entries(value);
  if (only && others.length === 0) {
    const [name, argument] = only;
    if (name === 'Ref') return scope.ref(text(argument, 'Ref'));
    const intrinsic = INTRINSICS[name];
    if (intrinsic) return intrinsic(argument, scope);
    if (name.startsWith('Fn::')) throw new TemplateError(`the function ${name} is not supported`);
  }

  const resolved: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) {
    const result = resolve(item, scope);
    if (result !== undefined) resolved[key] = result;
  }
  return resolved;
}

/** Whether a condition holds: its name or its expression. */
export function holds(condition: unknown, scope: Scope): boolean {
  if (typeof condition === 'string') return holds(scope.condition(condition), scope);
  const [entry] = isObject(condition) ? Object.entries(condition) : [];
  if (!entry) throw new TemplateError(`${JSON.stringify(condition)} is not a condition`);
  const [name, argument] = entry;
  switch (name) {
    case 'Fn::Equals': {
      const [left, right] = list(argument, name);
      return String(resolve(left, scope)) === String(resolve(right, scope));
    }
    case 'Fn::Not':
      return !holds(list(argument, name)[0], scope);
    case 'Fn::And':
      return list(argument, name).every((item) => holds(item, scope));
    case 'Fn::Or':
      return list(argument, name).some((item) => holds(item, scope));
    case 'Condition':
      return holds(text(argument, name), scope);
    default:
      throw new TemplateError(`the condition function ${name} is not supported`);
  }
}

const INTRINSICS: Readonly<Record<string, (argument: unknown, scope: Scope) => unknown>> = {
  'Fn::GetAtt': (argument, scope) => {
    if (Array.isArray(argument)) {
      return scope.attribute(
        text(argument[0], 'Fn::GetAtt'),
        text(resolve(argument[1], scope), 'Fn::GetAtt'),
      );
    }
    return attributeByPath(text(argument, 'Fn::GetAtt'), scope);
  },

  'Fn::Join': (argument, scope) => {
    const [separator, parts] = list(argument, 'Fn::Join');
    return list(resolve(parts, scope), 'Fn::Join')
      .map((part) => text(part, 'Fn::Join'))
      .join(text(separator, 'Fn::Join'));
  },

  'Fn::Sub': (argument, scope) => {
    const [template, variables] = Array.isArray(argument) ? argument : [argument, {}];
    const own = isObject(variables) ? variables : {};
    return text(template, 'Fn::Sub').replace(/\$\{(!?)([^}]+)\}/g, (_, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      const key = name.trim();
      if (key in own) return text(resolve(own[key], scope), 'Fn::Sub');
      if (key.includes('.')) return text(attributeByPath(key, scope), 'Fn::Sub');
      return text(scope.ref(key), 'Fn::Sub');
    });
  },

  'Fn::Select': (argument, scope) => {
    const [index, items] = list(argument, 'Fn::Select');
    const at = Number(resolve(index, scope));
    const found = list(resolve(items, scope), 'Fn::Select')[at];
    if (found === undefined) throw new TemplateError(`Fn::Select finds nothing at index ${at}`);
    return found;
  },

  'Fn::Split': (argument, scope) => {
    const [separator, source] = list(argument, 'Fn::Split');
    return text(resolve(source, scope), 'Fn::Split').split(text(separator, 'Fn::Split'));
  },

  'Fn::If': (argument, scope) => {
    const [condition, yes, no] = list(argument, 'Fn::If');
    return resolve(holds(condition, scope) ? yes : no, scope);
  },

  'Fn::FindInMap': (argument, scope) => {
    const [map, first, second] = list(argument, 'Fn::FindInMap').map((part) =>
      text(resolve(part, scope), 'Fn::FindInMap'),
    ) as [string, string, string];
    const found = scope.mapping(map)?.[first]?.[second];
    if (found === undefined) throw new TemplateError(`no mapping ${map}.${first}.${second}`);
    return found;
  },

  'Fn::ImportValue': (argument, scope) =>
    scope.importValue(text(resolve(argument, scope), 'Fn::ImportValue')),
  'Fn::GetStackOutput': (argument, scope) => {
    const named = resolve(argument, scope);
    if (!isObject(named)) throw new TemplateError('Fn::GetStackOutput names no stack and output');
    return scope.stackOutput(
      text(named.StackName, 'Fn::GetStackOutput'),
      text(named.OutputName, 'Fn::GetStackOutput'),
    );
  },
  'Fn::Base64': (argument, scope) =>
    Buffer.from(text(resolve(argument, scope), 'Fn::Base64')).toString('base64'),
  'Fn::GetAZs': (argument, scope) => {
    const region = text(resolve(argument, scope) || scope.region, 'Fn::GetAZs');
    return ['a', 'b', 'c'].map((zone) => region + zone);
  },
  'Fn::Length': (argument, scope) => list(resolve(argument, scope), 'Fn::Length').length,
  'Fn::ToJsonString': (argument, scope) => JSON.stringify(resolve(argument, scope)),
};

function attributeByPath(path: string, scope: Scope): unknown {
  const dot = path.indexOf('.');
  if (dot < 0) throw new TemplateError(`Fn::GetAtt of ${path} names no attribute`);
  return scope.attribute(path.slice(0, dot), path.slice(dot + 1));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function list(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new TemplateError(`${where} needs a list, not ${JSON.stringify(value)}`);
  return value;
}

function text(value: unknown, where: string): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new TemplateError(`${where} needs a text, not ${JSON.stringify(value)}`);
}
