import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '#test/helpers/assembly';
import { answeringBot } from '#test/helpers/bursts';
import { addressOfCommand, freePort, startCommand } from '#test/helpers/command';
import { familyOf, shareMbOf, type Watched, watchFamily } from '#test/helpers/processes';
import { openVisitor } from '#test/helpers/visitor';
import { type Figures, median, type Part, prefixed } from '../figures';

const STARTS = 3;
const QUESTIONS = 5;
/** After the last question; instances have ended then that nobody used for a minute. */
const LATER_MS = [10_000, 120_000];

/**
 * From the command to its line `ready …`: on a machine that has the sources and their packages and nothing else, and
 * where what it runs is built and its state is there; and what it then holds for one owner and one visitor.
 */
export const start: Part = async ({ progress }) => {
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-state-'));
  try {
    progress('start: for the first time, from sources');
    const first = await firstStart(state);
    // Builds what is stale.
    await timed(state);
    const again: Start[] = [];
    for (let turn = 1; turn <= STARTS; turn++) {
      progress(`start: ${turn} of ${STARTS}`);
      again.push(await timed(state));
    }
    return {
      'start.first_ready_ms': first.ms,
      'start.first_cpu_s': first.seconds,
      'start.first_build_mb': first.othersPeakMb,
      'start.first_main_mb': first.ownPeakMb,
      'start.ready_ms': median(again.map(({ ms }) => ms)),
      'start.cpu_s': median(again.map(({ seconds }) => seconds)),
      ...prefixed('start', await laptop(state, progress)),
    };
  } finally {
    await rm(state, { recursive: true, force: true });
  }
};

interface Start extends Watched {
  readonly ms: number;
}

/** In a copy of the sources, which has built nothing. */
async function firstStart(state: string): Promise<Start> {
  const root = await mkdtemp(join(tmpdir(), 'parley-bench-sources-'));
  try {
    const { stdout } = await promisify(execFile)('git', ['ls-files', '-z'], {
      cwd: ROOT,
      maxBuffer: 2 ** 26,
    });
    for (const file of stdout.split('\0').filter((name) => name && !name.startsWith('test/')))
      await cp(join(ROOT, file), join(root, file));
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'));
    return await timed(state, root);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function timed(state: string, root?: string): Promise<Start> {
  const begun = performance.now();
  let watched = (): Watched => ({ seconds: 0, ownPeakMb: 0, othersPeakMb: 0 });
  const command = await startCommand(await freePort(), state, {
    ...(root && { root }),
    begun: (pid) => {
      watched = watchFamily(pid);
    },
  });
  const took = { ms: performance.now() - begun, ...watched() };
  await command.stop();
  return took;
}

/** An owner makes a bot, a visitor asks it; then both rest. */
async function laptop(state: string, progress: (line: string) => void): Promise<Figures> {
  const port = await freePort();
  const command = await startCommand(port, state);
  try {
    const pid = command.pid ?? process.pid;
    const watched = watchFamily(pid);
    const cloud = await addressOfCommand(port, state);
    const { bot } = await answeringBot(cloud);
    const visitor = await openVisitor(cloud, bot.widgetId);
    for (let question = 0; question < QUESTIONS; question++)
      await visitor.ask('How long is the frame guaranteed?');
    const figures: Record<string, number> = {};
    let since = 0;
    for (const ms of LATER_MS) {
      await sleep(ms - since);
      since = ms;
      const instances = familyOf(pid).filter((each) => each !== pid);
      const after = `after_${ms / 1_000}_s`;
      progress(`start: ${instances.length} instances ${after}`);
      figures[`${after}.functions`] = instances.length;
      figures[`${after}.functions_mb`] = instances.map(shareMbOf).reduce((sum, share) => sum + share, 0);
      figures[`${after}.main_mb`] = shareMbOf(pid);
    }
    visitor.close();
    return { ...figures, main_mb: watched().ownPeakMb };
  } finally {
    await command.stop();
  }
}
