import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AccountId } from '#contract/base/ids';
import type { ReconcileJob } from '#core/operator/reconcile/jobs';
import { runCommand, UsageError, understood } from './operator/command';
import { enterStage } from './operator/stage';
import { tableOf } from './operator/table';

/*
 * `npm run admin -- promote E-MAIL`: makes the user of an address an administrator of the platform. Without
 * `-c stage=NAME` on the local stage, which has to run.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `usage: npm run admin -- promote E-MAIL      makes the user of this address an administrator
       npm run admin -- reindex             lists and counts users, accounts and the rest anew, and renews
                                            the words by which conversations are found, from the whole table
       npm run admin -- reconcile           compares all accounts with what they should be, and mends them
       npm run admin -- message ACCOUNT ID  what became of a visitor's message, or of those of a conversation
       -c stage=NAME                        a deployed stage; else the local one
       --state .local                       where the local one keeps its state`;

async function main(): Promise<void> {
  const { command, subjects, context, state } = commandLine();
  const { stage } = await enterStage(ROOT, { context, state });
  process.env.STAGE = stage;
  process.env.TABLE_NAME = await tableOf(stage);
  // Only now: their client takes what the environment says.
  if (command === 'promote') {
    const { promote } = await import('#core/operator/admin/promote');
    const [email = ''] = subjects;
    const { fullName, isNew } = await promote(() => new Date(), email);
    console.log(`${fullName} (${email}) is ${isNew ? 'now' : 'already'} an administrator.`);
    return;
  }
  if (command === 'reconcile') return reconcileNow(stage);
  if (command === 'message') {
    const { traceMessages } = await import('#core/operator/admin/trace-messages');
    const [accountId = '', id = ''] = subjects;
    console.log(JSON.stringify(await traceMessages(AccountId.parse(accountId), id), null, 2));
    return;
  }
  const { reindex } = await import('#core/operator/admin/reindex');
  const { scanItems } = await import('#platform/table-backups');
  const counts = await reindex(scanItems(process.env.TABLE_NAME));
  for (const [name, count] of Object.entries(counts))
    console.log(`${name.padEnd(16)}${String(count).padStart(8)}`);
}

/** Has the stage's own function do what it does every day, and waits for it. Whoever stops waiting stops nothing. */
async function reconcileNow(stage: string): Promise<void> {
  const { listDeadLetterQueues } = await import('#platform/dead-letters');
  const { sendToQueue } = await import('#platform/queues');
  const { findRun } = await import('#core/operator/admin/reconcile-run');
  const queue = (await listDeadLetterQueues(stage)).find(({ name }) => name === 'reconcile');
  if (!queue) throw new Error(`Stage ${stage} has no queue "reconcile": deploy it first.`);
  const run = new Date().toISOString();
  await sendToQueue(queue.source, { body: { kind: 'reconcile', run } satisfies ReconcileJob });
  for (;;) {
    await sleep(2_000);
    const state = await findRun(run);
    console.log(`${state?.accounts ?? 0} accounts compared`);
    if (!state?.endedAt) continue;
    const { found, failed } = state;
    for (const [name, count] of Object.entries(found))
      console.log(`${name.padEnd(24)}${String(count).padStart(8)}`);
    if (failed > 0) throw new Error(`Of ${failed} accounts something could not be compared: see its log.`);
    return;
  }
}

function commandLine() {
  const parsed = understood(parse);
  const [command = '', ...subjects] = parsed.positionals;
  const wanted = { promote: 1, reindex: 0, reconcile: 0, message: 2 }[command];
  if (wanted === undefined) throw new UsageError('Which command?');
  if (subjects.length !== wanted)
    throw new UsageError(
      'Of whom? promote takes an address, message an account and an id, the others nothing.',
    );
  const { context = [], state } = parsed.values;
  return { command, subjects, context, state: path.resolve(state) };
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
