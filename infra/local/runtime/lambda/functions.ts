import { existsSync, mkdirSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod';
import type { Assembly, Resource } from '#infra/local/assembly/model';
import { described, readProperties } from '#infra/local/assembly/properties';
import type { AccessKey } from '../credentials';
import type { Meter } from '../meter';
import type { Invoker, Outcome } from '../ports';
import { type FunctionSpec, Pool } from './pool';

export interface FunctionsOptions {
  readonly assembly: Assembly;
  /** Origin of the AWS gateway. */
  readonly endpoint: string;
  /** What every function finds besides what the template gives it. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Milliseconds from the machine's time to the functions'; without it they are the same. */
  readonly clockOffset?: () => number;
  keyOfRole(roleArn: string): AccessKey;
  /** Folder to load a function from instead of its staged asset, so that it can be rebuilt and reloaded. */
  readonly code?: ((shortName: string) => string | undefined) | undefined;
  /** Folder, made when missing, that keeps what V8 has compiled of each function. */
  readonly compiled?: string | undefined;
  /** Is told of each invocation. */
  readonly meter?: Meter | undefined;
  log(line: string): void;
}

/** Every function of the assembly. */
export interface Functions extends Invoker {
  /** Physical names. */
  readonly names: readonly string[];
  /** Physical name of the function that a name, an ARN or an integration URI means, or undefined. */
  nameOf(reference: string): string | undefined;
  /** With the alias or version that the reference names. */
  arnOf(reference: string): string;
  /** Whether the function has this alias or version; here each of them is the function as it is. */
  has(name: string, qualifier: string): boolean;
  /** As `invoke`, with an event that is JSON already and an id given by the caller. */
  invokeRaw(name: string, event: string, requestId?: string): Promise<Outcome>;
  active(name: string): number;
  kill(name: string): Promise<number>;
  reload(name?: string): void;
  close(): Promise<void>;
}

/** Longest event that a synchronous call takes, in bytes. */
export const MAX_EVENT_BYTES = 6 * 1024 * 1024;

const FunctionProperties = z.object({
  Runtime: z.string(),
  Handler: z.string(),
  Role: z.string(),
  Code: z.object({ S3Key: z.string() }),
  MemorySize: z.number().default(128),
  Timeout: z.number().default(3),
  ReservedConcurrentExecutions: z.number().optional(),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()) }).optional(),
});

export function createFunctions(options: FunctionsOptions): Functions {
  if (options.compiled) mkdirSync(options.compiled, { recursive: true });
  const resources = options.assembly.ofType('AWS::Lambda::Function');
  const pools = new Map<string, Pool>();
  const arns = new Map<string, string>();
  const widest = Math.max(0, ...resources.map((resource) => shortName(resource).length));
  for (const resource of resources) {
    const prefix = shortName(resource).padEnd(widest);
    pools.set(resource.id, new Pool(specOf(resource, options), (line) => options.log(`${prefix}  ${line}`)));
    arns.set(resource.id, resource.attributes.Arn ?? '');
  }
  const byShortName = new Map(resources.map((resource) => [shortName(resource), resource.id]));

  const qualified = new Set(
    (['AWS::Lambda::Alias', 'AWS::Lambda::Version'] as const).flatMap((type) =>
      options.assembly.ofType(type).map(({ id }) => id),
    ),
  );

  const nameOf = (reference: string): string | undefined => {
    const [name] = partsOf(reference);
    return pools.has(name) ? name : byShortName.get(name);
  };
  const poolOf = (reference: string): Pool => {
    const pool = pools.get(nameOf(reference) ?? '');
    if (!pool)
      throw new Error(`no function is named ${reference}; there are ${[...pools.keys()].join(', ')}`);
    return pool;
  };
  const invokeRaw = async (name: string, event: string, requestId?: string) => {
    const pool = poolOf(name);
    const begun = performance.now();
    const outcome = await pool.invoke(event, requestId);
    const seconds = (performance.now() - begun) / 1000;
    options.meter?.({ kind: 'invocation', by: pool.name, seconds, memoryMb: pool.memoryMb });
    return outcome;
  };

  return {
    names: [...pools.keys()],
    nameOf,
    arnOf(reference) {
      const [, qualifier] = partsOf(reference);
      const arn = arns.get(nameOf(reference) ?? '') ?? '';
      return qualifier === undefined ? arn : `${arn}:${qualifier}`;
    },
    has: (name, qualifier) => qualifier === '$LATEST' || qualified.has(`${arns.get(name)}:${qualifier}`),
    invokeRaw,
    invoke: async (name, event) => invokeRaw(name, JSON.stringify(event) ?? 'null'),
    active: (name) => poolOf(name).active,
    kill: (name) => poolOf(name).kill(),
    reload(name) {
      for (const pool of name === undefined ? pools.values() : [poolOf(name)]) pool.reload();
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.close()));
    },
  };
}

