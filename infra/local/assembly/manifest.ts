import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const Artifact = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('aws:cloudformation:stack'),
    environment: z.string(),
    properties: z.object({
      templateFile: z.string(),
      stackName: z.string().optional(),
      parameters: z.record(z.string(), z.string()).optional(),
    }),
  }),
  z.object({ type: z.literal('cdk:asset-manifest'), properties: z.object({ file: z.string() }) }),
  z.object({
    type: z.literal('cdk:cloud-assembly'),
    properties: z.object({ directoryName: z.string() }),
  }),
]);
const Manifest = z.object({ artifacts: z.record(z.string(), z.unknown()).default({}) });

const AssetManifest = z.object({
  files: z
    .record(
      z.string(),
      z.object({
        source: z.object({ path: z.string().optional() }),
        destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
      }),
    )
    .default({}),
});

export const Template = z.object({
  Parameters: z
    .record(z.string(), z.object({ Type: z.string(), Default: z.unknown().optional() }))
    .default({}),
  Mappings: z.record(z.string(), z.record(z.string(), z.record(z.string(), z.unknown()))).default({}),
  Conditions: z.record(z.string(), z.unknown()).default({}),
  Resources: z
    .record(
      z.string(),
      z.object({
        Type: z.string(),
        Condition: z.string().optional(),
        Properties: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .default({}),
  Outputs: z
    .record(
      z.string(),
      z.object({
        Value: z.unknown(),
        Condition: z.string().optional(),
        Export: z.object({ Name: z.unknown() }).optional(),
      }),
    )
    .default({}),
});
export type Template = z.infer<typeof Template>;

export interface StackFile {
  readonly name: string;
  /** Undefined where the stack is not bound to one. */
  readonly region: string | undefined;
  readonly parameters: Readonly<Record<string, string>>;
  readonly template: Template;
}

export interface Manifests {
  readonly stacks: readonly StackFile[];
  /** Paths by object key. */
  readonly assets: ReadonlyMap<string, string>;
}

/** Reads what lies in a cdk.out folder, stages within it included. */
export function readManifests(directory: string): Manifests {
  const stacks: StackFile[] = [];
  const assets = new Map<string, string>();

  const { artifacts } = readJson(join(directory, 'manifest.json'), Manifest);
  for (const raw of Object.values(artifacts)) {
    const parsed = Artifact.safeParse(raw);
    // Metadata trees and the like carry nothing to run.
    if (!parsed.success) continue;
    const artifact = parsed.data;
    if (artifact.type === 'aws:cloudformation:stack') {
      const { templateFile, stackName, parameters } = artifact.properties;
      const region = artifact.environment.split('/').pop();
      stacks.push({
        name: stackName ?? templateFile.replace(/\.template\.json$/, ''),
        region: region === 'unknown-region' ? undefined : region,
        parameters: parameters ?? {},
        template: readJson(join(directory, templateFile), Template),
      });
    } else if (artifact.type === 'cdk:asset-manifest') {
      const { files } = readJson(join(directory, artifact.properties.file), AssetManifest);
      for (const file of Object.values(files)) {
        if (file.source.path === undefined) continue;
        for (const { objectKey } of Object.values(file.destinations)) {
          assets.set(objectKey, join(directory, file.source.path));
        }
      }
    } else {
      const nested = readManifests(join(directory, artifact.properties.directoryName));
      stacks.push(...nested.stacks);
      for (const [key, path] of nested.assets) assets.set(key, path);
    }
  }
  return { stacks, assets };
}

function readJson<T extends z.ZodType>(path: string, schema: T): z.infer<T> {
  const parsed = schema.safeParse(JSON.parse(readFileSync(path, 'utf8')));
  if (!parsed.success) throw new Error(`${path} is not what was expected: ${z.prettifyError(parsed.error)}`);
  return parsed.data;
}
