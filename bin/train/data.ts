import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NONE_NAMES, PIECE_NAMES } from '#core/quoting/reader';

/** Documents and questions that are learned from. */
const READ = [
  'test/bench/answering/',
  'test/bench/corpus/',
  'test/unit/answers/questions.json',
  'functions/core/operator/demo/articles/',
];

/** Of what is learned from, and of the features' names: weights that were learned from something else are stale. */
export function dataHash(): string {
  const hash = createHash('sha256').update([...PIECE_NAMES, ...NONE_NAMES].join('\n'));
  const files = READ.flatMap((path) => filesOf(fileURLToPath(new URL(`../../${path}`, import.meta.url))));
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest('hex').slice(0, 16);
}

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^LICENCES|^left-out/.test(entry.name))
    .map(({ parentPath, name }) => `${parentPath}/${name}`)
    .toSorted();
}
