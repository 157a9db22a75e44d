import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { FOLLOWED_ENTITIES, FOLLOWED_WHEN_NEW, FOLLOWED_WHEN_WARNED } from '#contract/base/followed-entities';

const CORE = fileURLToPath(new URL('../../../../functions/core', import.meta.url));

test('every entity that is followed is one of the table: a misspelled name would let nothing through', () => {
  const defined = readdirSync(CORE, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(path.join(CORE, file), 'utf8').matchAll(/new Entity\(\{\s*name: '(\w+)'/g),
    ])
    .map(([, name]) => name);
  expect(defined.length).toBeGreaterThan(20);
  expect(defined).toEqual(
    expect.arrayContaining([...FOLLOWED_ENTITIES, ...FOLLOWED_WHEN_NEW, ...FOLLOWED_WHEN_WARNED]),
  );
});
