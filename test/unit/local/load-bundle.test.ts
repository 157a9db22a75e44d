import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { loadBundle } from '#infra/local/runtime/lambda/load-bundle';
import { Pool } from '#infra/local/runtime/lambda/pool';
import { temporaryFolder } from '#test/helpers/temporary-folder';

let folder: string;
let codeFolder: string;
beforeEach(() => {
  folder = temporaryFolder();
  codeFolder = join(folder, 'compiled');
});

function bundle(source: string, name = 'index.cjs'): string {
  writeFileSync(join(folder, name), source);
  return pathToFileURL(join(folder, name)).href;
}
const saying = (word: string) =>
  `const { sep } = require('node:path'); exports.say = () => sep + ${JSON.stringify(word)};`;

/** What is kept of a script. */
const keptOf = (name = 'index-cjs') => readFileSync(join(codeFolder, name));

async function say(url: string, into: string | undefined = codeFolder) {
  const { exports, keepCode } = await loadBundle(url, into);
  const said = (exports.say as () => unknown)();
  keepCode();
  return said;
}

it('keeps what was compiled, and is the same function from it', async () => {
  const url = bundle(saying('one'));
  expect(await say(url)).toBe(`${sep}one`);
  const kept = keptOf();
  expect(kept.length).toBeGreaterThan(100);
  expect(await say(url)).toBe(`${sep}one`);
  expect(keptOf()).toEqual(kept);
  expect(readdirSync(codeFolder)).toEqual(['index-cjs']);
});

it('takes nothing from another source, not even of the same length', async () => {
  expect(await say(bundle(saying('one')))).toBe(`${sep}one`);
  expect(await say(bundle(saying('two')))).toBe(`${sep}two`);
  expect(await say(bundle(saying('two')))).toBe(`${sep}two`);
});

it('loads what it can not keep, and modules, which V8 keeps nothing of', async () => {
  expect(await say(bundle(saying('one')), join(folder, 'index.cjs', 'no-folder'))).toBe(`${sep}one`);
  expect(await say(bundle("export const say = () => 'module';", 'index.mjs'))).toBe('module');
  expect(existsSync(codeFolder)).toBe(false);
});

it('gives a bundle what Node gives one', async () => {
  const url = bundle('exports.say = () => [__filename, __dirname, module.exports === exports];');
  expect(await say(url)).toEqual([join(folder, 'index.cjs'), folder, true]);
});

it('keeps the files that a bundle shares with others beside it', async () => {
  mkdirSync(join(folder, 'shared'));
  bundle("exports.word = 'shared';", 'shared/one.cjs');
  bundle("const { word } = require('./one.cjs'); exports.words = [word, __filename];", 'shared/two.cjs');
  const url = bundle("const two = require('./shared/two.cjs'); exports.say = () => two.words;");
  const words = ['shared', join(folder, 'shared', 'two.cjs')];
  expect(await say(url)).toEqual(words);
  const files = ['index-cjs', 'shared-one-cjs', 'shared-two-cjs'];
  expect(readdirSync(codeFolder).sort()).toEqual(files);
  const kept = files.map(keptOf);
  expect(await say(url)).toEqual(words);
  expect(files.map(keptOf)).toEqual(kept);
  bundle("exports.word = 'change';", 'shared/one.cjs');
  expect(await say(url)).toEqual(['change', words[1]]);
  expect(files.filter((file, at) => !keptOf(file).equals(kept[at] as Buffer))).toEqual(['shared-one-cjs']);
});

it('keeps what a bundle requires only once it is asked', async () => {
  bundle("exports.word = 'late';", 'late.cjs');
  const url = bundle("exports.say = () => require('./late.cjs').word;");
  expect(await say(url)).toBe('late');
  const kept = keptOf('late-cjs');
  expect(await say(url)).toBe('late');
  expect(keptOf('late-cjs')).toEqual(kept);
});

it('is kept by the first instance that has answered, for those after it', async () => {
  const url = bundle("exports.handler = async () => 'answered';");
  expect(await answerOfInstance(url)).toBe('answered');
  const kept = keptOf();
  expect(await answerOfInstance(url)).toBe('answered');
  expect(keptOf()).toEqual(kept);
});

it('is compiled anew where V8 refuses what was kept', async () => {
  const url = bundle("exports.handler = async () => 'answered';");
  await answerOfInstance(url);
  const torn = keptOf().subarray(0, 60);
  writeFileSync(join(codeFolder, 'index-cjs'), torn);
  expect(await answerOfInstance(url)).toBe('answered');
  expect(keptOf().length).toBeGreaterThan(torn.length);
  writeFileSync(join(codeFolder, 'index-cjs'), '');
  expect(await answerOfInstance(url)).toBe('answered');
});

/** What an instance in a process of its own answers, which has compiled nothing yet; it lives until all is written. */
async function answerOfInstance(url: string): Promise<unknown> {
  const lines: string[] = [];
  const pool = new Pool(
    {
      data: {
        module: url,
        handler: 'handler',
        codeFolder,
        functionName: 'example',
        functionArn: 'arn:aws:lambda:eu-central-1:000000000000:function:example',
        memoryMb: 128,
        redirectedHosts: [],
        endpoint: 'http://127.0.0.1:9',
      },
      environment: {},
      timeoutMs: 20_000,
      reserved: undefined,
    },
    (line) => lines.push(line),
  );
  await pool.invoke('{}');
  const outcome = await pool.invoke('{}');
  await pool.close();
  expect(lines).toEqual([]);
  return outcome.ok ? outcome.payload : outcome.error;
}
