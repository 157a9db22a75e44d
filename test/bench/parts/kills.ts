import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalCloud } from '#infra/local/start';
import { addressOf, type CloudAddress, prepareAssembly } from '#test/helpers/assembly';
import { acknowledged, answeringBot, BURST_LENGTH, burst, settled } from '#test/helpers/bursts';
import { addressOfCommand, freePort, startCommand } from '#test/helpers/command';
import type { TestVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import type { Part } from '../figures';

/** What a message passes on its way. */
const FUNCTIONS = ['socket-message', 'socket-answer', 'queue-failed-answers', 'stream-dispatch'] as const;
const PROCESS_KILLS = 2;
/** How long a function is waited for that is to be killed at work. */
const MEETING_MS = 1_500;
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
    // One address may send a tenth of the messages that a bot takes: each visitor has their own.
    const begin = (to: CloudAddress) => burst(to, bot, `127.0.0.${2 + visitors.length}`);
    const killAtWork = async (name: string) => {
      const isAtWork = () => cloud.functions.active(name) > 0 || undefined;
      // One that is too fast to be met is killed idle.
      await waitFor(`${name} to be at work`, isAtWork, MEETING_MS).catch(() => {});
      killed += await cloud.functions.kill(name);
    };
    for (const name of FUNCTIONS) {
      for (let position = 0; position < BURST_LENGTH; position++) {
        const visitor = await begin(addressOf(cloud));
        visitors.push(visitor);
        const isPast = () => acknowledged(visitor).length >= position || undefined;
        await waitFor('the messages before', isPast, MEETING_MS).catch(() => {});
        if (name === 'queue-failed-answers') await killAtWork('socket-answer');
        await killAtWork(name);
      }
    }
    await cloud.stop();
    for (let turn = 1; turn <= PROCESS_KILLS; turn++) {
      progress(`kills: the process, ${turn} of ${PROCESS_KILLS}`);
      const command = await startCommand(port, state);
      const address = await addressOfCommand(port, state);
      const bursts = await Promise.all([begin(address), begin(address)]);
      visitors.push(...bursts);
      const isPast = () => bursts.flatMap(acknowledged).length >= turn * 2 || undefined;
      await waitFor('messages to be acknowledged', isPast);
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
