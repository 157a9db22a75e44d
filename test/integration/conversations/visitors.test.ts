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

test('a question that no passage answers gets the fallback message, and cites nothing', async () => {
  const visitor = await openVisitor(cloud, bot.widgetId);
  const { kind, message, citations } = await visitor.ask('Who won the chess championship in 1972?');
  expect({ kind, text: message.text, citations }).toEqual({
    kind: 'abstained',
    text: bot.fallbackMessage,
    citations: [],
  });
  await visitor.close();
});

test('the same message sent twice, by two sockets of a reconnecting client, is one message with one answer', async () => {
  const first = await openVisitor(cloud, bot.widgetId);
  const id = crypto.randomUUID();
  first.say(QUESTION, id);
  const second = await openVisitor(cloud, bot.widgetId, { token: first.grant.token });
  expect(second.grant.conversationId).toBe(first.grant.conversationId);
  second.say(QUESTION, id);
  const [a, b] = await Promise.all([first.event('message.accepted'), second.event('message.accepted')]);
  expect(a.message.id).toBe(b.message.id);
  const [done, again] = await Promise.all([first.event('answer.done'), second.event('answer.done')]);
  expect(done.message.id).toBe(again.message.id);
  expect((await ok(second.api, 'listMessages', { path: { widgetId: bot.widgetId } })).items).toHaveLength(2);
  await Promise.all([first.close(), second.close()]);
});

test('several questions at once are answered one after the other, each once', async () => {
  const visitor = await openVisitor(cloud, bot.widgetId);
  const ids = [1, 2, 3].map(() => visitor.say(QUESTION));
  const accepted = await Promise.all(
    ids.map((id) => visitor.event('message.accepted', (event) => event.id === id)),
  );
  await Promise.all(
    accepted.map(({ message }) => visitor.event('answer.done', (event) => event.inReplyTo === message.id)),
  );
  const { items } = await ok(visitor.api, 'listMessages', { path: { widgetId: bot.widgetId } });
  expect(items.filter(({ author }) => author === 'bot').map(({ inReplyTo }) => inReplyTo)).toEqual(
    items.filter(({ author }) => author === 'visitor').map(({ id }) => id),
  );
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

test('a source that an answer cites opens, for this conversation only', async () => {
  const [asker, other] = [await openVisitor(cloud, bot.widgetId), await openVisitor(cloud, bot.widgetId)];
  const path = { widgetId: bot.widgetId, documentId };
  await refused(asker.api, 'openSource', 'source.not_found', { path });
  await asker.ask(QUESTION);
  const { url } = await ok(asker.api, 'openSource', { path });
  expect((await request(url)).text()).toBe(TEXT);
  await refused(other.api, 'openSource', 'source.not_found', { path });
  await Promise.all([asker.close(), other.close()]);
});

test('what is too long, or no message at all, is refused and keeps the socket open', async () => {
  const visitor = await openVisitor(cloud, bot.widgetId);
  const id = visitor.say('x'.repeat(4_001));
  expect(await visitor.event('error')).toEqual({ type: 'error', code: 'message.too_long', id });
  visitor.send('{');
  expect(await visitor.event('error', ({ code }) => code === 'request.invalid')).toBeDefined();
  visitor.send({ type: 'ping' });
  await visitor.event('pong');
  const path = { widgetId: bot.widgetId };
  const body = { id: crypto.randomUUID(), text: 'x'.repeat(4_001) };
  await refused(visitor.api, 'sendMessage', 'message.too_long', { path, body });
  expect((await ok(visitor.api, 'listMessages', { path })).items).toEqual([]);
  await visitor.close();
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

test('a widget that is none is not found', async () => {
  for (const widgetId of ['zzzzzzzz', 'NOPE'])
    await refused(anyone, 'openSession', 'widget.not_found', { path: { widgetId }, body: {} });
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

test('a document that was deleted answers no more from the moment that the call returns', async () => {
  const person = await newUser(cloud);
  const own = await ok(person, 'createBot', { body: { name: 'Helper', deploy: true } });
  const uploaded = await uploadDocument(person, own.id, { fileName: 'terms.md', content: TEXT });
  expect((await processed(person, uploaded)).status).toBe('success');
  expect(await ok(person, 'getBot', { path: { botId: own.id } })).toMatchObject({ documentCount: 1 });
  const visitor = await openVisitor(cloud, own.widgetId);
  expect((await visitor.ask(QUESTION)).kind).toBe('generated');
  await ok(person, 'deleteDocument', { path: { botId: own.id, documentId: uploaded.id } });
  expect((await visitor.ask(QUESTION)).kind).toBe('abstained');
  const path = { widgetId: own.widgetId, documentId: uploaded.id };
  await refused(visitor.api, 'openSource', 'source.not_found', { path });
  await visitor.close();
});

test('an upload is seen live by the dashboards of its account', async () => {
  const { ticket, socketUrl } = await ok(owner, 'createSocketTicket');
  const socket = await connect(`${socketUrl}?ticket=${ticket}`, cloud.addresses.app);
  const seen: string[] = [];
  const removed = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      const event = JSON.parse(data.toString()) as { type: string; document?: { status: string } };
      if (!event.type.startsWith('document.')) return;
      seen.push(event.document?.status ?? event.type);
      if (event.type === 'document.removed') resolve();
    });
  });
  const uploaded = await uploadDocument(owner, bot.id, {
    fileName: 'more.txt',
    content: `Unique ${crypto.randomUUID()}`,
  });
  await processed(owner, uploaded);
  await ok(owner, 'deleteDocument', { path: { botId: bot.id, documentId: uploaded.id } });
  await removed;
  expect([...new Set(seen)]).toEqual(['pending', 'processing', 'success', 'document.removed']);
  socket.close();
});
