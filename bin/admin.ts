import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { AccountId } from '#contract/base/ids';
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

function commandLine() {
  const parsed = understood(parse);
  const [command = '', ...subjects] = parsed.positionals;
  const wanted = { promote: 1, reindex: 0, message: 2 }[command];
  if (wanted === undefined) throw new UsageError('Which command?');
  if (subjects.length !== wanted)
    throw new UsageError('Of whom? promote takes an address, message an account and an id, reindex nothing.');
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
