import { readFile, writeFile } from 'node:fs/promises';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEMO_ENVIRONMENT } from '#bin/local/demo';
import type { Bot } from '#contract/bots/bots';
import type { Demo } from '#contract/bots/previews';
import type { ConversationSummary } from '#contract/conversations/inbox';
import type { AnalyticsReport, FlowReport } from '#contract/insight/analytics';
import { prepareAssembly } from '#test/helpers/assembly';
import { acknowledged, answeringBot, burst, type Outcome, settled } from '#test/helpers/bursts';
import type { CloudAddress } from '#test/helpers/cloud';
import {
  addressOfCommand,
  BY_NODE,
  freePort,
  outcomeOf,
  type StartedCommand,
  startCommand,
} from '#test/helpers/command';
import { TEST_MS } from '#test/helpers/patience';
import { request } from '#test/helpers/request';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import { apiClient, newUser, type TestUser } from '#test/helpers/users';
import { openVisitor, type TestVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';

/*
 * One life of `npm start`: what it says and serves, what commands beside it do, and what it has after it was ended,
 * told to stop, and killed.
 */

const SLOW = 2 * TEST_MS;

let folder: string;
let state: string;
let port: number;
let parley: StartedCommand;
let cloud: CloudAddress;
let owner: TestUser;
let bot: Bot;
beforeAll(async () => {
  // Not while the command is waited for, which would build by itself.
  await prepareAssembly();
  folder = temporaryFolder();
  state = join(folder, 'state');
  port = await freePort();
}, SLOW);
afterAll(() => parley?.kill());

test('says in one line what a person can put right, and fails', async () => {
  const taken = createServer();
  await new Promise<void>((listening) => taken.listen(0, '127.0.0.1', listening));
  const { port: busy } = taken.address() as AddressInfo;
  expect(await outcomeOf('bin/local.ts', '--port', String(busy), '--state', state)).toEqual({
    code: 1,
    output: expect.stringContaining(`port ${busy} is in use`),
  });
  taken.close();

  await writeFile(join(folder, 'thesis.txt'), '');
  expect(await outcomeOf('bin/local.ts', '--port', '0', '--state', folder)).toEqual({
    code: 1,
    output: expect.stringContaining('is no state folder'),
  });
  expect(await outcomeOf('bin/local.ts', '--prot', '4000')).toEqual({
    code: 2,
    output: expect.stringContaining('usage: npm start'),
  });
});

test(
  'frees its port when npm is ended, while its demo bots are being made',
  async () => {
    const npm = await startCommand(port, join(folder, 'with-demo'), { by: ['npm', 'start', '--'] });
    expect((await request(`http://app.localhost:${port}/api/health`)).status).toBe(200);
    await npm.stop('SIGTERM');
    await waitFor('the port to be free', () =>
      request(`http://app.localhost:${port}/api/health`).then(
        () => undefined,
        () => true,
      ),
    );
  },
  SLOW,
);

test(
  'says once when it is ready, and serves the website and the settings of the dashboard',
  async () => {
    // As on AWS: the firewall of the edge, too, looks at what the smoke test sends.
    parley = await startCommand(port, state, { by: [...BY_NODE, '--aws-like'] });
    cloud = await addressOfCommand(port, state);
    expect(parley.output().match(/^ready http:\/\/localhost:\d+$/gm)).toEqual([
      `ready http://localhost:${port}`,
    ]);
    expect((await request(`${cloud.addresses.app}/config.json`)).json()).toMatchObject({
      stage: 'local',
      appOrigin: `http://app.localhost:${port}`,
      userPoolEndpoint: `http://127.0.0.1:${port}`,
    });
    expect((await request(`${cloud.addresses.root}/`)).text()).toContain('<html');
  },
  SLOW,
);

test(
  'lets the smoke test and the comparison of all accounts through',
  async () => {
    const smoke = await outcomeOf('bin/smoke.ts', '--state', state);
    expect(smoke).toMatchObject({ code: 0 });
    expect(smoke.output).toMatch(/ms {2}a visitor asks, and is answered\n.*the account is deleted/);
    const compared = await outcomeOf('bin/admin.ts', 'reconcile', '--state', state);
    expect(compared).toMatchObject({ code: 0 });
    expect(compared.output).toMatch(/[1-9]\d* accounts compared/);
  },
  SLOW,
);

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

test(
  'ends on SIGTERM, with sockets, connections and answers under way, and loses no message',
  async () => {
    ({ owner, bot } = await answeringBot(cloud));
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
    // From here on as on a laptop.
    parley = await startCommand(port, state);
    expect((await expectAnswers(visitors, 6)).failed).toEqual([]);
  },
  SLOW,
);

const fill = (email: string, ...more: readonly string[]) =>
  outcomeOf('bin/demo.ts', '--fill', '--account', email, '--state', state, ...more);

test(
  'has the past of an account filled and counted when the command ends, a flow and contact details included',
  async () => {
    const owner = await newUser(cloud);
    const filled = await fill(owner.email, '--days', '2');
    expect(filled).toMatchObject({ code: 0, output: expect.stringContaining('all of it is counted') });

    const { items: bots } = await owner.call<{ items: Bot[] }>('listBots');
    expect(bots).toHaveLength(5);
    expect(new Set(bots.map(({ language }) => language))).toEqual(new Set(['en', 'de']));
    const report = await owner.call<AnalyticsReport>('getAnalytics', {
      query: { range: '7d', bots: bots.map(({ id }) => id).join(',') },
    });
    const { items } = await owner.call<{ items: ConversationSummary[] }>('listConversations', {
      query: { limit: '100' },
    });
    expect(report.totals.conversations).toBe(items.length);
    expect(report.bots.every(({ totals }) => totals.conversations > 0)).toBe(true);
    expect(report.funnel.find(({ stage }) => stage === 'provided_contact_info')?.count).toBeGreaterThan(0);
    // No sweep has answered in the place of the bot, with today's date.
    expect(report.totals.responseMs).toBeLessThan(60_000);
    const withFlow = bots.find(({ flow }) => flow !== null);
    const flow = await owner.call<FlowReport>('getFlowReport', {
      query: { range: '7d', botId: withFlow?.id ?? '' },
    });
    expect(flow.links.length).toBeGreaterThan(2);

    // Taken up again it adds nothing.
    expect((await fill(owner.email, '--days', '2')).output).toContain(' are there already');
    const again = await owner.call<AnalyticsReport>('getAnalytics', { query: { range: '7d' } });
    expect(again.totals).toEqual(report.totals);
  },
  SLOW,
);

test('has nothing of a past filled where its environment lacks something', async () => {
  const file = join(state, DEMO_ENVIRONMENT);
  const whole = await readFile(file, 'utf8');
  const { INDEX_BUCKET: _, ...lacking } = JSON.parse(whole) as Record<string, string>;
  await writeFile(file, JSON.stringify(lacking));
  const owner = await newUser(cloud);
  expect(await fill(owner.email)).toEqual({ code: 1, output: expect.stringContaining('INDEX_BUCKET') });
  expect((await owner.call<{ items: Bot[] }>('listBots')).items).toEqual([]);
  await writeFile(file, whole);
});

test(
  'answers once what it had acknowledged when it was killed, after its restart, unasked',
  async () => {
    const visitors: TestVisitor[] = [];
    // Before the first answer, and in the midst of them.
    for (const answered of [0, 2]) {
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
    await expectAnswers(visitors, 4);
  },
  SLOW,
);

/** Each message that was acknowledged has its answer, once, and there were so many of them. */
async function expectAnswers(visitors: readonly TestVisitor[], atLeast: number): Promise<Outcome> {
  const outcome = await settled(cloud, owner.accountId, visitors, { within: 150_000, sweeping: false });
  expect(outcome).toMatchObject({ unanswered: [], answeredTwice: [] });
  expect(outcome.acknowledged).toBeGreaterThanOrEqual(atLeast);
  return outcome;
}

test('without the demo it makes no bots, also in a while, and leaves what commands beside it need', async () => {
  expect(await apiClient(cloud).call<Demo>('getDemo')).toEqual({ widgets: null, help: null });
  expect(JSON.parse(await readFile(join(state, DEMO_ENVIRONMENT), 'utf8'))).toHaveProperty('TABLE_NAME');
});

test('stops on Ctrl-C', async () => {
  expect(await parley.stop('SIGINT'), parley.output()).toBe(0);
});
