import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
/** The files of core; Node 20 has no `globSync`. */
const core = readdirSync(join(ROOT, 'functions/core'), { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test.each([
  'README.md',
  'functions/README.md',
  'functions/core/README.md',
  'infra/README.md',
  'widget/README.md',
])('%s has 1,200 words at most: what explains one file stands in that file', (readme) => {
  expect(read(readme).trim().split(/\s+/).length).toBeLessThanOrEqual(1_200);
});

test('every entity of the table is listed in functions/core/TABLE.md', () => {
  const entities = core.flatMap((file) =>
    [...read(`functions/core/${file}`).matchAll(/new Entity\(\{\s*name: '(\w+)'/g)].map(
      ([, name = '']) => name,
    ),
  );
  const listed: readonly string[] = read('functions/core/TABLE.md').match(/^\| \w+/gm) ?? [];
  expect(entities.length).toBeGreaterThan(40);
  expect(entities.filter((name) => !listed.includes(`| ${name}`))).toEqual([]);
});

test('every folder of core is named in its README', () => {
  const folders = new Set(core.map((file) => file.split('/')[0] ?? ''));
  const readme = read('functions/core/README.md');
  expect([...folders].filter((folder) => !readme.includes(`\`${folder}/`))).toEqual([]);
});
