import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Keeps something and makes what soon is garbage, as calls do; gives the most of heap that there was, in MB. */
const CHURN = `
const kept = Array.from({ length: 400_000 }, (_, i) => ({ i, text: 'item ' + i }));
const recent = [];
let most = 0;
for (let n = 0; n < 4_000; n += 1) {
  recent[n % 200] = Array.from({ length: 500 }, (_, i) => ({ n, i, text: 'call ' + n + ' ' + i }));
  if (n % 25 === 0) most = Math.max(most, process.memoryUsage().heapTotal);
}
console.log(kept.length && most / 1e6);
`;

// The heap of the main process has some 55 MB that are used. Node lets garbage grow to several times that on a machine
// with much memory, which beside an editor and a browser is not free.
test.each(['start', 'dev'])('`npm run %s` keeps little garbage beside what it uses', (name) => {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const flags = scripts[name].split(' ').filter((word: string) => /^--(?!import|watch)/.test(word));
  const heapOf = (args: string[]) =>
    Number(execFileSync(process.execPath, [...args, '--eval', CHURN], { encoding: 'utf8' }));
  expect(heapOf(flags)).toBeLessThan(160);
});
