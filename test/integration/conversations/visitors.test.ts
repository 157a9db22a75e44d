import { beforeAll, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { SessionGrant } from '#contract/conversations/widget';
import { sharedCloud } from '#test/helpers/cloud';
import { processed, uploadDocument } from '#test/helpers/documents';
import { request } from '#test/helpers/request';
import { apiClient, newUser, type TestUser } from '#test/helpers/users';
import { connect, openVisitor } from '#test/helpers/visitor';
import { ok, refused } from '../responses';

const cloud = sharedCloud();
const anyone = apiClient(cloud, undefined, { origin: cloud.addresses.customer });
const QUESTION = 'How long may goods be returned?';
const TEXT = [
  '# Returns',
  'Goods may be returned within thirty days of delivery, unused and in their packing.',
  '# Shipping',
  'Parcels to Austria take four working days and cost nine euros.',
].join('\n\n');

let owner: TestUser;
let bot: Bot;
let documentId: string;
beforeAll(async () => {
  owner = await newUser(cloud);
  bot = await ok(owner, 'createBot', { body: { name: 'Helper', deploy: true } });
  const uploaded = await uploadDocument(owner, bot.id, { fileName: 'terms.md', content: TEXT });
  expect((await processed(owner, uploaded)).status).toBe('success');
  documentId = uploaded.id;
});

test('a question over the socket is accepted, answered in pieces, and cites where it stands', async () => {
  const visitor = await openVisitor(cloud, bot.widgetId);
  const { inReplyTo, message, kind, citations } = await visitor.ask(QUESTION);
  expect(kind).toBe('generated');
  expect(message.text).toContain('thirty days');
  expect(citations).toMatchObject([{ number: 1, documentId, title: 'terms', heading: 'Returns' }]);
  const pieces = visitor.events.filter((event) => event.type === 'answer.delta');
  expect(pieces.length).toBeGreaterThan(0);
  let built = '';
  for (const { offset, text, inReplyTo: of } of pieces) {
    expect({ of, offset }).toEqual({ of: inReplyTo, offset: built.length });
    built += text;
  }
  expect(message.text.startsWith(built)).toBe(true);
  await visitor.close();
});

test('over HTTP the same conversation goes on: answered in the call, and read after a message', async () => {
  const visitor = await openVisitor(cloud, bot.widgetId);
  await visitor.close();
  const path = { widgetId: bot.widgetId };
  const body = { id: crypto.randomUUID(), text: QUESTION };
  const sent = await ok(visitor.api, 'sendMessage', { path, body });
  expect(sent.answer).toMatchObject({ inReplyTo: sent.message.id, kind: 'generated' });
  expect(await ok(visitor.api, 'sendMessage', { path, body })).toEqual(sent);
  const { items } = await ok(visitor.api, 'listMessages', { path, query: { after: sent.message.id } });
  expect(items).toEqual([sent.answer]);
  const resumed = await openVisitor(cloud, bot.widgetId, { token: visitor.grant.token });
  expect(resumed.grant.messages).toEqual([sent.message, sent.answer]);
  await resumed.close();
});

test("a visitor token speaks to its own bot only, and a user's to none", async () => {
  const otherOwner = await newUser(cloud);
  const otherBot = await ok(otherOwner, 'createBot', { body: { name: 'Other', deploy: true } });
  const visitor = await openVisitor(cloud, bot.widgetId);
  const path = { widgetId: otherBot.widgetId, documentId };
  const body = { id: crypto.randomUUID(), text: QUESTION };
  for (const name of ['sendMessage', 'listMessages', 'openSource'] as const) {
    const options = { path, ...(name === 'sendMessage' && { body }) };
    await refused(visitor.api, name, 'visitor.token_invalid', options);
    await refused(apiClient(cloud, owner.accessToken), name, 'visitor.token_invalid', options);
    await refused(anyone, name, 'visitor.token_invalid', options);
  }
  // The token of one bot begins a new conversation with another.
  const moved = await openVisitor(cloud, otherBot.widgetId, { token: visitor.grant.token });
  expect(moved.grant.conversationId).not.toBe(visitor.grant.conversationId);
  await Promise.all([visitor.close(), moved.close()]);
});

test('a widget runs on the sites that its bot allows', async () => {
  const person = await newUser(cloud);
  const { id, widgetId } = await ok(person, 'createBot', {
    body: { name: 'Helper', deploy: true, allowedDomains: ['shop.example.com'] },
  });
  const path = { widgetId };
  await refused(anyone, 'openSession', 'widget.site_not_allowed', { path, body: {} });
  await refused(apiClient(cloud), 'openSession', 'widget.site_not_allowed', { path, body: {} });
  const app = apiClient(cloud, undefined, { origin: cloud.addresses.app });
  await ok(app, 'openSession', { path, body: {} });
  const host = new URL(cloud.addresses.customer).hostname;
  await ok(person, 'updateBot', { path: { botId: id }, body: { version: 1, allowedDomains: [host] } });
  // A change of the draft is none for visitors before it is published.
  await refused(anyone, 'openSession', 'widget.site_not_allowed', { path, body: {} });
  const shownTo = async (origin?: string) => {
    const address = `${cloud.addresses.app}/w/${widgetId}.json`;
    const answer = await request(address, { headers: { ...(origin && { origin }) } });
    // A refusal that the page may not read would look like a bad line, and leave the launcher there.
    if (origin) expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers.vary).toContain('Origin');
    for (const name of ['x-amz-meta-sites', 'etag', 'last-modified'])
      expect(answer.headers).not.toHaveProperty(name);
    return answer.status;
  };
  // Elsewhere the launcher goes at once, before anybody writes.
  expect(await shownTo('https://shop.example.com')).toBe(200);
  expect(await shownTo(cloud.addresses.customer)).toBe(403);
  expect(await shownTo()).toBe(200);
  await ok(person, 'actOnBot', { path: { botId: id }, body: { action: 'publish' } });
  await ok(anyone, 'openSession', { path, body: {} });
  expect(await shownTo('https://shop.example.com')).toBe(403);
  expect(await shownTo(cloud.addresses.customer)).toBe(200);
});

test('a ticket opens one socket, and none opens without', async () => {
  const grant = SessionGrant.parse(
    await ok(anyone, 'openSession', { path: { widgetId: bot.widgetId }, body: {} }),
  );
  const address = `${grant.socketUrl}?ticket=${grant.ticket}`;
  (await connect(address, cloud.addresses.customer)).close();
  for (const tried of [address, grant.socketUrl, `${grant.socketUrl}?ticket=invented`])
    await expect(connect(tried, cloud.addresses.customer)).rejects.toThrow(/401/);
});
