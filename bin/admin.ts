import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCommand, UsageError, understood } from './operator/command';
import { enterStage } from './operator/stage';
import { tableOf } from './operator/table';

/*
 * `npm run admin -- promote E-MAIL`: makes the user of an address an administrator of the platform. Without
 * `-c stage=NAME` on the local stage, which has to run.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `usage: npm run admin -- promote E-MAIL    makes the user of this address an administrator
       npm run admin -- reindex           lists and counts users, accounts and the rest anew, and renews
                                          the words by which conversations are found, from the whole table
       -c stage=NAME                      a deployed stage; else the local one
       --state .local                     where the local one keeps its state`;

async function main(): Promise<void> {
  const { command, email, context, state } = commandLine();
  const { stage } = await enterStage(ROOT, { context, state });
  process.env.STAGE = stage;
  process.env.TABLE_NAME = await tableOf(stage);
  // Only now: their client takes what the environment says.
  if (command === 'promote') {
    const { promote } = await import('#core/operator/admin/promote');
    const { fullName, isNew } = await promote(() => new Date(), email);
    console.log(`${fullName} (${email}) is ${isNew ? 'now' : 'already'} an administrator.`);
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
  const [command = '', email = '', ...rest] = parsed.positionals;
  if (rest.length > 0 || !['promote', 'reindex'].includes(command)) throw new UsageError('Which command?');
  if ((command === 'promote') !== (email !== ''))
    throw new UsageError('Whom? promote takes an address, reindex none.');
  const { context = [], state } = parsed.values;
  return { command, email, context, state: path.resolve(state) };
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
