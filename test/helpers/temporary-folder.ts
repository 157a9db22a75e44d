import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder. Nobody removes it: it goes with the run (test/vitest.config.ts). */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'parley-'));
}
