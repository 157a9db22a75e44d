import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCredentials } from '../../../infra/local/runtime/credentials';
import { openState } from '../../../infra/local/runtime/state';

const STATE_MODULE = fileURLToPath(new URL('../../../infra/local/runtime/state.ts', import.meta.url));

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'parley-state-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('a state folder', () => {
  it('is made when it is missing, and opened again', async () => {
    const path = join(directory, 'a', 'b');
    const first = await openState(path);
    writeFileSync(join(first.folder('table'), 'kept'), 'x');
    await first.release();
    const again = await openState(path);
    expect(readFileSync(join(again.folder('table'), 'kept'), 'utf8')).toBe('x');
    await again.release();
  });

  it('is refused to a second process while a first has it', async () => {
    const first = await openState(directory);
    await expect(openState(directory)).rejects.toThrow(/is in use by another running Parley/);
    await first.release();
    await (await openState(directory)).release();
  });

  it('is taken over from a process that was killed', async () => {
    const script = `import { openState } from ${JSON.stringify(STATE_MODULE)};
      await openState(${JSON.stringify(directory)}); console.log('open'); setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await new Promise((open) => child.stdout.once('data', open));
    await expect(openState(directory)).rejects.toThrow(/in use/);
    const gone = new Promise((exit) => child.once('exit', exit));
    child.kill('SIGKILL');
    await gone;
    await (await openState(directory)).release();
  });

  it('is not taken for one when it holds other things', async () => {
    writeFileSync(join(directory, 'thesis.txt'), '');
    await expect(openState(directory)).rejects.toThrow(/is no state folder: it holds thesis\.txt/);
  });

  it('of another version is refused, and so is a damaged one', async () => {
    writeFileSync(join(directory, 'parley-local.json'), '{"format":99}');
    await expect(openState(directory)).rejects.toThrow(/another version \(format 99/);
    writeFileSync(join(directory, 'parley-local.json'), '{"for');
    await expect(openState(directory)).rejects.toThrow(/is damaged/);
  });

  it('that is a file is refused', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');
    await expect(openState(file)).rejects.toThrow(/can't be made/);
  });
});

describe('access keys', () => {
  const ROLE = 'arn:aws:iam::000000000000:role/worker';
  const open = (path = directory, roles = [ROLE]) => openCredentials(path, '000000000000', roles);

  it('stay the same over a restart, so that what was signed before it still holds', () => {
    expect(open().keyOfRole(ROLE)).toEqual(open().keyOfRole(ROLE));
    expect(open().operator).toEqual(open().operator);
  });

  it('are other ones in another state folder', () => {
    const other = mkdtempSync(join(tmpdir(), 'parley-state-'));
    expect(open(other).operator.secretAccessKey).not.toBe(open().operator.secretAccessKey);
    rmSync(other, { recursive: true });
  });

  it('say who holds them, and nothing of keys that were not issued', () => {
    const credentials = open();
    const { accessKeyId, secretAccessKey } = credentials.keyOfRole(ROLE);
    expect(credentials.principalFor(accessKeyId)).toEqual({ kind: 'role', arn: ROLE });
    expect(credentials.secretFor(accessKeyId)).toBe(secretAccessKey);
    expect(credentials.secretFor('AKIASTRANGER')).toBeUndefined();
    expect(() => credentials.keyOfRole('arn:other')).toThrow(/no role arn:other/);
  });

  it('are not made anew over a damaged seed, which would break what was signed', () => {
    open();
    writeFileSync(join(directory, 'seed'), 'short');
    expect(() => open()).toThrow(/is damaged/);
  });
});
