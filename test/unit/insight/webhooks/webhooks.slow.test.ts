import { UpdateItemCommand } from 'dynamodb-toolbox';
import { describe, expect, test } from 'vitest';
import { BotId, DeliveryId, WebhookId } from '#contract/base/ids';
import { MAX_WEBHOOKS, WebhookEvent } from '#contract/insight/webhooks';
import { createBot } from '#core/bots/create-bot';
import { replaced } from '#core/bots/entity';
import { listDeliveries, redeliver, testWebhook } from '#core/insight/webhooks/deliveries';
import { DeliveryEntity } from '#core/insight/webhooks/entity';
import { findDelivery } from '#core/insight/webhooks/run-job';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  updateWebhook,
} from '#core/insight/webhooks/webhooks';
import { expectRefusal } from '#test/helpers/refusal';
import { bot, newOwner } from '../../bots/setup';
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
  run,
  runAll,
  says,
  setReply,
  tell,
  url,
  verifies,
} from './setup';

prepareWebhooks();

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
    setReply({ status: 500 });
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
    await expectRefusal(redeliver(deps, owner, ref, DeliveryId.parse('none')), 'webhook.delivery_not_found');
  });

  test('is twenty times a minute', async () => {
    const { owner, ref } = await listening();
    for (let count = 0; count < 20; count += 1) await testWebhook(deps, owner, ref);
    await expectRefusal(testWebhook(deps, owner, ref), 'request.rate_limited');
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
    await expectRefusal(listDeliveries(clock, owner, ref, { limit: 10 }), 'webhook.not_found');
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
    await expectRefusal(
      updateWebhook(deps, stranger, { ...ref, botId: BotId.parse(own.id) }, { enabled: false }),
      'webhook.not_found',
    );
  });
});
