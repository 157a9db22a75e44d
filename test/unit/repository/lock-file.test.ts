import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingPlatforms } from '#bin/complete-lock';

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package-lock.json'), 'utf8'));

test('the lock file has the packages of every platform, or npm ci would refuse it: bin/complete-lock.ts adds them', () => {
  expect(missingPlatforms(lock.packages)).toEqual({});
});

test('the lock file names no registry, so that everybody installs from their own', () => {
  const resolved = Object.values<{ resolved?: string }>(lock.packages).flatMap(
    (locked) => locked.resolved ?? [],
  );
  expect(resolved).toEqual([]);
});

test('what a package would find beside itself or above is not missing', () => {
  const packages = {
    'node_modules/a': {
      optionalDependencies: { 'x-linux-x64-musl': '1.0.0', 'y-darwin-arm64': '2.0.0' },
      dev: true,
    },
    'node_modules/a/node_modules/y-darwin-arm64': { version: '2.0.0' },
    'node_modules/b/node_modules/c': { optionalDependencies: { d: '1.0.0' } },
    'node_modules/d': { version: '1.0.0' },
  };
  expect(missingPlatforms(packages)).toEqual({
    'node_modules/x-linux-x64-musl': {
      version: '1.0.0',
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
      dev: true,
      optional: true,
    },
  });
});
