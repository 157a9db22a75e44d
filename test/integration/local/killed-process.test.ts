import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_ENVIRONMENT } from '#bin/local/demo';
import type { Demo } from '#contract/bots/previews';
import { acknowledged, answeringBot, burst, settled } from '#test/helpers/bursts';
import { addressOfCommand, freePort, type StartedCommand, startCommand } from '#test/helpers/command';
import { TEST_MS } from '#test/helpers/patience';
import { apiClient } from '#test/helpers/users';
import type { TestVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';

const SLOW = 2 * TEST_MS;

let state: string;
let port: number;
let parley: StartedCommand;
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'parley-killed-'));
  port = await freePort();
  parley = await startCommand(port, state);
}, SLOW);
afterAll(async () => {
  await parley?.kill();
  await rm(state, { recursive: true, force: true });
});

test(
  'what a process had acknowledged when it was killed is answered once after its restart, unasked',
  async () => {
    const cloud = await addressOfCommand(port, state);
    const { owner, bot } = await answeringBot(cloud);
    const visitors: TestVisitor[] = [];
    // Before the first answer, and in the midst of them.
    for (const answered of [0, 1, 3]) {
      const bursts = await Promise.all([burst(cloud, bot), burst(cloud, bot)]);
      visitors.push(...bursts);
      const count = (type: string) =>
        bursts.flatMap(({ events }) => events.filter((event) => event.type === type));
      await waitFor(
        'messages to be acknowledged',
        () => bursts.flatMap(acknowledged).length > 1 || undefined,
      );
      await waitFor('answers', () => count('answer.done').length >= answered || undefined);
      await parley.kill();
      parley = await startCommand(port, state);
    }
    const outcome = await settled(cloud, owner.accountId, visitors, { within: 150_000, sweeping: false });
    expect(outcome).toMatchObject({ unanswered: [], answeredTwice: [] });
    expect(outcome.acknowledged).toBeGreaterThan(6);
  },
  SLOW,
);

test('without the demo it makes no bots, also in a while, and leaves what commands beside it need', async () => {
  const anyone = apiClient(await addressOfCommand(port, state));
  expect(await anyone.call<Demo>('getDemo')).toEqual({ widgets: null, help: null });
  expect(JSON.parse(await readFile(join(state, DEMO_ENVIRONMENT), 'utf8'))).toHaveProperty('TABLE_NAME');
});
