import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalCloud } from '../../../infra/local/start';
import { addressOf, prepareAssembly } from '../../helpers/assembly';
import { answeringBot, BURST_LENGTH, burst, settled } from '../../helpers/bursts';
import { addressOfCommand, freePort, startCommand } from '../../helpers/command';
import type { TestVisitor } from '../../helpers/visitor';
import type { Part } from '../figures';

/** What a message passes on its way. */
const FUNCTIONS = ['socket-message', 'socket-answer', 'queue-failed-answers', 'stream-dispatch'] as const;
const PROCESS_KILLS = 2;
/** Between two kills: about what a function takes for a message of the burst. */
const PAUSE_MS = 200;
/** A message is overdue after twenty seconds. */
const SETTLING_MS = 28_000;

/**
 * Messages that were acknowledged and neither answered nor said to have failed, after each function on their way was
 * killed in the midst of bursts, several times, and then the whole process with SIGKILL.
 */
export const kills: Part = async ({ progress }) => {
  const assembly = await prepareAssembly(progress);
  const state = await mkdtemp(join(tmpdir(), 'parley-bench-kills-'));
  const port = await freePort();
  const visitors: TestVisitor[] = [];
  const start = () =>
    startLocalCloud({ assembly, port, state, models: { pace: { firstTokenMs: 100, tokensPerSecond: 200 } } });
  let cloud = await start();
  try {
    const { owner, bot } = await answeringBot(addressOf(cloud));
    progress(`kills: ${FUNCTIONS.length} functions, ${BURST_LENGTH} times each`);
    let killed = 0;
    for (const name of FUNCTIONS) {
      visitors.push(...(await Promise.all([burst(addressOf(cloud), bot), burst(addressOf(cloud), bot)])));
      for (let position = 0; position < BURST_LENGTH; position++) {
        killed += await cloud.functions.kill(name);
        await sleep(PAUSE_MS);
      }
    }
    await cloud.stop();
    for (let turn = 1; turn <= PROCESS_KILLS; turn++) {
      progress(`kills: the process, ${turn} of ${PROCESS_KILLS}`);
      const command = await startCommand(port, state);
      const address = await addressOfCommand(port, state);
      visitors.push(...(await Promise.all([burst(address, bot), burst(address, bot)])));
      await sleep(turn * PAUSE_MS);
      await command.kill();
    }
    cloud = await start();
    progress('kills: waiting until all is settled');
    const options = { within: SETTLING_MS, sweeping: true };
    const outcome = await settled(addressOf(cloud), owner.accountId, visitors, options);
    return {
      'kills.functions_killed_at_work': killed,
      'kills.acknowledged_messages': outcome.acknowledged,
      'kills.unanswered_messages': outcome.unanswered.length,
      'kills.messages_answered_twice': outcome.answeredTwice.length,
    };
  } finally {
    await cloud.stop();
    await rm(state, { recursive: true, force: true });
  }
};
