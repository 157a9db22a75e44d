import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { IngestJob } from '#core/knowledge/documents/ingest-job';
import type { DeadLetterQueue } from '#platform/dead-letters';
import { runCommand, understood } from './operator/command';
import { enterStage } from './operator/stage';
import { tableOf } from './operator/table';

/*
 * `npm run rebuild`: has documents read again whose segments have the format of an older version, or all. They answer
 * from the old segments until the new ones are there. Without `-c stage=NAME` those of the local cloud, which has to
 * run.
 *
 * A segment that a program does not read, as after a step back to an older version, is left out: its bot answers from
 * the others, and an alarm tells the operator. Merges leave it alone. The first question that meets it has it made anew,
 * by itself and once a day at most; this command does so at once.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const USAGE = `usage: npm run rebuild -- [--all] [--bot ID] [--wait]
       --all            every document, not only those whose index has an older format
       --bot ID         those of one bot alone
       --wait           tells how far it is, and ends when all are read; with 1 where some could not be
       -c stage=NAME    a deployed stage; else the local one
       --state .local   where the local one keeps its state`;

/** Few documents are soon read, and many are looked at less and less often. */
const FIRST_LOOK_SECONDS = 1;
const LONGEST_PAUSE_SECONDS = 5;
/** Of messages that failed for good, so many are looked at for those of this run. */
const MOST_LETTERS = 1_000;

async function main(): Promise<void> {
  const { context = [], state, all, bot: botId, wait } = understood(parse);
  const { stage } = await enterStage(ROOT, { context, state: path.resolve(state) });
  process.env.TABLE_NAME = await tableOf(stage);
  // Only now: their clients take what the environment says.
  const { listDeadLetterQueues } = await import('#platform/dead-letters');
  const { hasIndex, rebuildIndex } = await import('#core/knowledge/maintenance/rebuild');
  const work = (await listDeadLetterQueues(stage)).find(({ name }) => name === 'work');
  if (!work?.source)
    throw new Error(`Stage ${stage} has no work queue: it is not deployed, or this is another account.`);
  if (botId !== undefined && !(await hasIndex(botId)))
    throw new Error(`No bot ${botId} of stage ${stage} answers from documents.`);
  const run = `r${Date.now().toString(36)}`;
  const { jobs, invalid } = await rebuildIndex({ run, queueUrl: work.source, all, botId });
  for (const { botId, documentId, problem } of invalid)
    console.error(
      `Left out, since it is stored with an error: document ${documentId} of bot ${botId} (${problem})`,
    );
  if (invalid.length > 0) process.exitCode = 1;
  if (jobs.length === 0) {
    if (invalid.length === 0) console.log('Nothing to do: all segments have the format of this version.');
    return;
  }
  console.log(`${documents(jobs.length)} to be read again (run ${run}).`);
  if (wait) await waitFor(run, jobs, work);
}

function parse() {
  return parseArgs({
    options: {
      context: { type: 'string', short: 'c', multiple: true },
      state: { type: 'string', default: path.join(ROOT, '.local') },
      all: { type: 'boolean', default: false },
      bot: { type: 'string' },
      wait: { type: 'boolean', default: false },
    },
  }).values;
}

/** Tells how far a run is until it is done, or what is left of it has failed for good. */
async function waitFor(run: string, jobs: readonly IngestJob[], work: DeadLetterQueue): Promise<void> {
  const { readProgress } = await import('#core/knowledge/maintenance/rebuild');
  let told = -1;
  for (let pause = FIRST_LOOK_SECONDS; ; pause = Math.min(LONGEST_PAUSE_SECONDS, 2 * pause)) {
    const { left, unreadable } = await readProgress(run, jobs);
    // Looked at only when nothing moves: what is looked at nobody else sees for that time.
    const failed = left.length > 0 && left.length === told ? await failedOf(run, work) : new Set<string>();
    const inWork = left.filter(({ documentId }) => !failed.has(documentId));
    if (inWork.length === 0) return reportEnd(jobs, unreadable, left);
    if (left.length !== told) console.log(`${jobs.length - left.length} of ${documents(jobs.length)} done`);
    told = left.length;
    await sleep(pause * 1_000);
  }
}

function reportEnd(
  jobs: readonly IngestJob[],
  unreadable: readonly IngestJob[],
  failed: readonly IngestJob[],
): void {
  console.log(`${documents(jobs.length - unreadable.length - failed.length)} read again.`);
  for (const { botId, documentId } of unreadable)
    console.error(`Can no longer be read and answers as before: document ${documentId} of bot ${botId}`);
  for (const { botId, documentId } of failed)
    console.error(`Failed for good (npm run redrive -- show work): document ${documentId} of bot ${botId}`);
  if (unreadable.length + failed.length > 0) process.exitCode = 1;
}

/** Documents of this run whose messages are among the dead letters. */
async function failedOf(run: string, work: DeadLetterQueue): Promise<ReadonlySet<string>> {
  const { showDeadLetters } = await import('#platform/dead-letters');
  const { IngestJob } = await import('#core/knowledge/documents/ingest-job');
  const failed = new Set<string>();
  for (const { body } of await showDeadLetters(work, MOST_LETTERS)) {
    const job = IngestJob.safeParse(jsonOf(body));
    if (job.data?.rebuild === run) failed.add(job.data.documentId);
  }
  return failed;
}

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

function documents(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`;
}

runCommand(main, USAGE);
