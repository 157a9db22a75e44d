import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { ROOT } from '#test/helpers/assembly';
import { answeringBot } from '#test/helpers/bursts';
import { addressOfCommand, freePort, startCommand } from '#test/helpers/command';
import { processed, uploadDocument } from '#test/helpers/documents';
import { cpuMsOf, familyOf, shareMbOf, type Watched, watchFamily } from '#test/helpers/processes';
import { openVisitor } from '#test/helpers/visitor';
import { type Figures, median, type Part, prefixed } from '../figures';
import { nothings } from '../importing';
import { printedPdf } from '../pdf';

const STARTS = 3;
const QUESTIONS = 5;
/** Of each document, where an hour's use is measured. */
const PAGES = 10;
/** After the last question; instances have ended then that nobody used for a minute. */
const LATER_MS = [10_000, 120_000];

/**
 * From the command to its line `ready …`: on a machine that has the sources and their packages and nothing else, and
 * where what it runs is built and its state is there; and what it then holds for one owner and one visitor.
 */
export const start: Part = async ({ minutes, progress }) => {
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-state-'));
  try {
    if (minutes > 0) return prefixed('start', await inUse(state, minutes, progress));
    progress('start: for the first time, from sources');
    const before = await nothings();
    const first = await firstStart(state);
    const nothingMs = median([...before, ...(await nothings())]);
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
      'start.nothing_cpu_ms': nothingMs,
      'start.first_cpu_of_nothing': (1_000 * first.seconds) / nothingMs,
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

const OWNERS = 10;
const DOCUMENTS_EACH = 10;
const ASK_EVERY_MS = 10_000;

/** Ten owners with ten documents each, and a visitor who asks every ten seconds, for so many minutes. */
async function inUse(
  state: string,
  minutes: number,
  progress: (line: string) => void,
): Promise<Record<string, number>> {
  const port = await freePort();
  const command = await startCommand(port, state);
  try {
    const pid = command.pid ?? process.pid;
    const watched = watchFamily(pid);
    const figures: Record<string, number> = {};
    const look = (when: string) => {
      const [, ...instances] = familyOf(pid);
      figures[`${when}.main_mb`] = shareMbOf(pid);
      figures[`${when}.functions_mb`] = instances.reduce((sum, each) => sum + shareMbOf(each), 0);
      figures[`${when}.main_cpu_s`] = cpuMsOf(pid) / 1_000;
      progress(`start: main ${Math.round(shareMbOf(pid))} MB, ${instances.length} instances ${when}`);
    };
    look('ready');
    const cloud = await addressOfCommand(port, state);
    const bots: string[] = [];
    for (let count = 0; count < OWNERS; count++) {
      const { owner, bot } = await answeringBot(cloud);
      bots.push(bot.widgetId);
      for (let number = 1; number < DOCUMENTS_EACH; number++)
        await processed(
          owner,
          await uploadDocument(owner, bot.id, {
            fileName: `${number}.pdf`,
            content: await printedPdf(PAGES, number),
          }),
        );
    }
    look('after_100_documents');
    let unanswered = 0;
    for (let minute = 1; minute <= minutes; minute++) {
      const visitor = await openVisitor(cloud, bots[minute % OWNERS] ?? '');
      const until = Date.now() + 60_000;
      while (Date.now() < until) {
        // On a machine that is too busy one is refused, which the widget would send again.
        await visitor.ask('How long is the frame guaranteed?').catch(() => (unanswered += 1));
        await sleep(ASK_EVERY_MS);
      }
      visitor.close();
      if (minute % 10 === 0 || minute === minutes) look(`after_${minute}_min`);
    }
    return { ...figures, unanswered, main_mb: watched().ownPeakMb };
  } finally {
    await command.stop();
  }
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
