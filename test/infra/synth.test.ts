import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildLanding } from '../../web/landing/build';
import { ROOT, STACKS, standInBundles } from './synthesized';

const run = promisify(execFile);
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-synth-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The CDK command line as a fresh machine has it: no credentials, no profile, no way out to any address. */
async function synth(...words: string[]): Promise<string> {
  const nowhere = 'http://127.0.0.1:9';
  const { stdout, stderr } = await run(
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
  return stdout + stderr;
}

// The command line runs every check: seconds alone, minutes beside other work.
describe('cdk synth', { timeout: 300_000 }, () => {
  it('works offline and without credentials', async () => {
    const site = path.join(folder, 'site');
    await buildLanding(site);
    await synth('-c', `bundles=${await standInBundles(folder)}`, '-c', `site=${site}`);
    const templates = (await readdir(path.join(folder, 'cdk.out'))).filter((name) =>
      name.endsWith('.template.json'),
    );
    expect(templates.sort()).toEqual(STACKS.map((stack) => `parley-local-${stack}.template.json`).sort());
  });

  it('says which bundle is missing, and what makes it', async () => {
    await expect(synth('-c', `bundles=${folder}`)).rejects.toMatchObject({
      stderr: expect.stringMatching(
        /There is no bundle ([a-z]+)-([a-z-]+): .*npm run build.*functions\/\1\/\2\.ts/,
      ),
    });
  });

  it('says which stage is missing', async () => {
    await expect(synth('-c', 'stage=nowhere')).rejects.toMatchObject({
      stderr: expect.stringMatching(/There is no stage "nowhere"/),
    });
  });
});
