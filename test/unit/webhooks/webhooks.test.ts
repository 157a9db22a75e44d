import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BotId, DeliveryId, WebhookId } from '../../../functions/contract/ids';
import {
  MAX_DELIVERY_ATTEMPTS,
  MAX_WEBHOOKS,
  RETRY_SECONDS,
  WebhookEvent,
  WebhookEventType,
} from '../../../functions/contract/webhooks';
import { createBot } from '../../../functions/core/bots/create-bot';
import { replaced } from '../../../functions/core/bots/entity';
import { acceptMessage } from '../../../functions/core/conversations/accept-message';
import type { StoredConversation } from '../../../functions/core/conversations/entity';
import { loadConversation } from '../../../functions/core/conversations/messages';
import {
  getDelivery,
  listDeliveries,
  redeliver,
  testWebhook,
} from '../../../functions/core/webhooks/deliveries';
import { DeliveryEntity } from '../../../functions/core/webhooks/entity';
import { WebhookJob } from '../../../functions/core/webhooks/jobs';
import { findDelivery, runWebhookJob } from '../../../functions/core/webhooks/run-job';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
  type WebhookDeps,
} from '../../../functions/core/webhooks/webhooks';
import type { Actor } from '../../../functions/platform/actor';
import type { Guard } from '../../../functions/platform/guarded-fetch';
import { startLocalTable } from '../../helpers/local-table';
import { bot, newOwner } from '../bots/setup';
import { recordingSockets, send, startConversation } from '../conversations/setup';
import { follow } from '../dispatch/follow';

