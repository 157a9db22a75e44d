import { holds, resolve, type Scope, TemplateError } from './intrinsics';
import { readManifests, type StackFile } from './manifest';
import type { Assembly, Resource, Stack } from './model';
import { type Draft, defaultId, RESOURCE_TYPES } from './types';

export interface LoadOptions {
  /** Where stacks are that name no region. */
  readonly region: string;
  readonly accountId: string;
}

/** What is wrong with an assembly; one line for each thing. */
export class AssemblyError extends Error {
  override readonly name = 'AssemblyError';
}

/** Reads a cdk.out folder and resolves it as a deployment would, or says all that it can't. */
export function loadAssembly(directory: string, options: LoadOptions): Assembly {
  const { stacks: files, assets } = readManifests(directory);
  refuseUnknownTypes(files);

  const exported = new Map<string, () => unknown>();
  const resolvers = files.map((file) => new StackResolver(file, options, exported));
  for (const resolver of resolvers) resolver.announceExports();
  return assembly(
    {
      region: options.region,
      accountId: options.accountId,
      stacks: resolvers.map((resolver) => resolver.stack()),
      resources: resolvers.flatMap((resolver) => resolver.resources()),
    },
    assets,
  );
}

/** The same assembly with every text in it changed: ids, attributes, properties, outputs. */
export function mapTexts(
  source: Assembly,
  change: (text: string, resource: Resource | undefined) => string,
): Assembly {
  const record = (texts: Readonly<Record<string, string>>, resource?: Resource) =>
    Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, change(text, resource)]));
  return {
    ...source,
    ...lookups(
      source.resources.map((resource) => ({
        ...resource,
        id: change(resource.id, resource),
        attributes: record(resource.attributes, resource),
        properties: mapValue(resource.properties, (text) => change(text, resource)) as Resource['properties'],
      })),
    ),
    stacks: source.stacks.map((stack) => ({ ...stack, outputs: record(stack.outputs) })),
  };
}

function assembly(
  model: Pick<Assembly, 'region' | 'accountId' | 'stacks' | 'resources'>,
  assets: ReadonlyMap<string, string>,
): Assembly {
  return {
    ...model,
    ...lookups(model.resources),
    asset(objectKey) {
      const path = assets.get(objectKey);
      if (path === undefined) throw new AssemblyError(`no asset is staged under ${objectKey}`);
      return path;
    },
  };
}

function lookups(resources: readonly Resource[]): Pick<Assembly, 'resources' | 'ofType' | 'find'> {
  return {
    resources,
    ofType: (type) => resources.filter((resource) => resource.type === type),
    find: (type, idOrArn) =>
      resources.find(
        (resource) =>
          resource.type === type && (resource.id === idOrArn || resource.attributes.Arn === idOrArn),
      ),
  };
}

function mapValue(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapValue(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapValue(item, change)]));
}

function refuseUnknownTypes(files: readonly StackFile[]): void {
  const unknown = files.flatMap((file) =>
    Object.entries(file.template.Resources)
      .filter(([, resource]) => !(resource.Type in RESOURCE_TYPES))
      .map(([logicalId, resource]) => `${resource.Type} (${logicalId} in stack ${file.name})`),
  );
  if (unknown.length > 0) {
    throw new AssemblyError(
      `the local cloud does not know ${unknown.length === 1 ? 'a resource type' : 'resource types'}:\n  ${unknown.join('\n  ')}`,
    );
  }
}

/** Of an output that is read from its stack. Names of exports hold no space. */
function outputKey(stack: string, output: string): string {
  return `${stack} ${output}`;
}

/** Resolves one stack. Identities are worked out when they are asked for, since stacks refer to each other. */
class StackResolver {
  readonly #file: StackFile;
  readonly #region: string;
  readonly #accountId: string;
  readonly #exported: Map<string, () => unknown>;
  readonly #scope: Scope;
  readonly #drafts = new Map<string, Draft>();
  /** What is being worked out now: meeting one again is a circle. */
  readonly #open: string[] = [];

