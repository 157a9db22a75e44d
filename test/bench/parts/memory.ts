import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalCloud } from '#infra/local/start';
import { addressOf, prepareAssembly } from '#test/helpers/assembly';
import { answeringBot } from '#test/helpers/bursts';
import { cpuMsOf, familyOf, nameOf } from '#test/helpers/processes';
import { openVisitor } from '#test/helpers/visitor';
import type { Part } from '../figures';
import { PRICES } from '../prices';

const QUESTION = 'How long is the frame guaranteed?';
const ANSWERS = 20;
const MEGABYTES = [512, 1_024, 1_769];
/** Megabytes that come with a whole processor. */
const WHOLE = 1_769;
/** How long the function waits for a model, on average. */
const MODEL_SECONDS = 3;

/**
 * What the answer function's memory costs, and what less of it does to a visitor: a function has as much of a processor
 * as of 1,769 MB. Its processor time is measured, for its start with its first answer and for one answer after it; how
 * long either takes where it has a share of a processor, and what a thousand answers cost, follow from that.
 */
export const memory: Part = async ({ progress }) => {
  const assembly = await prepareAssembly(progress);
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-memory-'));
  const cloud = await startLocalCloud({ assembly, port: 0, state });
  try {
    const address = addressOf(cloud);
    const { bot } = await answeringBot(address);
    const visitor = await openVisitor(address, bot.widgetId);
    progress(`memory: ${1 + ANSWERS} answers`);
    const before = answering();
    await visitor.ask(QUESTION);
    const cold = answering() - before;
    const begun = answering();
    for (let answer = 0; answer < ANSWERS; answer += 1) await visitor.ask(QUESTION);
    const warm = (answering() - begun) / ANSWERS;
    visitor.close();
    const at = (cpuMs: number, megabytes: number) => (cpuMs * WHOLE) / Math.min(WHOLE, megabytes);
    return {
      'memory.start_cpu_ms': cold,
      'memory.answer_cpu_ms': warm,
      ...Object.fromEntries(
        MEGABYTES.flatMap((megabytes) => [
          [`memory.${megabytes}.start_ms`, at(cold, megabytes)],
          [`memory.${megabytes}.answer_ms`, at(warm, megabytes)],
          [
            `memory.${megabytes}.usd_per_1000`,
            1_000 *
              (megabytes / 1_024) *
              PRICES.gigabyteSecond *
              (MODEL_SECONDS + at(warm, megabytes) / 1_000),
          ],
        ]),
      ),
    };
  } finally {
    await cloud.stop();
    await rm(state, { recursive: true, force: true });
  }
};

/** Milliseconds of processor time that instances of the answer function have taken so far. */
function answering(): number {
  return familyOf(process.pid)
    .filter((pid) => /-AnswerFunction/.test(nameOf(pid)))
    .reduce((sum, pid) => sum + cpuMsOf(pid), 0);
}
