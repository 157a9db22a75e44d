import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { COMMON_JS } from '#bin/build/functions';
import { LongDocument } from '#core/reading/extraction';
import { createIsolatedExtractor } from '#core/reading/isolated';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-isolated-'));
  writeFileSync(join(folder, 'parser.cjs'), PARSER);
  await build({
    entryPoints: [fileURLToPath(new URL('../../../functions/queue/ingest.extraction.ts', import.meta.url))],
    ...COMMON_JS,
    outfile: join(folder, 'extraction.cjs'),
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A parser that does as the first byte of its document says. */
const PARSER = `const { parentPort } = require('node:worker_threads');
let read = 0;
parentPort.on('message', ({ bytes }) => {
  read += 1;
  if (bytes[0] === 1) for (;;);
  if (bytes[0] === 2) { const kept = []; for (;;) kept.push(new Array(1e5).fill(Math.random())); }
  if (bytes[0] === 5) { const kept = []; for (;;) kept.push(Buffer.alloc(1e6, 1)); }
  if (bytes[0] === 6) process.kill(process.pid, 'SIGKILL');
  if (bytes[0] === 4) return parentPort.postMessage({ long: { pages: 900, pagesAtOnce: 300 } });
  if (bytes[0] === 3) return parentPort.postMessage({ reason: 'corrupted', detail: 'torn' });
  parentPort.postMessage({ made: { blocks: [], pages: read } });
});`;

/** What never ends is worked at for so long; on a busy machine the process after it needs some of it to start. */
const LITTLE = 5;
/** A busy machine is slow to fill a memory. */
const PLENTY = 60;

function extractor(seconds = PLENTY) {
  return createIsolatedExtractor(pathToFileURL(join(folder, 'extraction.cjs')), { seconds, megabytes: 200 });
}
const READS = Uint8Array.of(0);

it('reads one document after the other in one process', async () => {
  const { extract } = extractor();
  const pages = [];
  for (let count = 0; count < 3; count += 1) pages.push((await extract(READS, 'txt')).pages);
  expect(pages).toEqual([1, 2, 3]);
});

it('reads documents that come at once in turn', async () => {
  const { extract } = extractor();
  const all = await Promise.all([1, 2, 3].map(() => extract(READS, 'txt')));
  expect(all.map(({ pages }) => pages)).toEqual([1, 2, 3]);
});

it.each([
  ['never ends', 1, 'took_too_long', LITTLE],
  ['fills its heap', 2, 'expands_too_far', PLENTY],
  ['fills buffers outside of its heap', 5, 'expands_too_far', PLENTY],
  ['is ended by the system', 6, 'expands_too_far', PLENTY],
])(
  'gives up a document whose reading %s, and reads the next in a new process',
  async (_, how, reason, seconds) => {
    const { extract } = extractor(seconds);
    await expect(extract(Uint8Array.of(how), 'txt')).rejects.toMatchObject({ reason });
    expect((await extract(READS, 'txt')).pages).toBe(1);
  },
);

it('passes on why a document can not be read, and keeps the process', async () => {
  const { extract } = extractor();
  await expect(extract(Uint8Array.of(3), 'txt')).rejects.toMatchObject({ reason: 'corrupted' });
  expect((await extract(READS, 'txt')).pages).toBe(2);
});

it('passes on that a document is to be read part by part', async () => {
  const { extract } = extractor();
  const told = extract(Uint8Array.of(4), 'pdf');
  await expect(told).rejects.toBeInstanceOf(LongDocument);
  await expect(told).rejects.toMatchObject({ pages: 900, pagesAtOnce: 300 });
});
