import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchPath } from '#bin/build/watch-path';
import { temporaryFolder } from '#test/helpers/temporary-folder';

let folder: string;
let unwatch: () => void;
let changes: number;

beforeEach(() => {
  folder = temporaryFolder();
  mkdirSync(join(folder, 'inner'));
  writeFileSync(join(folder, 'inner', 'a.ts'), '1');
  changes = 0;
});
afterEach(() => {
  unwatch();
});

const watchIt = (target = folder) => {
  unwatch = watchPath(target, () => {
    changes += 1;
  });
};
async function seen(change: () => void): Promise<void> {
  const before = changes;
  change();
  await expect.poll(() => changes).toBeGreaterThan(before);
}

it('sees a file that is written, also after an editor has replaced it', async () => {
  watchIt();
  const file = join(folder, 'inner', 'a.ts');
  await seen(() => writeFileSync(file, '2'));
  await seen(() => {
    writeFileSync(`${file}~`, '3');
    renameSync(`${file}~`, file);
  });
  await seen(() => writeFileSync(file, '4'));
});

it('sees files of folders that came later, and survives folders that go', async () => {
  watchIt();
  await seen(() => mkdirSync(join(folder, 'late')));
  await seen(() => writeFileSync(join(folder, 'late', 'b.ts'), ''));
  await seen(() => rmSync(join(folder, 'late'), { recursive: true }));
  await seen(() => writeFileSync(join(folder, 'inner', 'a.ts'), '5'));
});

it('sees one file and none beside it', async () => {
  const file = join(folder, 'cdk.json');
  writeFileSync(file, '{}');
  watchIt(file);
  writeFileSync(join(folder, 'other.json'), '{}');
  await seen(() => writeFileSync(file, '{"a":1}'));
  // Each write may be seen in two steps, but the other file's in none.
  expect(changes).toBeLessThanOrEqual(2);
});
