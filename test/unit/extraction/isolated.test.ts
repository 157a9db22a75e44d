import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { LongDocument } from '../../../functions/core/knowledge/extraction/extraction';
import { createIsolatedExtractor } from '../../../functions/core/knowledge/extraction/isolated';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'parley-isolated-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A thread that does as the first byte of its document says. */
const SCRIPT = `import { parentPort } from 'node:worker_threads';
let read = 0;
parentPort.on('message', ({ bytes }) => {
  read += 1;
  if (bytes[0] === 1) for (;;);
  if (bytes[0] === 2) { const kept = []; for (;;) kept.push(new Array(1e5).fill(Math.random())); }
  if (bytes[0] === 4) return parentPort.postMessage({ long: { pages: 900, pagesAtOnce: 300 } });
  if (bytes[0] === 3) return parentPort.postMessage({ reason: 'corrupted', detail: 'torn' });
  parentPort.postMessage({ made: { blocks: [], pages: read } });
});`;

/** A busy machine is slow to fill a memory; only what never ends has to wait for its time. */
const PLENTY = 20;

function extractor(seconds = PLENTY) {
  const script = join(folder, 'thread.mjs');
  writeFileSync(script, SCRIPT);
  return createIsolatedExtractor(pathToFileURL(script), { seconds, megabytes: 24 });
}
const READS = Uint8Array.of(0);

it('reads one document after the other in one thread', async () => {
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
  ['never ends', 1, 'took_too_long', 1],
  ['fills its memory', 2, 'expands_too_far', PLENTY],
])(
  'gives up a document whose reading %s, and reads the next in a new thread',
  async (_, how, reason, seconds) => {
    const { extract } = extractor(seconds);
    await expect(extract(Uint8Array.of(how), 'txt')).rejects.toMatchObject({ reason });
    expect((await extract(READS, 'txt')).pages).toBe(1);
  },
);

it('passes on why a document can not be read, and keeps the thread', async () => {
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
