import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STATUS } from '#contract/base/errors';

const TESTS = join(import.meta.dirname, '../..');

test('every error code is named by a test', () => {
  const sources = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('bench'))
    .map((file) => readFileSync(join(TESTS, file), 'utf8'));
  const unnamed = Object.keys(STATUS).filter((code) => !sources.some((source) => source.includes(code)));
  expect(unnamed).toEqual([]);
});
