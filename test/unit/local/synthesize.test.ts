import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SynthesisError, synthesize } from '#bin/local/synthesize';

describe('synthesizing for the local stage', () => {
  let root: string;
  const app = (source: string) => writeFile(path.join(root, 'bin', 'app.ts'), source);
  const failure = () => synthesize(root, () => {}).catch((error: unknown) => error);

  beforeEach(async () => {
    root = await mkdtemp(path.join(await realpath(os.tmpdir()), 'parley-synthesize-'));
    await mkdir(path.join(root, 'bin'));
    await mkdir(path.join(root, 'infra', 'stacks'), { recursive: true });
    await symlink(path.resolve('node_modules'), path.join(root, 'node_modules'));
    await symlink(path.resolve('bin/run.mjs'), path.join(root, 'bin', 'run.mjs'));
    await writeFile(path.join(root, 'package.json'), '{ "type": "module" }');
    await writeFile(path.join(root, 'cdk.json'), '{}');
  });
  afterEach(() => rm(root, { recursive: true, force: true }));

  it('tells a syntax error in one line, with its place', async () => {
    await app("import '../infra/stacks/edge';\n");
    await writeFile(path.join(root, 'infra', 'stacks', 'edge.ts'), 'export {};\nconst x = = 3;\n');
    expect(await failure()).toEqual(new SynthesisError('infra/stacks/edge.ts:2:10: Unexpected "="'));
  });

  it('keeps all that another failure says', async () => {
    await app("throw new Error('no such certificate');\n");
    const error = await failure();
    expect(error).toBeInstanceOf(SynthesisError);
    expect(String(error)).toMatch(/no such certificate\n +at .*app\.ts:1/);
  });
});
