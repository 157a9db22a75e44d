import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, it } from 'vitest';
import { openCredentials } from '#infra/local/runtime/credentials';
import { openRecords } from '#infra/local/runtime/records';
import { openState, StateError, stateProblem } from '#infra/local/runtime/state';
import { Store } from '#infra/local/services/dynamodb/store';
import { temporaryFolder } from '#test/helpers/temporary-folder';

const STATE_MODULE = fileURLToPath(new URL('../../../infra/local/runtime/state.ts', import.meta.url));

let directory: string;
beforeEach(() => {
  directory = temporaryFolder();
});

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

  it("is one starter's, of several at once, after a kill too", async () => {
    const script = `import { openState } from ${JSON.stringify(STATE_MODULE)};
      process.stdin.once('data', () => openState(${JSON.stringify(directory)}).then(
        () => { console.log('open'); setInterval(() => {}, 1000); },
        (error) => { console.log(error.name); process.exit(); },
      ));
      console.log('ready');`;
    for (let round = 0; round < 2; round += 1) {
      const children = Array.from({ length: 4 }, () =>
        spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script], {
          stdio: ['pipe', 'pipe', 'inherit'],
        }),
      );
      const ends = children.map((child) => new Promise((exit) => child.once('exit', exit)));
      const said = (child: (typeof children)[number]) =>
        new Promise<string>((line) => child.stdout.once('data', (text) => line(String(text).trim())));
      try {
        await Promise.all(children.map(said));
        const outcomes = children.map(said);
        for (const child of children) child.stdin.write('go');
        expect((await Promise.all(outcomes)).sort()).toEqual([
          'StateError',
          'StateError',
          'StateError',
          'open',
        ]);
      } finally {
        for (const child of children) child.kill('SIGKILL');
        await Promise.all(ends);
      }
    }
  });

  it('that is a file, or lies below one, is refused in plain words', async () => {
    const file = join(directory, 'notes');
    writeFileSync(file, '');
    const named = (path: string, why: string) =>
      new StateError(`the state folder ${path}: ${why}. Name another folder with --state`);
    await expect(openState(file)).rejects.toEqual(named(file, 'there is a file of this name'));
    const below = join(file, 'state');
    await expect(openState(below)).rejects.toEqual(named(below, 'a part of this path is a file'));
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('that may not be written is refused in plain words', async () => {
    const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
    expect(stateProblem('/srv/x', denied).message).toBe(
      'the state folder /srv/x: you have no right to read and write there. Name another folder with --state',
    );
    // Root may write everywhere.
    if (process.getuid?.() === 0) return;
    chmodSync(directory, 0o500);
    await expect(openState(directory)).rejects.toThrow(/no right to read and write/);
    chmodSync(directory, 0o700);
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
});

describe('access keys', () => {
  const ROLE = 'arn:aws:iam::000000000000:role/worker';
  const open = (path = directory, roles = [ROLE]) => openCredentials(path, '000000000000', roles);

  it('stay the same over a restart, so that what was signed before it still holds', () => {
    expect(open().keyOfRole(ROLE)).toEqual(open().keyOfRole(ROLE));
    expect(open().operator).toEqual(open().operator);
  });

  it('are other ones in another state folder', () => {
    const other = temporaryFolder();
    expect(open(other).operator.secretAccessKey).not.toBe(open().operator.secretAccessKey);
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

  it('that is damaged is told in one line, whatever of it: its tables, its users, its queues', async () => {
    const tables = join(directory, 'dynamodb');
    const store = await Store.open(tables, [], { now: Date.now });
    await store.close();
    writeFileSync(join(tables, 'CURRENT'), 'nonsense\n');
    await expect(Store.open(tables, [], { now: Date.now })).rejects.toThrow(StateError);
    rmSync(join(tables, 'CURRENT'));
    // Begun anew over what is left, it would be empty without a word.
    await expect(Store.open(tables, [], { now: Date.now })).rejects.toThrow(
      /CURRENT is missing.*restore the state folder/,
    );

    const users = join(directory, 'cognito.jsonl');
    writeFileSync(users, 'nonsense\n');
    expect(() => openRecords(users)).toThrow(StateError);
  });
});
