import { describe, expect, test } from 'vitest';
import { DeliveryId } from '#contract/base/ids';
import { MAX_DELIVERY_ATTEMPTS, RETRY_SECONDS, WebhookEvent } from '#contract/insight/webhooks';
import { getDelivery, listDeliveries, testWebhook } from '#core/insight/webhooks/deliveries';
import { listWebhooks, updateWebhook } from '#core/insight/webhooks/webhooks';
import {
  clock,
  deps,
  leadingTo,
  listening,
  now,
  type Post,
  pass,
  posts,
  prepareWebhooks,
  queued,
  queues,
  run,
  runAll,
  says,
  setReply,
  tell,
  verifies,
} from './setup';

prepareWebhooks();

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

  test('goes to subscribers, and to nobody where all is switched off', async () => {
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
    queues.refuse();
    await expect(tell(before, after, now)).rejects.toThrow('The queue is out of order.');
    const [lost] = queued();
    queues.accept();
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
    setReply({ status, body: `no\u0000 ${'x'.repeat(3_000)}` });
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
    setReply({ status: 200 });
    pass(60);
    const { before, after } = await says(conversation, 'And now?');
    await tell(before, after, now);
    await runAll();
    expect(await webhook()).toMatchObject({ failingSince: null, lastDeliveredAt: now.toISOString() });
    setReply({ status: 503 });
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
    queues.refuse();
    await expect(run(first.job)).rejects.toThrow('The queue is out of order.');
    queues.forget();
    queues.accept();
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
    setReply({ status: 302, location: 'http://shop.localhost/other' });
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
