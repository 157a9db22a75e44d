import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCommand, UsageError, understood } from './operator/command';
import { enterStage } from './operator/stage';
import { tableOf } from './operator/table';

/*
 * `npm run analytics:rebuild`: counts conversations again from what is stored of them, as after a change of what is
 * counted. Without `-c stage=NAME` those of the local cloud, which has to run.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `usage: npm run analytics:rebuild -- --all | --account ID [--bot ID]
       -c stage=NAME    a deployed stage; else the local one
       --state .local   where the local one keeps its state`;

async function main(): Promise<void> {
  const { context = [], state, all, account, bot } = understood(parse);
  if (all === (account !== undefined) || (bot !== undefined && account === undefined))
    throw new UsageError('Which conversations?');
  const { stage } = await enterStage(ROOT, { context, state: path.resolve(state) });
  process.env.TABLE_NAME = await tableOf(stage);
  // Only now: their client takes what the environment says.
  const { scanItems } = await import('#platform/table-backups');
  const { recountBot } = await import('#core/insight/analytics/rebuild');
  let conversations = 0;
  const failed: string[] = [];
  for await (const page of scanItems(
    process.env.TABLE_NAME,
    account === undefined ? {} : { accountId: account },
  )) {
    for (const { entity, accountId, botId } of page) {
      if (entity !== 'Bot' || (bot !== undefined && botId !== bot)) continue;
      const recount = await recountBot({ accountId: String(accountId), botId: String(botId) });
      conversations += recount.counted;
      failed.push(...recount.failed);
    }
  }
  console.log(`${conversations} conversations counted again.`);
  if (failed.length > 0) throw new Error(`${failed.length} could not be counted: ${failed.join(', ')}`);
}

function parse() {
  return parseArgs({
    options: {
      context: { type: 'string', short: 'c', multiple: true },
      state: { type: 'string', default: path.join(ROOT, '.local') },
      all: { type: 'boolean', default: false },
      account: { type: 'string' },
      bot: { type: 'string' },
    },
  }).values;
}

runCommand(main, USAGE);
