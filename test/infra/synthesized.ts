import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { fingerprint } from '#bin/build/fingerprint';
import { STACKS, StageParameters } from '#infra/config/stage';
import { loadAssembly } from '#infra/local/assembly/load';
import type { Assembly, Resource } from '#infra/local/assembly/model';
import { buildLanding } from '../../web/landing/build';
import { BUNDLES } from '../helpers/bundles';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** A vault in another account and region. */
export const COPY = {
  vaultArn: 'arn:aws:backup:eu-west-1:444455556666:backup-vault:parley',
  days: 7,
} as const;

export const PRODUCTION: StageParameters = StageParameters.parse({
  stage: 'production',
  account: '111122223333',
  region: 'eu-central-1',
  rootDomain: 'parley.example',
  appDomain: 'app.parley.example',
  certificateArn: 'arn:aws:acm:us-east-1:111122223333:certificate/0000',
  hostedZone: { id: 'Z0123456789', name: 'parley.example' },
  mailFrom: 'hello@mail.parley.example',
  alarmEmail: 'operations@parley.example',
  adminEmails: ['admin@parley.example'],
  operator: {
    company: 'Parley Example GmbH',
    street: 'Musterstraße 1',
    city: '50667 Köln',
    country: 'Deutschland',
    email: 'contact@parley.example',
    representative: 'Erika Mustermann',
  },
  guardrail: { id: 'abcdef', version: '3' },
});

export { STACKS };
export type StackName = (typeof STACKS)[number];

export interface Synthesized {
  readonly folder: string;
  template(stack: StackName): Template;
  /** Whether a stack may not be deleted. */
  isProtected(stack: StackName): boolean;
  /** Stacks that are deployed before. */
  dependencies(stack: StackName): readonly string[];
  /** The function that a name or an ARN means, with its alias or without. */
  lambda(reference: unknown): Resource | undefined;
  /** A function's environment. */
  environment(lambda: Resource | undefined): Readonly<Record<string, string>>;
  /** All of it with every reference resolved, across stacks. */
  readonly assembly: Assembly;
}

/** What the templates are made from, besides the bundles, which are stood in for. */
const INPUTS = [
  'package-lock.json',
  'cdk.json',
  'infra/config',
  'infra/constructs',
  'infra/stacks',
  'functions/contract',
  'web/landing',
  'web/src/lib',
  'web/src/theme/tokens.css',
  'test/infra/synthesized.ts',
];

/** The production stage, synthesized once for all test files. */
export async function synthesized(): Promise<Synthesized> {
  const cache = path.join(ROOT, '.cache', 'test-assembly');
  const folder = path.join(cache, (await fingerprint(ROOT, INPUTS)).slice(0, 16));
  if (!existsSync(folder)) {
    await mkdir(cache, { recursive: true });
    const fresh = await mkdtemp(path.join(cache, 'new-'));
    await synthesize(PRODUCTION, path.join(fresh, 'cdk.out'));
    // Another test file may have been faster.
    await rename(fresh, folder).catch(() => rm(fresh, { recursive: true }));
  }
  const out = path.join(folder, 'cdk.out');
  const { artifacts } = JSON.parse(readFileSync(path.join(out, 'manifest.json'), 'utf8'));
  const assembly = loadAssembly(out, { region: PRODUCTION.region, accountId: PRODUCTION.account });
  const artifact = (stack: StackName) => artifacts[`parley-production-${stack}`];
  return {
    folder: out,
    template: (stack) =>
      Template.fromJSON(
        JSON.parse(readFileSync(path.join(out, `parley-production-${stack}.template.json`), 'utf8')),
      ),
    isProtected: (stack) => artifact(stack).properties.terminationProtection === true,
    dependencies: (stack) =>
      (artifact(stack).dependencies as string[])
        .filter((id) => !id.endsWith('.assets'))
        .map((id) => id.replace('parley-production-', '')),
    environment: (lambda) =>
      (lambda?.properties.Environment as { Variables: Record<string, string> } | undefined)?.Variables ?? {},
    lambda: (reference) =>
      assembly.find('AWS::Lambda::Function', String(reference).replace(/(?<!function):live$/, '')),
    assembly,
  };
}

/** Synthesizes a stage into a folder. */
export async function synthesize(stage: StageParameters, outdir: string): Promise<void> {
  const { ParleyApp } = await import('#infra/stacks/parley-app');
  const app = await testApp(outdir);
  new ParleyApp(app, stage);
  app.synth();
}

/** An app with the context of cdk.json, a stand-in for every bundle, and the landing page. */
export async function testApp(outdir: string, own: Readonly<Record<string, string>> = {}): Promise<App> {
  // Loaded where it is needed: it takes seconds, and most test files only read what was synthesized.
  const { App: CdkApp } = await import('aws-cdk-lib');
  const { context } = JSON.parse(readFileSync(path.join(ROOT, 'cdk.json'), 'utf8'));
  const bundles = await standInBundles(path.dirname(outdir));
  const site = path.join(path.dirname(outdir), 'site');
  await buildLanding(site);
  return new CdkApp({ outdir, context: { ...context, bundles, site, ...own } });
}

/** Stand-ins for the bundles, in a folder of this one. */
export async function standInBundles(folder: string): Promise<string> {
  const bundles = path.join(folder, 'bundles');
  for (const name of BUNDLES) {
    await mkdir(path.join(bundles, name), { recursive: true });
    // Not all alike: alike assets would be one.
    await writeFile(path.join(bundles, name, 'index.cjs'), `export const handler = async () => '${name}';\n`);
  }
  return bundles;
}
