import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { DynamoDBClient, paginateListTables } from '@aws-sdk/client-dynamodb';
import { enterStage } from './operator/stage';

/*
 * `npm run rebuild`: has documents read again whose segments have the format of an older version, or all. They answer
 * from the old segments until the new ones are there. Without `-c stage=NAME` those of the local cloud, which has to
 * run.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      context: { type: 'string', short: 'c', multiple: true, default: [] },
      state: { type: 'string', default: path.join(ROOT, '.local') },
      all: { type: 'boolean', default: false },
      bot: { type: 'string' },
      wait: { type: 'boolean', default: false },
    },
  });
  const stage = await enterStage(ROOT, { context: values.context, state: path.resolve(values.state) });
  process.env.TABLE_NAME = await tableOf(stage);
  // Only now: their clients take what the environment says.
  const { listDeadLetterQueues } = await import('../functions/platform/dead-letters');
  const { countOutdated, rebuildIndex } = await import('../functions/core/knowledge/upkeep/rebuild');
  const queue = (await listDeadLetterQueues(stage)).find(({ name }) => name === 'work')?.source;
  if (!queue)
    throw new Error(`Stage ${stage} has no work queue: it is not deployed, or this is another account.`);
  const run = `r${Date.now().toString(36)}`;
  const sent = await rebuildIndex({ run, queueUrl: queue, all: values.all, botId: values.bot });
  console.log(`${sent} documents are read again (run ${run}).`);
  if (!values.wait) return;
  for (let left = await countOutdated(values.bot); left > 0; left = await countOutdated(values.bot)) {
    console.log(`${left} segments of an older format are left.`);
    await sleep(5_000);
  }
  console.log('All segments have the format of this version.');
}

async function tableOf(stage: string): Promise<string> {
  const client = new DynamoDBClient({});
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) {
    const found = TableNames.find((name) => name.startsWith(`parley-${stage}-data-Table`));
    if (found) return found;
  }
  throw new Error(`Stage ${stage} has no table: it is not deployed, or this is another account.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
