import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { sharedCloud } from '#test/helpers/cloud';
import { request } from '#test/helpers/request';
import { type ApiClient, newUser, type TestUser } from '#test/helpers/users';
import { openVisitor, type TestVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';
import { join } from '../table';

const cloud = sharedCloud();
let owner: TestUser;
let stranger: TestUser;
let colleague: TestUser;
let member: ApiClient;
let viewer: ApiClient;
let bot: Bot;

beforeAll(async () => {
  [owner, stranger, colleague] = await Promise.all([
    newUser(cloud, { name: 'Ada Agent' }),
    newUser(cloud),
    newUser(cloud, { name: 'Kim Colleague' }),
  ]);
  bot = await ok(owner, 'createBot', { body: { name: 'Helper', deploy: true } });
  viewer = await join(cloud, owner, 'viewer');
  member = await join(cloud, owner, 'member', colleague);
});

const pathOf = ({ grant }: TestVisitor) => ({ conversationId: grant.conversationId });
const idsOf = async (api: ApiClient, query: Record<string, string>) =>
  (await ok(api, 'listConversations', { query })).items.map(({ id }) => id);
const note = (more: object = {}) => ({ id: `note-${randomUUID()}`, text: 'Call back', ...more });

async function asked(words: string): Promise<TestVisitor> {
  const visitor = await openVisitor(cloud, bot.widgetId);
  await visitor.ask(words);
  return visitor;
}

test('a conversation is found by words of its messages, by its own team only', async () => {
  const visitor = await asked('Where is my zweirad?');
  const { conversationId } = visitor.grant;
  await waitFor('the words', async () => (await idsOf(owner, { text: 'ZWEIRAD' })).length > 0 || undefined);
  expect(await idsOf(owner, { text: 'zweirad', language: 'en' })).toEqual([conversationId]);
  expect(await idsOf(owner, { text: 'zweirad', stars: '1' })).toEqual([]);
  expect(await idsOf(stranger, { text: 'zweirad' })).toEqual([]);
  const { visitorNumber } = await ok(owner, 'getConversation', { path: pathOf(visitor) });
  await waitFor(
    'the number',
    async () => (await idsOf(owner, { text: String(visitorNumber) })).length > 0 || undefined,
  );
  await refused(owner, 'listConversations', 'conversation.words_too_common', { query: { text: 'the' } });
  for (const query of [{ stars: '6' }, { language: 'fr' }, { unanswered: 'no' }])
    await refused(owner, 'listConversations', 'request.invalid', { query });
  await visitor.close();
});

describe('work that is shared', () => {
  test('assigns to a person and in turn, and refuses whoever may not', async () => {
    const visitor = await asked('Hello');
    const path = pathOf(visitor);
    const { items } = await ok(owner, 'listAgents');
    expect(items.map(({ name }) => name).sort()).toEqual(['Ada Agent', 'Kim Colleague']);
    await ok(owner, 'setAvailability', { body: { available: false } });
    const given = await ok(owner, 'assignConversation', { path, body: { to: 'next' } });
    expect(given).toMatchObject({ status: 'escalated', assignee: { name: 'Kim Colleague' } });
    const timeline = await ok(viewer, 'getTimeline', { path });
    expect(timeline.items).toMatchObject([
      { kind: 'assign', to: 'Kim Colleague', by: { name: 'Ada Agent' } },
    ]);
    await ok(owner, 'setAvailability', { body: { available: true } });
    await refused(owner, 'assignConversation', 'request.invalid', { path, body: { to: stranger.userId } });
    await visitor.close();
  });

  test('a note is stored once, and tells whom it mentions', async () => {
    const visitor = await asked('Hello');
    const path = pathOf(visitor);
    const body = note({ mentions: [colleague.userId] });
    const written = await ok(owner, 'addNote', { path, body });
    expect(await ok(owner, 'addNote', { path, body })).toEqual(written);
    expect((await ok(member, 'getTimeline', { path })).items).toEqual([written]);
    const told = await waitFor('the mention', async () =>
      (await ok(member, 'listNotifications')).items.find(({ kind }) => kind === 'mention'),
    );
    expect(told).toMatchObject({ name: 'Ada Agent', path: `/conversations/${path.conversationId}` });
    await refused(owner, 'addNote', 'request.invalid', { path, body: note({ text: ' ' }) });
    await refused(owner, 'addNote', 'request.invalid', { path, body: note({ mentions: [stranger.userId] }) });
    await visitor.close();
  });

  test('an answer is drafted from the documents, for those who answer', async () => {
    const visitor = await asked('When do you open?');
    const path = pathOf(visitor);
    expect(await ok(member, 'draftReply', { path })).toMatchObject({ isSupported: false, citations: [] });
    await visitor.close();
  });
});

describe('several at once', () => {
  test('are resolved, deleted and brought back, each as far as it may be', async () => {
    const visitor = await asked('Hello');
    const { conversationId } = visitor.grant;
    const ids = [conversationId];
    const act = (api: ApiClient, action: string, more: object = {}) =>
      ok(api, 'actOnConversations', { body: { ids, action, ...more } });
    expect((await act(stranger, 'resolve')).items).toEqual([
      { id: conversationId, error: 'conversation.not_found' },
    ]);
    expect((await act(stranger, 'restore')).items[0]?.error).toBe('conversation.not_found');
    expect((await act(member, 'resolve')).items[0]?.error).toBe(null);
    expect((await act(member, 'resolve')).items[0]?.error).toBe('conversation.transition_refused');
    await refused(member, 'actOnConversations', 'auth.forbidden', { body: { ids, action: 'delete' } });
    await refused(viewer, 'actOnConversations', 'auth.forbidden', { body: { ids, action: 'resolve' } });
    await refused(owner, 'actOnConversations', 'request.invalid', { body: { ids: [], action: 'resolve' } });
    await refused(owner, 'actOnConversations', 'request.invalid', { body: { ids, action: 'assign' } });
    await act(owner, 'delete');
    await refused(owner, 'getConversation', 'conversation.not_found', { path: pathOf(visitor) });
    expect(await idsOf(owner, {})).not.toContain(conversationId);
    await act(owner, 'restore');
    expect(await idsOf(owner, {})).toContain(conversationId);
    await visitor.close();
  });

  test.each(['csv', 'json', 'xlsx', 'pdf'])('are saved as %s', async (format) => {
    const visitor = await asked('A question for the file');
    const body = { ids: [visitor.grant.conversationId], format, language: 'en' };
    await ok(member, 'addNote', {
      path: pathOf(visitor),
      body: { id: `note-${format}`, text: 'A note for the team' },
    });
    const { url } = await ok(owner, 'exportConversations', { body });
    const file = await request(url);
    expect(file.status).toBe(200);
    if (format === 'pdf') expect(file.text()).toMatch(/^%PDF/);
    else if (format === 'xlsx') expect(file.text()).toMatch(/^PK/);
    else {
      expect(file.text()).toContain('A question for the file');
      expect(file.text()).not.toContain('A note for the team');
      const inner = await ok(owner, 'exportConversations', { body: { ...body, notes: true } });
      const withNotes = (await request(inner.url)).text();
      expect(withNotes).toContain('A note for the team');
      expect(withNotes.toLowerCase()).toContain('internal');
    }
    await refused(stranger, 'exportConversations', 'conversation.not_found', { body });
    await visitor.close();
  });
});

test('saved filters and canned replies are kept, apart from other accounts', async () => {
  const items = [{ name: 'Waiting', address: 'status=escalated' }];
  expect(await ok(owner, 'saveViews', { body: { version: 0, items } })).toEqual({ version: 1, items });
  await refused(owner, 'saveViews', 'inbox.views_conflict', { body: { version: 0, items: [] } });
  await refused(owner, 'saveViews', 'request.invalid', { body: { version: 1, items: [{ name: '' }] } });
  expect(await ok(owner, 'getSavedViews')).toEqual({ version: 1, items });
  expect(await ok(viewer, 'getSavedViews')).toEqual({ version: 0, items: [] });

  const path = { cannedReplyId: 'canned-00001' };
  const body = { title: 'Hello', text: 'Hello {{visitor}}' };
  const saved = await ok(member, 'saveCannedReply', { path, body });
  expect(await ok(member, 'saveCannedReply', { path, body })).toEqual(saved);
  expect((await ok(viewer, 'listCannedReplies')).items).toEqual([saved]);
  expect((await ok(stranger, 'listCannedReplies')).items).toEqual([]);
  await refused(owner, 'saveCannedReply', 'request.invalid', { path, body: { title: 'Hello' } });
  await refused(owner, 'saveCannedReply', 'inbox.reply_not_found', { path: { cannedReplyId: 'x' }, body });
  await ok(stranger, 'deleteCannedReply', { path });
  expect((await ok(owner, 'listCannedReplies')).items).toEqual([saved]);
  await ok(owner, 'deleteCannedReply', { path });
  await ok(owner, 'deleteCannedReply', { path });
  expect((await ok(owner, 'listCannedReplies')).items).toEqual([]);
});

describe("another account's conversation", () => {
  let visitor: TestVisitor;
  let path: ReturnType<typeof pathOf>;
  beforeAll(async () => {
    visitor = await asked('Hello');
    path = pathOf(visitor);
  });
  afterAll(() => visitor?.close());
  const seen = async () => [
    await ok(owner, 'getConversation', { path }),
    await ok(owner, 'listConversationMessages', { path }),
    await ok(owner, 'getTimeline', { path }),
  ];

  test('is none to what changes or saves several', async () => {
    const before = await seen();
    const ids = [path.conversationId];
    for (const action of ['resolve', 'reopen', 'assign', 'delete', 'restore'] as const) {
      const body = { ids, action, ...(action === 'assign' && { to: 'next' }) };
      const { items } = await ok(stranger, 'actOnConversations', { body });
      expect(items).toEqual([{ id: path.conversationId, error: 'conversation.not_found' }]);
    }
    for (const format of ['csv', 'json', 'pdf'])
      await refused(stranger, 'exportConversations', 'conversation.not_found', {
        body: { ids, format, language: 'en' },
      });
    expect(await seen()).toEqual(before);
  });
});
