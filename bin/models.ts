import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCommand, UsageError, understood } from './operator/command';
import { enterStage } from './operator/stage';
import { tableOf } from './operator/table';

/*
 * `npm run models -- off`: no model is called any more, and visitors get quotes, until `on`. Without `-c stage=NAME`
 * those of the local cloud, which has to run.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `usage: npm run models -- status    whether models are on, and what they cost today
       npm run models -- off       visitors get quotes, within some seconds
       npm run models -- on        models answer again, as far as the budget of the day goes
       -c stage=NAME               a deployed stage; else the local one
       --state .local              where the local one keeps its state`;

async function main(): Promise<void> {
  const { positionals, values } = understood(parse);
  const [command, ...rest] = positionals;
  if ((command !== 'on' && command !== 'off' && command !== 'status') || rest.length > 0)
    throw new UsageError('Which command?');
  const { context = [], state } = values;
  const { stage } = await enterStage(ROOT, { context, state: path.resolve(state) });
  process.env.TABLE_NAME = await tableOf(stage);
  // Only now: its client takes what the environment says.
  const { readStageModels, switchModels } = await import('#core/accounts/limits/stage-spending');
  if (command !== 'status') await switchModels(command, new Date());
  const { offSince, spentUsd } = await readStageModels(new Date());
  console.log(offSince === null ? 'Models are on.' : `Models are off since ${offSince}.`);
  console.log(`Spent today (UTC), as estimated: ${spentUsd.toFixed(4)} USD.`);
}

function parse() {
  return parseArgs({
    allowPositionals: true,
    options: {
      context: { type: 'string', short: 'c', multiple: true },
      state: { type: 'string', default: path.join(ROOT, '.local') },
    },
  });
}

runCommand(main, USAGE);