interface Post {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Tells the stream's subscribers that a conversation changed. */
const tell = (...change: [before: StoredConversation | null, after: StoredConversation | null, at: Date]) =>
  follow(recordingSockets().sockets, ...change);

const sqs = mockClient(SQSClient);
const posts: Post[] = [];
/** What the receiver answers. */
let reply: { status: number; body?: string; location?: string } = { status: 204 };
/** The time, as all that is tested sees it. */
let now = new Date('2030-01-01T08:00:00.000Z');
const clock = () => now;
const pass = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const leadingTo = (address: string): Guard => ({
  privateHosts: ['shop.localhost'],
  resolve: async () => [{ address, family: 4 }],
});
const deps: WebhookDeps = { clock, guard: leadingTo('93.184.215.14') };

let table: { close(): Promise<void> };
let receiver: Server;
let url: string;
beforeAll(async () => {
  table = await startLocalTable();
  process.env.WEBHOOKS_QUEUE_URL = 'https://sqs.example/webhooks';
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    posts.push({ headers: request.headers, body });
    response.writeHead(reply.status, { ...(reply.location && { location: reply.location }) });
    response.end(reply.body ?? '');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://shop.localhost:${(receiver.address() as AddressInfo).port}/hook`;
});
beforeEach(() => {
  sqs.reset();
  sqs.on(SendMessageCommand).resolves({});
  posts.length = 0;
  reply = { status: 204 };
});
afterAll(async () => {
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
  await table.close();
});

/** What waits in the queue, taken out of it. */
function queued(): { readonly job: WebhookJob; readonly delay: number }[] {
  const waiting = sqs.commandCalls(SendMessageCommand).map(({ args: [{ input }] }) => ({
    job: WebhookJob.parse(JSON.parse(input.MessageBody ?? '')),
    delay: input.DelaySeconds ?? 0,
  }));
  sqs.resetHistory();
  return waiting;
}

const run = (job: WebhookJob, receiveCount = 1) =>
  runWebhookJob(deps, job, { receiveCount, remainingTime: () => 60_000 });

/** Does all that is queued, letting time pass as the queue holds messages back. */
async function runAll(): Promise<void> {
  for (let waiting = queued(); waiting.length > 0; waiting = queued())
    for (const { job, delay } of waiting) {
      pass(delay);
      await run(job);
    }
}

async function listening(events: readonly WebhookEventType[] = WebhookEventType.options) {
  const conversation = await startConversation();
  const { accountId, botId } = conversation;
  const owner: Actor = {
    userId: accountId as never,
    sessionId: 's',
    signedInAt: 1,
    accountId,
    profileRole: 'client',
    teamRole: 'owner',
  };
  const { webhook, secret } = await createWebhook(deps, owner, botId, { url, events: [...events] });
  const ref = { botId, webhookId: webhook.id };
  return { owner, conversation, botId, webhook, secret, ref };
}

/** A visitor writes; gives how the conversation was and is. */
async function says(conversation: Awaited<ReturnType<typeof startConversation>>, text: string) {
  const before = await loadConversation(conversation);
  await acceptMessage(clock, conversation, send(text));
  return { before, after: await loadConversation(conversation) };
}

const verifies = (secret: string, { headers, body }: Post) => {
  const header = String(headers['parley-signature']);
  const [, time = ''] = /^t=(\d+),/.exec(header) ?? [];
  const mine = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
  return header.split(',').includes(`v1=${mine}`) && Number(time) * 1_000 === now.getTime();
};

describe('an event', () => {
  test('is posted, signed, as its schema says, and written down', async () => {
    const { owner, conversation, botId, secret, ref } = await listening();
    const { before, after } = await says(conversation, 'Where is my tent?');
    await tell(before, after, now);
    await runAll();

    expect(posts).toHaveLength(1);
    const [post] = posts as [Post];
    expect(verifies(secret, post)).toBe(true);
    expect(verifies('another', post)).toBe(false);
    const event = WebhookEvent.parse(JSON.parse(post.body));
    expect(event).toMatchObject({
      type: 'message.created',
      botId,
      createdAt: now.toISOString(),
      data: {
        conversation: { id: conversation.conversationId, status: 'active' },
        message: { author: 'visitor', text: 'Where is my tent?' },
      },
    });
    expect(JSON.parse(post.body)).toEqual(event);
    expect(post.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'parley-event': 'message.created',
      'parley-event-id': event.id,
    });
    const { items } = await listDeliveries(clock, owner, ref, { limit: 10 });
    expect(items).toEqual([
      {
        id: post.headers['parley-delivery-id'],
        eventId: event.id,
        type: 'message.created',
        status: 'delivered',
        createdAt: now.toISOString(),
        nextAttemptAt: null,
        attempts: [
          {
            at: now.toISOString(),
            milliseconds: expect.any(Number),
            status: 204,
            problem: null,
            excerpt: '',
          },
        ],
        redeliveryOf: null,
      },
    ]);
    expect(await getDelivery(clock, owner, ref, DeliveryId.parse(items[0]?.id))).toMatchObject({
      body: post.body,
    });
    expect((await listWebhooks(clock, owner, botId)).items).toMatchObject([
      { lastDeliveredAt: now.toISOString(), failingSince: null },
    ]);
  });

  test('is for those who want to know it, and for nobody where all is switched off', async () => {
    const { owner, conversation, ref } = await listening(['conversation.ended']);
    const { before, after } = await says(conversation, 'Hello');
    await tell(before, after, now);
    expect(queued()).toEqual([]);
    await tell(after, { ...after, status: 'ended' }, now);
    expect(queued()).toMatchObject([{ job: { kind: 'event', type: 'conversation.ended' } }]);
    await updateWebhook(deps, owner, ref, { enabled: false });
    await tell(after, { ...after, status: 'ended' }, now);
    expect(queued()).toEqual([]);
  });

  test('that the stream tells twice, and the queue twice, is posted once', async () => {
    const { owner, conversation, ref } = await listening();
    const { before, after } = await says(conversation, 'Hello');
    await tell(before, after, now);
    await tell(before, after, now);
    const events = queued();
    expect(events).toHaveLength(2);
    for (const { job } of events) await run(job);
    const deliveries = queued();
    await Promise.all(deliveries.map(({ job }) => run(job)));
    for (const { job } of deliveries) await run(job, 2);
    expect(posts).toHaveLength(1);
    expect((await listDeliveries(clock, owner, ref, { limit: 10 })).items).toHaveLength(1);
    expect(queued()).toEqual([]);
  });

  test('that could not be queued fails the change, which the stream then tells again under the same id', async () => {
    const { conversation } = await listening();
    const { before, after } = await says(conversation, 'Hello');
    sqs.on(SendMessageCommand).rejects(new Error('The queue is out of order.'));
    await expect(tell(before, after, now)).rejects.toThrow('The queue is out of order.');
    const [lost] = queued();
    sqs.on(SendMessageCommand).resolves({});
    await tell(before, after, now);
    expect(queued()).toEqual([lost]);
  });

  test('of a conversation that was erased meanwhile is dropped', async () => {
    const { conversation } = await listening();
    await run({
      kind: 'event',
      ...conversation,
      conversationId: 'gone' as never,
      type: 'conversation.ended',
      at: now.toISOString(),
      eventId: 'e',
    });
    expect(queued()).toEqual([]);
  });
});

