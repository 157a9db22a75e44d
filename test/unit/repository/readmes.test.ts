import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
/** The files of core; Node 20 has no `globSync`. */
const core = readdirSync(join(ROOT, 'functions/core'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const readmes = ['functions', 'infra', 'test', 'web', 'widget'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => basename(file) === 'README.md'),
);

test.each(['README.md', ...readmes])(
  '%s has 1,200 words at most: what explains one file stands in that file',
  (readme) => {
    expect(read(readme).trim().split(/\s+/).length).toBeLessThanOrEqual(1_200);
  },
);

// In a process of its own: here the whole of core would be transformed for it.
test('functions/core/TABLE.md lists every entity with its comment, as `npm run table` prints it', () => {
  const entities = core.flatMap((file) =>
    [...read(`functions/core/${file}`).matchAll(/new Entity\(\{\s*name: '(\w+)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  const printed = execFileSync(process.execPath, ['--import', 'tsx', 'bin/table.ts', '--print'], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(read('functions/core/TABLE.md')).toBe(printed);
  expect(entities.length).toBeGreaterThan(40);
  const described = new Set(
    [...printed.matchAll(/^\| \[(\w+)\].*\| [^|]*\w[^|]* \|$/gm)].map(([, name]) => name),
  );
  expect(entities.filter((name) => !described.has(name))).toEqual([]);
});

test('the access patterns have 1,200 words at most', () => {
  expect(read('functions/core/ACCESS.md').trim().split(/\s+/).length).toBeLessThanOrEqual(1_200);
});

test('every folder of core is named in its README', () => {
  const folders = new Set(core.map((file) => file.split('/')[0] ?? ''));
  const readme = read('functions/core/README.md');
  expect([...folders].filter((folder) => !readme.includes(`\`${folder}/`))).toEqual([]);
});
