import { writeFileSync } from 'node:fs';
import { dataHash } from './train/data';
import { type Example, readExamples } from './train/examples';
import { givenByOthers, learnWithout, leastFor, outcomeAt } from './train/judge';
import { learn } from './train/learn';

/*
 * `npm run train`: learns what the features of a piece count from the questions of `test/bench/answering`, in visitors'
 * words and in the documents' own. What is learned without some kinds of business, and judged by them, chooses the
 * probability from which on an answer is given; the benchmark asks it beside the rules.
 */

const progress = (line: string) => process.stderr.write(`${line}\n`);
const write = (file: string, content: object) =>
  writeFileSync(new URL(`../${file}`, import.meta.url), `${JSON.stringify(content, null, 2)}\n`);

const examples = await readExamples(progress);
const folds = learnWithout(examples, progress);
const given = givenByOthers(examples, folds);
const least = leastFor(given.filter(({ kind }) => kind === 'visitor'));
const kinds: readonly Example['kind'][] = [
  'visitor',
  'bared',
  'plain',
  'without',
  'among two',
  'alone',
  'everyday',
];
for (const kind of kinds) {
  const some = given.filter((one) => one.kind === kind);
  progress(`${kind}, ${some.length}, from ${least} on: ${JSON.stringify(outcomeAt(some, least))}`);
}
write('functions/core/quoting/reader.json', { data: dataHash(), least, ...learn(examples) });
write('test/bench/answering/left-out.json', {
  least,
  without: Object.fromEntries(folds.map(({ trades, weights }) => [trades.join(' '), weights])),
});
