import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { botDefaults } from '#contract/bots/bot-config';
import type { Bot } from '#contract/bots/bots';
import { acknowledged, BURST_LENGTH, burst, settled } from '#test/helpers/bursts';
import { asOperator, type OwnCloud, startCloud } from '#test/helpers/cloud';
import { processed, uploadDocument } from '#test/helpers/documents';
import { TEST_MS } from '#test/helpers/patience';
import { request } from '#test/helpers/request';
import { moveTime } from '#test/helpers/time';
import { newUser, type TestUser } from '#test/helpers/users';
import { connect, openVisitor, type TestVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { ok } from '../responses';
import { operatorTable } from '../table';

const QUESTION = 'Within how many days may I return the bicycle?';
/** Longer than a test may take: a stop that waited for such an answer would never be seen to end. */
const ENDLESS_MS = 2 * TEST_MS;
const FIXTURE = join(import.meta.dirname, '../../fixtures/owners-handbook.pdf');

let cloud: OwnCloud;
let owner: TestUser;
let bot: Bot;
beforeAll(async () => {
  cloud = await startCloud({ pages: false });
  owner = await newUser(cloud);
  bot = await ok(owner, 'createBot', { body: { name: 'Helper', deploy: true } });
  const uploaded = await uploadDocument(owner, bot.id, {
    fileName: 'owners-handbook.pdf',
    content: await readFile(FIXTURE),
  });
  expect((await processed(owner, uploaded)).status).toBe('success');
});
afterAll(() => cloud?.remove());

/** What is stored of the visitor's conversation. */
const stored = async (visitor: TestVisitor) =>
  (await ok(visitor.api, 'listMessages', { path: { widgetId: bot.widgetId } })).items;

test.each([
  // How each other fault comes: unit/platform/bedrock, integration/local/bedrock-converse.
  ['breaks off in the middle', { kind: 'break', afterTokens: 3 }],
  ['does not begin in time', { kind: 'slow', delayMs: 60_000 }],
] as const)('a model that %s leaves quotes, which replace the pieces', async (_, fault) => {
  const recover = cloud.cloud.models.inject({ operation: 'converse-stream', ...fault });
  const visitor = await openVisitor(cloud, bot.widgetId);
  try {
    const { kind, message, citations } = await visitor.ask(QUESTION);
    expect(kind).toBe('quoted');
    expect(message.text).toContain('45 days');
    expect(citations.length).toBeGreaterThan(0);
    expect(await stored(visitor)).toEqual([expect.objectContaining({ text: QUESTION }), message]);
  } finally {
    recover();
  }
  expect((await visitor.ask(QUESTION)).kind).toBe('generated');
  await visitor.close();
});

test('over HTTP a model that fails leaves quotes too', async () => {
  const recover = cloud.cloud.models.inject({ operation: 'converse-stream', kind: 'throttle' });
  const visitor = await openVisitor(cloud, bot.widgetId);
  try {
    const body = { id: crypto.randomUUID(), text: QUESTION };
    const sent = await ok(visitor.api, 'sendMessage', { path: { widgetId: bot.widgetId }, body });
    expect(sent.answer).toMatchObject({ kind: 'quoted', inReplyTo: sent.message.id });
  } finally {
    recover();
  }
  await visitor.close();
});

test('an answer function that is killed after it took a message leaves quotes, once', async () => {
  const visitor = await openVisitor(cloud, bot.widgetId);
  const recover = cloud.cloud.models.inject({ operation: 'converse-stream', kind: 'slow', delayMs: 60_000 });
  visitor.say(QUESTION);
  const { message } = await visitor.event('message.accepted');
  await waitFor('the answer function to be at work', () =>
    cloud.cloud.functions.active('socket-answer') > 0 ? true : undefined,
  );
  expect(await cloud.cloud.functions.kill('socket-answer')).toBe(1);
  recover();
  const done = await visitor.event('answer.done');
  expect(done).toMatchObject({ inReplyTo: message.id, kind: 'quoted' });
  await cloud.cloud.drained();
  expect(visitor.events.filter(({ type }) => type === 'answer.done')).toHaveLength(1);
  expect(await stored(visitor)).toEqual([message, done.message]);
  // The conversation goes on as if nothing had been.
  expect((await visitor.ask(QUESTION)).kind).toBe('generated');
  await visitor.close();
});

test('a message far beyond what a socket carries closes it, and stores nothing', async () => {
  const visitor = await openVisitor(cloud, bot.widgetId);
  visitor.say('x'.repeat(100_000));
  expect(await visitor.closed).toBe(1009);
  expect(await stored(visitor)).toEqual([]);
  const resumed = await openVisitor(cloud, bot.widgetId, { token: visitor.grant.token });
  expect((await resumed.ask(QUESTION)).kind).toBe('generated');
  await resumed.close();
});

describe('around the edge, by its own address,', () => {
  const GUESSES = [{}, { 'x-parley-origin-secret': 'guessed' }];
  const originOf = (protocol: 'HTTP' | 'WEBSOCKET') => {
    const apis = cloud.cloud.assembly.ofType('AWS::ApiGatewayV2::Api');
    const api = apis.find(({ properties }) => properties.ProtocolType === protocol);
    return `${api?.id}.execute-api.localhost:${cloud.port}`;
  };

  test('the HTTP API does not answer, signed in or not', async () => {
    for (const headers of GUESSES) {
      for (const [path, token] of [
        ['/api/health', undefined],
        ['/api/me', `Bearer ${owner.accessToken}`],
      ] as const) {
        const address = `http://${originOf('HTTP')}${path}`;
        const answer = await request(address, {
          headers: { ...headers, ...(token && { authorization: token }) },
        });
        expect(answer.status).toBe(403);
        expect(answer.json()).toMatchObject({ error: { code: 'request.past_edge' } });
      }
    }
  });

  test('the WebSocket API opens no socket, and uses up no ticket', async () => {
    const { ticket, socketUrl } = await ok(owner, 'createSocketTicket');
    const query = `ticket=${ticket}`;
    for (const headers of GUESSES) {
      const address = `ws://${originOf('WEBSOCKET')}/socket?${query}`;
      await expect(connect(address, cloud.addresses.app, headers)).rejects.toThrow(/403/);
    }
    (await connect(`${socketUrl}?${query}`, cloud.addresses.app)).close();
  });
});

test('a bot whose call died before it was published is published all the same', async () => {
  const config = { ...botDefaults('en'), welcomeMessage: 'Good morning' };
  const table = operatorTable(cloud);
  const key = { pk: `ACCOUNT#${owner.accountId}`, sk: `BOT#${bot.id}` };
  await table.set(key, 'publication', { number: 2, config });
  await cloud.cloud.drained();
  const answer = await request(`${cloud.addresses.app}/w/${bot.widgetId}.json`);
  expect(answer.json()).toMatchObject({ welcomeMessage: 'Good morning', version: 2 });
});

describe('functions that are killed in the midst of a burst', () => {
  let recover: () => void;
  beforeAll(() => {
    // An answer takes some time to write, in which its function can be killed.
    recover = cloud.cloud.models.inject({ operation: 'converse-stream', kind: 'slow', delayMs: 20 });
  });
  afterAll(() => recover());

  const answered = ({ events }: TestVisitor) => events.filter(({ type }) => type === 'answer.done').length;
  const answers = (visitor: TestVisitor, count: number) =>
    waitFor(`${count} answers`, () => answered(visitor) >= count || undefined);

  /** Kills a function in the midst of its work; one that is faster than the look at it has nothing left to lose. */
  async function killAtWork(name: string, visitor: TestVisitor): Promise<void> {
    await waitFor(
      `${name} to be at work`,
      () => cloud.cloud.functions.active(name) > 0 || answered(visitor) === BURST_LENGTH || undefined,
    );
    await cloud.cloud.functions.kill(name);
  }

  /** Kills a function when so many messages of the burst have been acknowledged, or answered. */
  const KILLS: Readonly<Record<string, (visitor: TestVisitor, position: number) => Promise<unknown>>> = {
    async 'socket-message'(visitor, position) {
      // Those that the last kill met are never acknowledged.
      const isPast = () => acknowledged(visitor).length >= position || undefined;
      await waitFor('the messages before', isPast, 2_000).catch(() => {});
      await cloud.cloud.functions.kill('socket-message');
    },
    async 'socket-answer'(visitor, position) {
      await answers(visitor, position);
      await killAtWork('socket-answer', visitor);
    },
    async 'queue-failed-answers'(visitor, position) {
      await answers(visitor, position);
      await killAtWork('socket-answer', visitor);
      await killAtWork('queue-failed-answers', visitor);
      // What both have left is overdue by then, which is for the sweep alone to see.
      await moveTime(cloud, Date.now() + 60_000);
    },
    async 'stream-dispatch'(visitor, position) {
      await answers(visitor, position);
      await cloud.cloud.functions.kill('stream-dispatch');
    },
  };

  // Before each message of a burst, on a clock of the test's: unit/conversations/killed-functions.slow.
  test.each(Object.entries(KILLS))('leave what was acknowledged answered once: %s', async (_, kill) => {
    const visitor = await burst(cloud, bot);
    await kill(visitor, 2);
    // Those that a kill met before were never acknowledged, on a slow machine all four; what comes after a kill is.
    const last = visitor.say('And what does it weigh?');
    await visitor.event('message.accepted', ({ id }) => id === last);
    const outcome = await settled(cloud, owner.accountId, [visitor], { within: 90_000, sweeping: true });
    expect(outcome).toMatchObject({ unanswered: [], answeredTwice: [] });
    expect(outcome.acknowledged).toBeGreaterThanOrEqual(1);
    await visitor.close();
  });
});

// Late: what fails again is in work for minutes, and nothing is drained meanwhile.
test('a change that its reader fails on is kept whole, and done once the reader can', async () => {
  const { assembly } = cloud.cloud;
  const idOf = (type: string, logicalId: RegExp) =>
    assembly.ofType(type).find((one) => logicalId.test(one.logicalId))?.id;
  const Bucket = idOf('AWS::S3::Bucket', /^FailedChangesStore/);
  const s3 = new S3Client({ ...asOperator(cloud), forcePathStyle: true });
  const table = operatorTable(cloud);
  try {
    // A person without an id: no reader can list them.
    await table.put({ pk: 'USER#odd', sk: 'PROFILE', entity: 'Profile' });
    const kept = await waitFor('the change to be given up', async () => {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
      return Contents[0]?.Key;
    });
    const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: kept }));
    const { payload, requestContext } = JSON.parse((await Body?.transformToString()) ?? '{}');
    expect(JSON.parse(payload).Records).toMatchObject([{ dynamodb: { Keys: { pk: { S: 'USER#odd' } } } }]);

    const done = { Bucket, Key: 'aws/lambda/mapping/shard/done' };
    const again = JSON.stringify({ requestContext, payload: JSON.stringify({ Records: [] }) });
    await s3.send(new PutObjectCommand({ ...done, Body: again }));
    await waitFor('what can be done to be done', async () => {
      const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
      return Contents.every(({ Key }) => Key !== done.Key) || undefined;
    });
    const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket }));
    expect(Contents.map(({ Key }) => Key)).toContain(kept);
  } finally {
    await table.remove({ pk: 'USER#odd', sk: 'PROFILE' });
    s3.destroy();
  }
});

test('a stop waits neither for an answer that takes long nor for many sockets', async () => {
  cloud.cloud.models.inject({ operation: 'converse-stream', kind: 'slow', delayMs: ENDLESS_MS });
  const visitors = [];
  // More than a function has instances for.
  for (let count = 0; count < 24; count += 1) visitors.push(await openVisitor(cloud, bot.widgetId));
  for (const visitor of visitors.slice(0, 4)) visitor.say(QUESTION);
  await waitFor(
    'an answer to be under way',
    () => cloud.cloud.functions.active('socket-answer') > 0 || undefined,
  );
  await cloud.cloud.stop();
});