describe('a delivery that fails', () => {
  async function failing(status = 500) {
    const world = await listening();
    reply = { status, body: `no\u0000 ${'x'.repeat(3_000)}` };
    const { before, after } = await says(world.conversation, 'Hello');
    await tell(before, after, now);
    const log = async () => (await listDeliveries(clock, world.owner, world.ref, { limit: 10 })).items;
    const webhook = async () => (await listWebhooks(clock, world.owner, world.botId)).items[0];
    return { ...world, log, webhook };
  }

  test('is tried eight times within a day, as long as it takes; then the webhook is switched off', async () => {
    const { log, webhook } = await failing();
    const began = now.getTime();
    await runAll();
    expect(posts).toHaveLength(MAX_DELIVERY_ATTEMPTS);
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1);
    const [delivery] = await log();
    expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null });
    const times = delivery?.attempts.map(({ at }) => (Date.parse(at) - began) / 1_000) ?? [];
    expect(times.slice(1).map((time, index) => time - (times[index] ?? 0))).toEqual([...RETRY_SECONDS]);
    expect(times.at(-1)).toBeLessThan(24 * 60 * 60);
    expect(delivery?.attempts[0]).toMatchObject({ status: 500, problem: null });
    expect(delivery?.attempts[0]?.excerpt).toMatch(/^no x{497}…$/);
    expect(await webhook()).toMatchObject({
      enabled: false,
      switchedOffBy: 'failing',
      failingSince: new Date(began).toISOString(),
    });
  });

  test('leaves a webhook on through which another has gone meanwhile', async () => {
    const { conversation, log, webhook } = await failing();
    const first = queued();
    for (const { job } of first) await run(job);
    for (const { job } of queued()) await run(job);
    expect(await webhook()).toMatchObject({ enabled: true, failingSince: now.toISOString() });
    const retry = queued();
    reply = { status: 200 };
    pass(60);
    const { before, after } = await says(conversation, 'And now?');
    await tell(before, after, now);
    await runAll();
    expect(await webhook()).toMatchObject({ failingSince: null, lastDeliveredAt: now.toISOString() });
    reply = { status: 503 };
    for (const { job } of retry) await run(job);
    await runAll();
    expect((await log()).map(({ status }) => status).sort()).toEqual(['delivered', 'failed']);
    expect(await webhook()).toMatchObject({ enabled: true });
  });

  test('whose receiver says that it is gone switches the webhook off at once', async () => {
    const { log, webhook, owner, ref } = await failing(410);
    await runAll();
    expect(posts).toHaveLength(1);
    expect((await log())[0]).toMatchObject({ status: 'failed' });
    expect(await webhook()).toMatchObject({ enabled: false, switchedOffBy: 'gone' });
    expect(await updateWebhook(deps, owner, ref, { enabled: true })).toMatchObject({
      enabled: true,
      switchedOffBy: null,
      switchedOffAt: null,
      failingSince: null,
    });
  });

  test('is tried again also where its function died before it said so', async () => {
    const { log } = await failing();
    for (const { job } of queued()) await run(job);
    const [first] = queued();
    if (!first) throw new Error('There is no delivery.');
    await run(first.job);
    // What it queued is lost; its own message comes again.
    queued();
    await run(first.job, 2);
    const [next] = queued();
    expect(next).toMatchObject({ job: { kind: 'deliver', attempt: 2 }, delay: 0 });
    expect(posts).toHaveLength(1);
    pass(30);
    if (next) await run(next.job);
    expect((await log())[0]?.attempts).toHaveLength(2);
  });

  test('whose queue is out of order is told so, and goes on without a second post once it works', async () => {
    const { log } = await failing();
    for (const { job } of queued()) await run(job);
    const [first] = queued();
    if (!first) throw new Error('There is no delivery.');
    sqs.on(SendMessageCommand).rejects(new Error('The queue is out of order.'));
    await expect(run(first.job)).rejects.toThrow('The queue is out of order.');
    sqs.reset();
    sqs.on(SendMessageCommand).resolves({});
    await run(first.job, 2);
    expect(posts).toHaveLength(1);
    expect(queued()).toMatchObject([{ job: { kind: 'deliver', attempt: 2 } }]);
    expect((await log())[0]).toMatchObject({ status: 'pending', attempts: [{ status: 500 }] });
  });

  test('is given up once its webhook is switched off', async () => {
    const { owner, ref, log } = await failing();
    for (const { job } of queued()) await run(job);
    await updateWebhook(deps, owner, ref, { enabled: false });
    await runAll();
    expect(posts).toEqual([]);
    expect((await log())[0]).toMatchObject({
      status: 'failed',
      attempts: [{ status: null, problem: 'switched_off' }],
    });
  });

  test('is no redirect that is followed, nor an address of a private network', async () => {
    const { owner, ref } = await listening();
    reply = { status: 302, location: 'http://shop.localhost/other' };
    expect(await testWebhook(deps, owner, ref)).toMatchObject({
      status: 'failed',
      attempts: [{ status: 302 }],
    });
    expect(posts).toHaveLength(1);
    await updateWebhook(deps, owner, ref, { url: 'https://rebound.example/' });
    expect(await testWebhook({ clock, guard: leadingTo('127.0.0.1') }, owner, ref)).toMatchObject({
      status: 'failed',
      attempts: [{ status: null, problem: 'address_refused' }],
    });
  });
});

