import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { App, Stack } from 'aws-cdk-lib';
import { beforeEach, describe, expect, it } from 'vitest';
import { ParleyFunction } from '#infra/constructs/parley-function';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { buildLanding } from '../../web/landing/build';
import { PRODUCTION, ROOT, STACKS, standInBundles } from './synthesized';

const run = promisify(execFile);
let folder: string;
beforeEach(async () => {
  folder = temporaryFolder();
});

/** The CDK command line as a fresh machine has it: no credentials, no profile, no way out to any address. */
async function synth(...words: string[]): Promise<void> {
  const nowhere = 'http://127.0.0.1:9';
  await run(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/aws-cdk/bin/cdk'),
      'synth',
      '--quiet',
      '-o',
      path.join(folder, 'cdk.out'),
      ...words,
    ],
    {
      cwd: ROOT,
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        AWS_EC2_METADATA_DISABLED: 'true',
        HTTP_PROXY: nowhere,
        HTTPS_PROXY: nowhere,
      },
    },
  );
}

interface InTemplate {
  readonly Type: string;
  readonly Properties: {
    readonly Tags?: readonly object[];
    readonly Environment?: { readonly Variables?: Readonly<Record<string, unknown>> };
  };
}

// The command line runs every check: seconds alone, minutes beside other work.
describe('cdk synth', () => {
  it('works offline and without credentials', async () => {
    const site = path.join(folder, 'site');
    await buildLanding(site);
    const context = [`bundles=${await standInBundles(folder)}`, `site=${site}`, 'commit=0123456789ab'];
    await synth(...context.flatMap((entry) => ['-c', entry]));
    const templates = (await readdir(path.join(folder, 'cdk.out'))).filter((name) =>
      name.endsWith('.template.json'),
    );
    expect(templates.sort()).toEqual(STACKS.map((stack) => `parley-local-${stack}.template.json`).sort());

    // Which commit a stage is of say its resources and, by this function, /api/health.
    const api = JSON.parse(
      await readFile(path.join(folder, 'cdk.out', 'parley-local-api.template.json'), 'utf8'),
    );
    const functions = (Object.values(api.Resources) as InTemplate[]).filter(
      ({ Type }) => Type === 'AWS::Lambda::Function',
    );
    for (const { Properties } of functions)
      expect(Properties.Tags).toContainEqual({ Key: 'parley:commit', Value: '0123456789ab' });
    const told = functions.flatMap(({ Properties }) => Properties.Environment?.Variables?.COMMIT ?? []);
    expect(told).toEqual(['0123456789ab']);
  });

  it('says which bundle is missing, and what makes it', () => {
    const stack = new Stack(new App({ context: { bundles: folder } }));
    expect(
      () =>
        new ParleyFunction(stack, 'Ingest', {
          bundle: 'queue-ingest',
          stage: PRODUCTION,
          description: 'Reads.',
        }),
    ).toThrow(/There is no bundle queue-ingest: .*npm run build.*functions\/queue\/ingest\.ts/);
  });
});
