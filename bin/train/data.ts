import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { NONE_NAMES, PIECE_NAMES } from '#core/quoting/reader';

const folder = new URL('../../test/bench/answering/', import.meta.url);

/** Of what is learned from, and of the features' names: weights that were learned from something else are stale. */
export function dataHash(): string {
  const hash = createHash('sha256').update([...PIECE_NAMES, ...NONE_NAMES].join('\n'));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^LICENCES|^left-out/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .toSorted();
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}
