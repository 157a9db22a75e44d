import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { DeadLetterQueue } from '#platform/dead-letters';
import { runCommand, UsageError, understood } from './operator/command';
import { enterStage } from './operator/stage';

/*
 * `npm run redrive -- list`: what failed for good, looked at and sent back. Without `-c stage=NAME` that of the local
 * cloud, which has to run.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `usage: npm run redrive -- list                     dead-letter queues, and how much is in each
       npm run redrive -- show QUEUE [--most 20]    its messages, which stay there
       npm run redrive -- send QUEUE [--id ID]...   sends all of them back, or those with these ids
       -c stage=NAME                                a deployed stage; else the local one
       --state .local                               where the local one keeps its state`;

async function main(): Promise<void> {
  const { command, queue, ids, most, ...stage } = commandLine();
  const { stage: name } = await enterStage(ROOT, stage);
  // Only now: its client takes what the environment says.
  const { listDeadLetterQueues, redriveDeadLetters, showDeadLetters } = await import(
    '#platform/dead-letters'
  );
  const queues = await listDeadLetterQueues(name);
  if (queues.length === 0)
    throw new Error(`Stage ${name} has no queues: it is not deployed, or this is another account.`);
  if (command === 'list') {
    for (const { name: of, messages } of queues)
      console.log(`${of.padEnd(18)}${String(messages).padStart(6)}`);
    return;
  }
  const chosen = named(queues, queue);
  if (command === 'show') {
    const letters = await showDeadLetters(chosen, most);
    for (const { id, sentAt, group, body } of letters)
      console.log(`${id}  ${sentAt.toISOString()}${group === null ? '' : `  ${group}`}\n  ${body}`);
    if (letters.length === 0) console.log(`${chosen.name} is empty.`);
    return;
  }
  const sent = await redriveDeadLetters(chosen, ids.length > 0 ? new Set(ids) : undefined);
  console.log(`${sent} sent back from ${chosen.name}.`);
  if (sent < ids.length) throw new Error(`${ids.length - sent} of these ids are not in ${chosen.name}.`);
}

function named(queues: readonly DeadLetterQueue[], queue: string): DeadLetterQueue {
  const found = queues.find(({ name }) => name === queue);
  if (!found)
    throw new UsageError(
      `There is no queue ${queue}. There are: ${queues.map(({ name }) => name).join(', ')}`,
    );
  return found;
}

function commandLine() {
  const parsed = understood(parse);
  const [command = '', queue = '', ...rest] = parsed.positionals;
  const { context = [], id = [], state, most } = parsed.values;
  if (!['list', 'show', 'send'].includes(command) || rest.length > 0) throw new UsageError('Which command?');
  if (command !== 'list' && queue === '') throw new UsageError('Which queue? `list` names them.');
  if (!/^[1-9]\d{0,3}$/.test(most)) throw new UsageError('--most is a number from 1 to 9999');
  return { command, queue, ids: id, most: Number(most), context, state: path.resolve(state) };
}

function parse() {
  return parseArgs({
    allowPositionals: true,
    options: {
      context: { type: 'string', short: 'c', multiple: true },
      id: { type: 'string', multiple: true },
      most: { type: 'string', default: '20' },
      state: { type: 'string', default: path.join(ROOT, '.local') },
    },
  });
}

runCommand(main, USAGE);
