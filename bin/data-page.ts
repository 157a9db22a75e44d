import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { App } from 'aws-cdk-lib';
import { readContext, readStage } from '#infra/config/stage';
import { runCommand, understood } from './operator/command';
import { dataPage } from './operator/data-map';

/* `npm run data-page`: writes what is stored, where, and how it is erased, for operators and their records. */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `usage: npm run data-page         writes infra/DATA.md
       -c stage=NAME             prints it with the region and the models of a stage`;

async function main(): Promise<void> {
  const { context = [] } = understood(() =>
    parseArgs({ options: { context: { type: 'string', short: 'c', multiple: true } } }),
  ).values;
  if (context.length === 0) return writeFile(path.join(ROOT, 'infra', 'DATA.md'), dataPage(null));
  const given = Object.fromEntries(context.map((entry) => entry.split(/=(.*)/s).slice(0, 2)));
  console.log(dataPage(readStage(new App({ context: await readContext(ROOT, given) }).node)));
}

runCommand(main, USAGE);