/** Name and qualifier of what an ARN, an integration URI or a name means. */
function partsOf(reference: string): readonly [name: string, qualifier?: string | undefined] {
  const [, inArn, ofArn] = /:function:([A-Za-z0-9_-]+)(?::([\w$-]+))?/.exec(reference) ?? [];
  if (inArn !== undefined) return [inArn, ofArn];
  const [name = '', qualifier] = reference.split(':');
  return [name, qualifier];
}

/** What a function is called by people: the name of its service, as its logs have it, else its own. */
export function shortName(resource: Resource): string {
  const environment = FunctionProperties.shape.Environment.safeParse(resource.properties.Environment);
  return environment.data?.Variables.POWERTOOLS_SERVICE_NAME ?? resource.id;
}

function specOf(resource: Resource, options: FunctionsOptions): FunctionSpec {
  const where = described(resource);
  const { Runtime, Handler, Role, Code, MemorySize, Timeout, ReservedConcurrentExecutions, Environment } =
    readProperties(FunctionProperties, resource);
  if (!Runtime.startsWith('nodejs')) throw new Error(`${where}: the runtime ${Runtime} does not run locally`);

  const staged = options.assembly.asset(Code.S3Key);
  const directory = options.code?.(shortName(resource)) ?? staged;
  const dot = Handler.lastIndexOf('.');
  const file = ['.mjs', '.js', '.cjs']
    .map((extension) => join(directory, Handler.slice(0, dot) + extension))
    .find((path) => existsSync(path));
  if (!file) throw new Error(`${where}: no module ${Handler.slice(0, dot)} in ${directory}`);

  const { accessKeyId, secretAccessKey } = options.keyOfRole(Role);
  return {
    data: {
      module: pathToFileURL(file).href,
      handler: Handler.slice(dot + 1),
      codeFolder: options.compiled && join(options.compiled, shortName(resource)),
      functionName: resource.id,
      functionArn: resource.attributes.Arn ?? '',
      memoryMb: MemorySize,
      redirectedHosts: [`cognito-idp.${resource.region}.amazonaws.com`],
      endpoint: options.endpoint,
    },
    clockOffset: options.clockOffset,
    timeoutMs: Timeout * 1000,
    reserved: ReservedConcurrentExecutions,
    environment: {
      PATH: process.env.PATH ?? '',
      LANG: 'en_US.UTF-8',
      TZ: ':UTC',
      AWS_REGION: resource.region,
      AWS_DEFAULT_REGION: resource.region,
      AWS_EXECUTION_ENV: `AWS_Lambda_${Runtime}`,
      AWS_LAMBDA_FUNCTION_NAME: resource.id,
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(MemorySize),
      AWS_LAMBDA_LOG_GROUP_NAME: `/aws/lambda/${resource.id}`,
      AWS_LAMBDA_LOG_STREAM_NAME: 'local',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      LAMBDA_TASK_ROOT: directory,
      _HANDLER: Handler,
      ...Environment?.Variables,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      AWS_ENDPOINT_URL: options.endpoint,
      ...options.environment,
      // A developer's own AWS set-up must not reach into what runs here.
      AWS_CONFIG_FILE: devNull,
      AWS_SHARED_CREDENTIALS_FILE: devNull,
      // Lambda runs a newer Node than a laptop may.
      AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    },
  };
}
