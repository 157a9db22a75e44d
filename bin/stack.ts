import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readableStack } from './build/readable-stack';
import { runCommand, UsageError, understood } from './operator/command';

/*
 * `npm run stack -- http-bots < log.txt`: a function's stack traces with the lines of the sources. Functions carry no maps,
 * which would be read at each start; the same commit, built here, has the same.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `usage: npm run --silent stack -- BUNDLE < LOG    names the lines of the sources in its stack traces
       after: git checkout COMMIT (/api/health says it), npm run build`;

async function main(): Promise<void> {
  const [bundle = '', ...others] = understood(() => parseArgs({ allowPositionals: true })).positionals;
  if (!/^[a-z-]+$/.test(bundle) || others.length > 0)
    throw new UsageError('Of which function? Such as http-bots.');
  const file = path.join(ROOT, 'dist', 'functions', bundle, 'index.cjs.map');
  const map = await readFile(file, 'utf8').catch(() => null);
  if (map === null)
    throw new Error(`There is no bundle ${bundle}: run "npm run build" first, of its commit.`);
  process.stdout.write(readableStack(JSON.parse(map), await text(process.stdin)));
}

runCommand(main, USAGE);