describe('by hand', () => {
  test('a test event is posted at once, also to a webhook that is switched off, and never again', async () => {
    const { owner, ref, botId } = await listening();
    await updateWebhook(deps, owner, ref, { enabled: false });
    const delivery = await testWebhook(deps, owner, ref);
    expect(delivery).toMatchObject({ type: 'test', status: 'delivered', attempts: [{ status: 204 }] });
    expect(WebhookEvent.parse(JSON.parse(posts[0]?.body ?? ''))).toMatchObject({
      type: 'test',
      botId,
      data: { conversation: null, message: null },
    });
    reply = { status: 500 };
    expect(await testWebhook(deps, owner, ref)).toMatchObject({ status: 'failed', nextAttemptAt: null });
    expect((await listWebhooks(clock, owner, botId)).items).toMatchObject([{ failingSince: null }]);
    expect(queued()).toEqual([]);
  });

  test('a test event whose function died in the middle of it has failed once none can be at it any more', async () => {
    const { owner, ref } = await listening();
    const delivery = await testWebhook(deps, owner, ref);
    const stored = { ...ref, accountId: owner.accountId, deliveryId: delivery.id };
    await DeliveryEntity.build(UpdateItemCommand)
      .item({ ...stored, status: 'pending', attempts: replaced([]) })
      .send();
    const look = async () => (await listDeliveries(clock, owner, ref, { limit: 1 })).items[0];
    expect(await look()).toMatchObject({ status: 'pending', attempts: [] });
    pass(61);
    expect(await look()).toMatchObject({ status: 'failed', attempts: [{ problem: 'interrupted' }] });
  });

  test('an event is posted again word for word, under its own id', async () => {
    const { owner, conversation, ref } = await listening();
    const { before, after } = await says(conversation, 'Hello');
    await tell(before, after, now);
    await runAll();
    const [former] = (await listDeliveries(clock, owner, ref, { limit: 1 })).items;
    if (!former) throw new Error('There is no delivery.');
    pass(5);
    const again = await redeliver(deps, owner, ref, former.id);
    expect(again).toMatchObject({
      status: 'delivered',
      eventId: former.eventId,
      type: former.type,
      redeliveryOf: former.id,
    });
    expect(posts.map(({ body }) => body)).toEqual([posts[0]?.body, posts[0]?.body]);
    const { items } = await listDeliveries(clock, owner, ref, { limit: 10 });
    expect(items.map(({ id }) => id)).toEqual([again.id, former.id]);
    await expect(redeliver(deps, owner, ref, DeliveryId.parse('none'))).rejects.toMatchObject({
      code: 'webhook.delivery_not_found',
    });
  });

  test('is twenty times a minute', async () => {
    const { owner, ref } = await listening();
    for (let count = 0; count < 20; count += 1) await testWebhook(deps, owner, ref);
    await expect(testWebhook(deps, owner, ref)).rejects.toMatchObject({ code: 'request.rate_limited' });
  });
});

