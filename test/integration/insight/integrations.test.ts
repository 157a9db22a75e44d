import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { WebhookEvent } from '#contract/insight/webhooks';
import { sharedCloud } from '#test/helpers/cloud';
import { newUser, type TestUser } from '#test/helpers/users';
import { openVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
const posts: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string }[] = [];
let receiver: Server;
let url: string;
let owner: TestUser;
let bot: Bot;
beforeAll(async () => {
  owner = await newUser(cloud);
  bot = await ok(owner, 'createBot', { body: { name: 'Helper', deploy: true } });
  receiver = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    posts.push({ headers: request.headers, body });
    response.writeHead(request.url === '/hook' ? 200 : 404).end('thanks');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  // A host in a private network that this stage allows.
  url = `http://customer.localhost:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver?.closeAllConnections();
  await new Promise((resolve) => receiver?.close(resolve));
});

test('what happens in a conversation is posted to the webhooks that want to know, signed, and stands in the log', async () => {
  const path = { botId: bot.id };
  const { webhook, secret } = await ok(owner, 'createWebhook', {
    path,
    body: { url, events: ['message.created', 'conversation.started', 'message.created'] },
  });
  expect(webhook).toMatchObject({ url, enabled: true, events: ['message.created', 'conversation.started'] });
  expect(await ok(owner, 'listWebhooks', { path })).toEqual({ items: [webhook] });

  const visitor = await openVisitor(cloud, bot.widgetId);
  await visitor.ask('Where is my tent?');
  await visitor.close();
  const told = await waitFor('three events', () => (posts.length >= 3 ? posts : undefined));
  const events = told.map(({ body }) => WebhookEvent.parse(JSON.parse(body)));
  expect(events.map(({ type }) => type).sort()).toEqual([
    'conversation.started',
    'message.created',
    'message.created',
  ]);
  for (const event of events)
    expect(event).toMatchObject({
      botId: bot.id,
      data: { conversation: { id: visitor.grant.conversationId } },
    });
  expect(events.map(({ data }) => data.message?.author ?? '-').sort()).toEqual(['-', 'bot', 'visitor']);
  for (const { headers, body } of told) {
    const [, time = '', mac] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['parley-signature'])) ?? [];
    expect(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')).toBe(mac);
  }
  const hook = { ...path, webhookId: webhook.id };
  const log = await waitFor('the log', async () => {
    const { items } = await ok(owner, 'listDeliveries', { path: hook });
    return items.length === 3 && items.every(({ status }) => status === 'delivered') ? items : undefined;
  });
  const [newest] = log;
  if (!newest) throw new Error('The log is empty.');
  expect(newest.attempts).toMatchObject([{ status: 200, excerpt: 'thanks' }]);
  const delivery = { ...hook, deliveryId: newest.id };
  expect((await ok(owner, 'getDelivery', { path: delivery })).body).toBe(
    told.find(({ headers }) => headers['parley-delivery-id'] === newest.id)?.body,
  );
  expect(await ok(owner, 'redeliver', { path: delivery })).toMatchObject({
    eventId: newest.eventId,
    redeliveryOf: newest.id,
    status: 'delivered',
  });

  const rotated = await ok(owner, 'rotateWebhookSecret', { path: hook });
  expect(rotated.secret).not.toBe(secret);
  const moved = await ok(owner, 'updateWebhook', {
    path: hook,
    body: { url: `${url}/gone`, enabled: false },
  });
  expect(moved).toMatchObject({ enabled: false, switchedOffBy: 'person' });
  expect(await ok(owner, 'testWebhook', { path: hook })).toMatchObject({
    type: 'test',
    status: 'failed',
    attempts: [{ status: 404 }],
  });
  expect(String(posts.at(-1)?.headers['parley-signature'])).toMatch(/^t=\d+,v1=\w+,v1=\w+$/);

  await ok(owner, 'deleteWebhook', { path: hook });
  await ok(owner, 'deleteWebhook', { path: hook });
  await refused(owner, 'listDeliveries', 'webhook.not_found', { path: hook });
});

describe('the check of a page', () => {
  const check = (address: string) =>
    ok(owner, 'checkSnippet', { path: { botId: bot.id }, body: { url: address } });

  test("finds the bot's script on the example customer's website, also under a strict policy", async () => {
    const page = `${cloud.addresses.customer}/?widget=${bot.widgetId}`;
    expect(await check(page)).toMatchObject({ result: 'found', status: 200, isSiteAllowed: true });
    const strict = `${cloud.addresses.customer}/strict?widget=${bot.widgetId}`;
    expect(await check(strict)).toMatchObject({ result: 'found', isAllowedByPolicy: true });
  });

  test("tells another bot's script, none, and a site that the bot's domains leave out", async () => {
    const { customer } = cloud.addresses;
    expect(await check(`${customer}/?widget=abcd1234`)).toMatchObject({
      result: 'other_bot',
      foundWidgetId: 'abcd1234',
    });
    expect(await check(customer)).toMatchObject({ result: 'not_found', foundWidgetId: null });
    await ok(owner, 'updateBot', {
      path: { botId: bot.id },
      body: { version: bot.version, allowedDomains: ['example.com'] },
    });
    await ok(owner, 'actOnBot', { path: { botId: bot.id }, body: { action: 'publish' } });
    expect(await check(`${customer}/?widget=${bot.widgetId}`)).toMatchObject({
      result: 'found',
      isSiteAllowed: false,
    });
  });

  test('reaches nothing of a private network, and says what it could not reach', async () => {
    const reasons = {
      'http://127.0.0.1:1/': 'address_refused',
      [cloud.addresses.aws]: 'address_refused',
      'https://169.254.169.254/latest/meta-data/': 'address_refused',
      'http://localhost/': 'address_refused',
      'http://customer.localhost:1/': 'unreachable',
      [url.replace('/hook', '/none')]: 'status',
    };
    for (const [address, reason] of Object.entries(reasons))
      expect({ address, ...(await check(address)) }).toMatchObject({
        address,
        result: 'not_reachable',
        reason,
      });
    await refused(owner, 'checkSnippet', 'request.invalid', {
      path: { botId: bot.id },
      body: { url: 'javascript:alert(1)' },
    });
  });
});