  constructor(file: StackFile, options: LoadOptions, exported: Map<string, () => unknown>) {
    this.#file = file;
    this.#region = file.region ?? options.region;
    this.#accountId = options.accountId;
    this.#exported = exported;
    this.#scope = {
      region: this.#region,
      ref: (name) => this.#ref(name),
      attribute: (logicalId, name) => this.#attribute(logicalId, name),
      importValue: (name) => {
        const value = this.#exported.get(name);
        if (!value) throw new TemplateError(`no stack exports ${name}`);
        return value();
      },
      stackOutput: (stack, output) => {
        const value = this.#exported.get(outputKey(stack, output));
        if (!value) throw new TemplateError(`no stack ${stack} has an output ${output}`);
        return value();
      },
      mapping: (name) => file.template.Mappings[name],
      condition: (name) => {
        if (!(name in file.template.Conditions)) throw new TemplateError(`no condition is named ${name}`);
        return file.template.Conditions[name];
      },
    };
  }

  announceExports(): void {
    for (const [key, output] of Object.entries(this.#file.template.Outputs)) {
      if (!this.#stands(output.Condition)) continue;
      const value = () => this.#at(`output ${key}`, () => resolve(output.Value, this.#scope));
      this.#exported.set(outputKey(this.#file.name, key), value);
      if (!output.Export) continue;
      const name = this.#at(`output ${key}`, () => resolve(output.Export?.Name, this.#scope));
      this.#exported.set(String(name), value);
    }
  }

  stack(): Stack {
    const outputs: Record<string, string> = {};
    for (const [key, output] of Object.entries(this.#file.template.Outputs)) {
      if (!this.#stands(output.Condition)) continue;
      outputs[key] = String(this.#at(`output ${key}`, () => resolve(output.Value, this.#scope)));
    }
    return { name: this.#file.name, region: this.#region, outputs };
  }

  resources(): Resource[] {
    return Object.entries(this.#file.template.Resources)
      .filter(([, resource]) => this.#stands(resource.Condition))
      .map(([logicalId, { Type: type }]) =>
        this.#at(`${type} ${logicalId}`, () => {
          const { properties } = this.#draft(logicalId);
          const attributes: Record<string, string> = {};
          for (const name of Object.keys(RESOURCE_TYPES[type]?.attributes ?? {})) {
            attributes[name] = this.#attribute(logicalId, name);
          }
          return {
            type,
            stack: this.#file.name,
            logicalId,
            region: this.#region,
            id: this.#id(logicalId),
            attributes,
            properties,
          };
        }),
      );
  }

  #ref(name: string): unknown {
    switch (name) {
      case 'AWS::Region':
        return this.#region;
      case 'AWS::AccountId':
        return this.#accountId;
      case 'AWS::Partition':
        return 'aws';
      case 'AWS::URLSuffix':
        return 'amazonaws.com';
      case 'AWS::StackName':
        return this.#file.name;
      case 'AWS::StackId':
        return `arn:aws:cloudformation:${this.#region}:${this.#accountId}:stack/${this.#file.name}/local`;
      case 'AWS::NotificationARNs':
        return [];
      case 'AWS::NoValue':
        return undefined;
    }
    if (name in this.#file.template.Resources) return this.#id(name);
    const parameter = this.#file.template.Parameters[name];
    const value = this.#file.parameters[name] ?? parameter?.Default;
    if (value === undefined) {
      throw new TemplateError(
        parameter ? `the parameter ${name} has no value` : `nothing here is named ${name}`,
      );
    }
    return value;
  }

  #id(logicalId: string): string {
    const draft = this.#draft(logicalId);
    return (RESOURCE_TYPES[this.#type(logicalId)]?.id ?? defaultId)(draft);
  }

  #attribute(logicalId: string, name: string): string {
    const type = this.#type(logicalId);
    const attribute = RESOURCE_TYPES[type]?.attributes?.[name];
    if (!attribute) {
      throw new TemplateError(`the attribute ${name} of ${type} (${logicalId}) is not known locally`);
    }
    return attribute(this.#id(logicalId), this.#draft(logicalId));
  }

  #type(logicalId: string): string {
    const resource = this.#file.template.Resources[logicalId];
    if (!resource) throw new TemplateError(`no resource is named ${logicalId}`);
    if (!this.#stands(resource.Condition)) {
      throw new TemplateError(`${logicalId} is referred to, but its condition does not hold`);
    }
    return resource.Type;
  }

  #draft(logicalId: string): Draft {
    const known = this.#drafts.get(logicalId);
    if (known) return known;
    const type = this.#type(logicalId);
    if (this.#open.includes(logicalId)) {
      throw new TemplateError(
        `resources refer to each other in a circle: ${this.#open.join(' → ')} → ${logicalId}`,
      );
    }
    this.#open.push(logicalId);
    const base = {
      stack: this.#file.name,
      logicalId,
      region: this.#region,
      accountId: this.#accountId,
    };
    const properties = this.#at(`${type} ${logicalId}`, () =>
      resolve(this.#file.template.Resources[logicalId]?.Properties ?? {}, this.#scope),
    ) as Draft['properties'];
    this.#open.pop();
    const draft = { ...base, properties };
    this.#drafts.set(logicalId, draft);
    return draft;
  }

  #stands(condition: string | undefined): boolean {
    return condition === undefined || this.#at(`condition ${condition}`, () => holds(condition, this.#scope));
  }

  /** Names the place where a template can't be resolved. */
  #at<T>(place: string, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      throw new AssemblyError(`${place} in stack ${this.#file.name}: ${error.message}`, { cause: error });
    }
  }
}
