import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import type { CloudAddress } from '#test/helpers/cloud';
import { addressOfCommand, freePort, type StartedCommand, startCommand } from '#test/helpers/command';
import { newUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';

let state: string;
let port: number;
let parley: StartedCommand;
let cloud: CloudAddress;
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'parley-shutdown-'));
  port = await freePort();
  parley = await startCommand(port, state);
  cloud = await addressOfCommand(port, state);
});
afterAll(async () => {
  await parley?.kill();
  await rm(state, { recursive: true, force: true });
});

/** A connection of a browser that stays open after its answer. */
async function keptAlive(): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  await new Promise<void>((answered, failed) => {
    httpRequest(
      { host: '127.0.0.1', port, agent, path: '/', headers: { host: `localhost:${port}` } },
      (answer) => answer.resume().once('end', answered),
    )
      .once('error', failed)
      .end();
  });
  agent.on('free', (socket) => socket.on('error', () => {}));
}

test('SIGTERM ends it, with sockets, connections and answers under way, and loses no message', async () => {
  const owner = await newUser(cloud);
  const bot = await owner.call<Bot>('createBot', { body: { name: 'Helper', deploy: true } });
  const visitors = await Promise.all(Array.from({ length: 6 }, () => openVisitor(cloud, bot.widgetId)));
  await Promise.all(Array.from({ length: 8 }, keptAlive));
  for (const visitor of visitors)
    for (const word of ['one', 'two', 'three', 'four']) visitor.say(`What is ${word}?`);
  await Promise.all(visitors.map((visitor) => visitor.event('message.accepted')));
  const calls = visitors.slice(0, 2).map((visitor) =>
    visitor.api
      .send('sendMessage', {
        path: { widgetId: bot.widgetId },
        body: { id: crypto.randomUUID(), text: 'And five?' },
      })
      .catch(() => undefined),
  );

  expect(await parley.stop('SIGTERM'), parley.output()).toBe(0);
  await Promise.all(calls);

  parley = await startCommand(port, state);
  for (const visitor of visitors) {
    const accepted = visitor.events.flatMap((event) =>
      event.type === 'message.accepted' ? [event.message.id] : [],
    );
    await waitFor('every acknowledged message to have its answer', async () => {
      const answer = await visitor.api.send('listMessages', { path: { widgetId: bot.widgetId } });
      // What died is looked after each minute: who asks that often is told to wait.
      if (answer.status === 429) return undefined;
      const { items } = answer.json() as { items: { inReplyTo: string | null }[] };
      return accepted.every((id) => items.some(({ inReplyTo }) => inReplyTo === id)) || undefined;
    });
  }
});
