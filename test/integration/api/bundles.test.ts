import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const DIST = join(import.meta.dirname, '../../../dist/functions');

/** Bytes of each bundle: what a cold start has to load. Those that answer hold the index and the model's client. */
const BUDGETS = {
  'http-accounts': 700_000,
  'http-bots': 700_000,
  'http-documents': 700_000,
  'http-platform': 700_000,
  'http-system': 700_000,
  'http-widget': 800_000,
  'socket-connect': 700_000,
  'socket-disconnect': 700_000,
  'socket-message': 700_000,
  'socket-answer': 800_000,
  'queue-failed-answers': 800_000,
  'stream-dispatch': 700_000,
  'auth-pre-sign-up': 700_000,
  'auth-custom-message': 700_000,
  'auth-post-confirmation': 700_000,
};

test.each(Object.entries(BUDGETS))('%s is no larger than %d bytes', async (name, budget) => {
  const { size } = await stat(join(DIST, name, 'index.mjs'));
  expect(size).toBeLessThanOrEqual(budget);
});