describe('webhooks', () => {
  test('of a bot are five, also when they are made at once', async () => {
    const owner = await newOwner('professional');
    const { id } = await createBot(clock, owner, bot('Helper'));
    const made = await Promise.allSettled(
      Array.from({ length: MAX_WEBHOOKS + 2 }, () =>
        createWebhook(deps, owner, id, { url, events: ['conversation.started'] }),
      ),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_WEBHOOKS);
    expect(made.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'webhook.too_many' },
    });
    const { items } = await listWebhooks(clock, owner, id);
    expect(new Set(items.map((webhook) => webhook.id)).size).toBe(MAX_WEBHOOKS);
    await deleteWebhook(owner, { botId: id, webhookId: WebhookId.parse(items[2]?.id) });
    await createWebhook(deps, owner, id, { url, events: ['conversation.started'] });
  });

  test.each([
    'http://example.com/hook',
    'https://example.com:6379/',
    'https://user:secret@example.com/',
    'https://169.254.169.254/latest',
    'https://[::1]/',
    'ftp://example.com/',
  ])('are not posted to %s', async (refused) => {
    const { owner, botId, ref } = await listening();
    const problem = { code: 'request.invalid', fields: { url: expect.any(String) } };
    await expect(
      createWebhook(deps, owner, botId, { url: refused, events: ['conversation.started'] }),
    ).rejects.toMatchObject(problem);
    await expect(updateWebhook(deps, owner, ref, { url: refused })).rejects.toMatchObject(problem);
  });

  test('are not posted to a name that leads inside when it is given; one that nobody knows yet may come to be', async () => {
    const { owner, botId, ref } = await listening();
    const problem = { code: 'request.invalid', fields: { url: expect.any(String) } };
    const inside = { clock, guard: leadingTo('127.0.0.1') };
    const asked = { url: 'https://rebound.example/', events: ['conversation.started' as const] };
    await expect(createWebhook(inside, owner, botId, asked)).rejects.toMatchObject(problem);
    await expect(updateWebhook(inside, owner, ref, { url: asked.url })).rejects.toMatchObject(problem);
    expect((await listWebhooks(clock, owner, botId)).items).toHaveLength(1);
    const unknown = { clock, guard: { privateHosts: [], resolve: async () => [] } };
    await expect(createWebhook(unknown, owner, botId, asked)).resolves.toMatchObject({
      webhook: { url: asked.url },
    });
  });

  test('sign with both secrets for a day after one was replaced', async () => {
    const { owner, ref, secret } = await listening();
    const rotated = await rotateWebhookSecret(clock, owner, ref);
    expect(rotated.secret).not.toBe(secret);
    expect(rotated.webhook.formerSecretUntil).not.toBeNull();
    await testWebhook(deps, owner, ref);
    pass(25 * 60 * 60);
    await testWebhook(deps, owner, ref);
    const [early, late] = posts as [Post, Post];
    pass(-25 * 60 * 60);
    expect([verifies(secret, early), verifies(rotated.secret, early)]).toEqual([true, true]);
    pass(25 * 60 * 60);
    expect([verifies(secret, late), verifies(rotated.secret, late)]).toEqual([false, true]);
  });

  test('go with their log, and one that took the place of another has none of its own yet', async () => {
    const { owner, botId, ref } = await listening();
    const delivery = {
      ...ref,
      accountId: owner.accountId,
      deliveryId: (await testWebhook(deps, owner, ref)).id,
    };
    await deleteWebhook(owner, ref);
    await deleteWebhook(owner, ref);
    await expect(listDeliveries(clock, owner, ref, { limit: 10 })).rejects.toMatchObject({
      code: 'webhook.not_found',
    });
    const next = await createWebhook(deps, owner, botId, { url, events: ['conversation.started'] });
    expect(
      (await listDeliveries(clock, owner, { botId, webhookId: next.webhook.id }, { limit: 10 })).items,
    ).toEqual([]);
    expect(await findDelivery(delivery)).toBeDefined();
    await run({ kind: 'erase', accountId: owner.accountId, ...ref });
    expect(await findDelivery(delivery)).toBeUndefined();
  });

  test("are their account's alone", async () => {
    const { botId, ref } = await listening();
    const stranger = await newOwner('professional');
    const calls = await Promise.allSettled([
      listWebhooks(clock, stranger, botId),
      createWebhook(deps, stranger, botId, { url, events: ['conversation.started'] }),
      updateWebhook(deps, stranger, ref, { enabled: false }),
      rotateWebhookSecret(clock, stranger, ref),
      deleteWebhook(stranger, ref),
      testWebhook(deps, stranger, ref),
      listDeliveries(clock, stranger, ref, { limit: 10 }),
    ]);
    for (const call of calls) expect(call).toMatchObject({ reason: { code: 'bot.not_found' } });
    const own = await createBot(clock, stranger, bot('Other'));
    await expect(
      updateWebhook(deps, stranger, { ...ref, botId: BotId.parse(own.id) }, { enabled: false }),
    ).rejects.toMatchObject({ code: 'webhook.not_found' });
  });
});
