import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { App, Stack } from 'aws-cdk-lib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ParleyFunction } from '#infra/constructs/parley-function';
import { buildLanding } from '../../web/landing/build';
import { PRODUCTION, ROOT, STACKS, standInBundles } from './synthesized';

const run = promisify(execFile);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-synth-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

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

// The command line runs every check: seconds alone, minutes beside other work.
describe('cdk synth', () => {
  it('works offline and without credentials', async () => {
    const site = path.join(folder, 'site');
    await buildLanding(site);
    await synth('-c', `bundles=${await standInBundles(folder)}`, '-c', `site=${site}`);
    const templates = (await readdir(path.join(folder, 'cdk.out'))).filter((name) =>
      name.endsWith('.template.json'),
    );
    expect(templates.sort()).toEqual(STACKS.map((stack) => `parley-local-${stack}.template.json`).sort());
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
