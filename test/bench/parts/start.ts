import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareAssembly } from '#test/helpers/assembly';
import { freePort, startCommand } from '#test/helpers/command';
import { median, type Part } from '../figures';

const STARTS = 3;

/** From the command to its line `ready …`, on a machine where what it runs is built and its state is there. */
export const start: Part = async ({ progress }) => {
  await prepareAssembly(progress);
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-state-'));
  const times: number[] = [];
  try {
    progress('start: for the first time, to make its state');
    await timed(state);
    for (let turn = 1; turn <= STARTS; turn++) {
      progress(`start: ${turn} of ${STARTS}`);
      times.push(await timed(state));
    }
  } finally {
    await rm(state, { recursive: true, force: true });
  }
  return { 'start.ready_ms': median(times) };
};

async function timed(state: string): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const command = await startCommand(port, state);
  const took = performance.now() - begun;
  await command.stop();
  return took;
}
