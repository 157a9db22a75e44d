import { beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { ServerEvent } from '#contract/socket';
import { sharedCloud } from '#test/helpers/cloud';
import { mailsTo } from '#test/helpers/inbox';
import { request } from '#test/helpers/request';
import { type ApiClient, newUser, type TestUser } from '#test/helpers/users';
import { connect, openVisitor, type TestVisitor } from '#test/helpers/visitor';
import { waitFor } from '#test/helpers/wait-for';
import { ok, refused } from '../responses';
import { join } from '../table';

const cloud = sharedCloud();
let owner: TestUser;
let stranger: TestUser;
let viewer: ApiClient;
let bot: Bot;

beforeAll(async () => {
  [owner, stranger] = await Promise.all([newUser(cloud, { name: 'Ada Agent' }), newUser(cloud)]);
  bot = await ok(owner, 'createBot', {
    body: { name: 'Helper', deploy: true, escalationTrigger: 'keywords', escalationKeywords: ['refund'] },
  });
  viewer = await join(cloud, owner, 'viewer');
});

const pathOf = ({ grant }: TestVisitor) => ({ conversationId: grant.conversationId });
const idsOf = async (api: ApiClient, query: Record<string, string>) =>
  (await ok(api, 'listConversations', { query })).items.map(({ id }) => id);

/** A dashboard that hears what happens in the owner's account. */
async function dashboard() {
  const { ticket, socketUrl } = await ok(owner, 'createSocketTicket');
  const socket = await connect(`${socketUrl}?ticket=${encodeURIComponent(ticket)}`, cloud.addresses.app);
  const events: ServerEvent[] = [];
  socket.on('message', (data) => events.push(ServerEvent.parse(JSON.parse(data.toString()))));
  return { events, close: () => socket.close() };
}

describe('the inbox', () => {
  test('lists what visitors begin, by bot, by status and by day, newest first, page by page', async () => {
    const visitors = [
      await openVisitor(cloud, bot.widgetId),
      await openVisitor(cloud, bot.widgetId),
      await openVisitor(cloud, bot.widgetId),
    ];
    const ids = visitors.map(({ grant }) => grant.conversationId).reverse();
    for (const visitor of visitors) await visitor.ask('Hello');
    const empty = await openVisitor(cloud, bot.widgetId);
    const mine = (found: readonly string[]) => found.filter((id) => ids.some((each) => each === id));
    await waitFor('the lists', async () => mine(await idsOf(owner, {})).length === 3 || undefined);
    expect(mine(await idsOf(owner, {}))).toEqual(ids);
    // Opened while somebody writes, and never sent.
    expect(await idsOf(owner, {})).not.toContain(empty.grant.conversationId);
    await refused(owner, 'getConversation', 'conversation.not_found', { path: pathOf(empty) });
    expect(mine(await idsOf(owner, { botId: bot.id, status: 'active' }))).toEqual(ids);
    expect(mine(await idsOf(owner, { status: 'resolved' }))).toEqual([]);
    expect(mine(await idsOf(owner, { to: '2020-01-01T00:00:00Z' }))).toEqual([]);
    expect(mine(await idsOf(owner, { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z' }))).toEqual(
      ids,
    );
    expect(await idsOf(owner, { from: '2030-01-01T00:00:00Z', to: '2020-01-01T00:00:00Z' })).toEqual([]);

    const pages: string[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query: Record<string, string> = { botId: bot.id, limit: '1', ...(cursor && { cursor }) };
      const page: { items: readonly { id: string }[]; cursor: string | null } = await ok(
        owner,
        'listConversations',
        {
          query,
        },
      );
      pages.push(...page.items.map(({ id }) => id));
      cursor = page.cursor;
    }
    expect(mine(pages)).toEqual(ids);
    await Promise.all([empty, ...visitors].map((visitor) => visitor.close()));
  });

  test('refuses what no filter is, an unknown bot, and shows another account nothing', async () => {
    const visitor = await openVisitor(cloud, bot.widgetId);
    await visitor.ask('Hello');
    const path = pathOf(visitor);
    for (const query of [
      { status: 'open' },
      { from: 'yesterday' },
      { limit: '1000' },
      { cursor: 'nonsense' },
    ])
      await refused(owner, 'listConversations', 'request.invalid', { query });
    await refused(owner, 'listConversations', 'bot.not_found', { query: { botId: 'unknown' } });
    await refused(stranger, 'listConversations', 'bot.not_found', { query: { botId: bot.id } });
    expect(await idsOf(stranger, {})).toEqual([]);
    await refused(owner, 'openConversationAttachment', 'attachment.not_found', {
      path: { ...path, attachmentId: 'unknown' },
    });
    await visitor.close();
  });

  test('keeps an editor’s trial out', async () => {
    const grant = await ok(owner, 'openTestSession', { path: { botId: bot.id }, body: {} });
    await refused(owner, 'getConversation', 'conversation.not_found', {
      path: { conversationId: grant.conversationId },
    });
  });

  test('is read by a viewer', async () => {
    const visitor = await openVisitor(cloud, bot.widgetId);
    await visitor.ask('How much is a tent?');
    const path = pathOf(visitor);
    expect(await ok(viewer, 'getConversation', { path })).toMatchObject({
      botId: bot.id,
      status: 'active',
      messageCount: 2,
      lastMessage: { author: 'bot' },
      unread: 0,
    });
    const { items } = await ok(viewer, 'listConversationMessages', { path });
    expect(items.map(({ author }) => author)).toEqual(['visitor', 'bot']);
    // How the answer came to be: the bot has no documents, so that no model was asked.
    expect(items.map(({ record }) => record)).toMatchObject([null, { model: null, unsupported: [] }]);
    const after = items[0]?.id ?? '';
    expect((await ok(viewer, 'listConversationMessages', { path, query: { after } })).items).toEqual([
      items[1],
    ]);
    await refused(viewer, 'listConversationMessages', 'request.invalid', { path, query: { after: 'x-1' } });
    await visitor.close();
  });
});

describe('a visitor and an agent', () => {
  test('find each other: asked for, taken over, answered, read, handed back, resolved', async () => {
    const [visitor, watching] = [await openVisitor(cloud, bot.widgetId), await dashboard()];
    const path = pathOf(visitor);
    const widget = { widgetId: bot.widgetId };
    const state = (status: string, agentName: string | null) =>
      visitor.event(
        'conversation.state',
        ({ state }) => state.status === status && state.agentName === agentName,
      );

    expect((await ok(visitor.api, 'askForPerson', { path: widget, body: {} })).status).toBe('escalated');
    expect((await ok(visitor.api, 'askForPerson', { path: widget, body: {} })).status).toBe('escalated');
    const { message: said } = await visitor.event('message.added');
    expect(said).toMatchObject({ author: 'bot', kind: 'escalated', text: bot.escalationMessage });
    await waitFor('the dashboard', () =>
      watching.events.find(
        (event) => event.type === 'conversation.changed' && event.conversation.status === 'escalated',
      ),
    );
    await waitFor('the lists', async () =>
      (await idsOf(owner, { status: 'escalated' })).find((each) => each === path.conversationId),
    );

    // The bot is silent, over the socket and over HTTP.
    const id = visitor.say('Is anybody there?');
    const accepted = await visitor.event('message.accepted', (event) => event.id === id);
    const sent = await ok(visitor.api, 'sendMessage', {
      path: widget,
      body: { id: crypto.randomUUID(), text: 'Hello?' },
    });
    expect(sent.answer).toBeNull();
    await waitFor('the message on the dashboard', () =>
      watching.events.find(
        (event) => event.type === 'message.added' && event.message.id === accepted.message.id,
      ),
    );
    expect(await ok(owner, 'getConversation', { path })).toMatchObject({
      unread: 2,
      escalation: { trigger: 'manual' },
    });
    expect(visitor.events.some(({ type }) => type === 'answer.done')).toBe(false);

    const taken = await ok(owner, 'actOnConversation', { path, body: { action: 'take_over' } });
    expect(taken).toMatchObject({ status: 'escalated', assignee: { name: 'Ada Agent' } });
    await state('escalated', 'Ada Agent');
    const read = { through: sent.message.id };
    expect((await ok(owner, 'markConversationRead', { path, body: read })).unread).toBe(0);
    expect((await ok(owner, 'markConversationRead', { path, body: read })).unread).toBe(0);
    await visitor.event('conversation.state', (event) => event.state.readThrough === sent.message.id);

    const reply = { id: crypto.randomUUID(), text: 'I am here. <b>How</b> can I help?' };
    const replied = await ok(owner, 'replyToVisitor', { path, body: reply });
    expect(await ok(owner, 'replyToVisitor', { path, body: reply })).toEqual(replied);
    const { message } = await visitor.event('message.added', (event) => event.message.author === 'agent');
    expect(message).toEqual(replied);
    await waitFor('that it has come to her', async () => {
      const { visitorDeliveredThrough } = await ok(owner, 'getConversation', { path });
      return visitorDeliveredThrough === replied.id || undefined;
    });
    visitor.send({ type: 'message.read', messageId: replied.id });
    await waitFor('how far the visitor has read', async () => {
      const { visitorReadThrough } = await ok(owner, 'getConversation', { path });
      return visitorReadThrough === replied.id || undefined;
    });
    expect((await ok(owner, 'getConversation', { path })).status).toBe('pending');

    await refused(owner, 'replyToVisitor', 'request.invalid', { path, body: { ...reply, text: ' ' } });
    await refused(owner, 'actOnConversation', 'request.invalid', { path, body: { action: 'delete' } });
    await refused(owner, 'actOnConversation', 'conversation.transition_refused', {
      path,
      body: { action: 'reopen' },
    });

    expect((await ok(owner, 'actOnConversation', { path, body: { action: 'hand_back' } })).status).toBe(
      'active',
    );
    await state('active', null);
    expect((await visitor.ask('And the bot?')).message.author).toBe('bot');
    await ok(owner, 'actOnConversation', { path, body: { action: 'resolve' } });
    await refused(visitor.api, 'sendMessage', 'conversation.ended', {
      path: widget,
      body: { id: crypto.randomUUID(), text: 'More' },
    });
    await ok(owner, 'actOnConversation', { path, body: { action: 'reopen' } });
    expect((await ok(visitor.api, 'returnToBot', { path: widget })).status).toBe('active');
    expect((await ok(visitor.api, 'returnToBot', { path: widget })).status).toBe('active');
    watching.close();
    await visitor.close();
  });

  test('a keyword passes them on, and the owner is told by mail, once each time', async () => {
    const visitor = await openVisitor(cloud, bot.widgetId);
    const { kind, message } = await visitor.ask('I want a refund, now');
    expect({ kind, text: message.text }).toEqual({ kind: 'escalated', text: bot.escalationMessage });
    const link = `/conversations/${visitor.grant.conversationId}`;
    const alerts = async () => {
      const mails = await mailsTo(cloud, owner.email);
      const texts = await Promise.all(
        mails.map(async (mail) => (await request(`${cloud.addresses.mail}/api/messages/${mail.id}`)).text()),
      );
      return texts.filter((text) => text.includes(link));
    };
    const [alert] = await waitFor('the alert', async () => {
      const found = await alerts();
      return found.length > 0 ? found : undefined;
    });
    expect(alert).toContain('A visitor is waiting for you in Helper');
    // They are with the team already: asking again is no second alert, going to the bot and back is one.
    const path = { widgetId: bot.widgetId };
    await ok(visitor.api, 'askForPerson', { path, body: {} });
    await ok(visitor.api, 'returnToBot', { path });
    await ok(visitor.api, 'askForPerson', { path, body: { email: 'v@example.com' } });
    expect(await ok(owner, 'getConversation', { path: pathOf(visitor) })).toMatchObject({
      visitor: { email: 'v@example.com' },
      providedContact: true,
      escalation: { trigger: 'manual' },
    });
    await refused(visitor.api, 'askForPerson', 'request.invalid', {
      path: { widgetId: bot.widgetId },
      body: { email: 'nobody' },
    });
    await expect.poll(async () => (await alerts()).length).toBe(2);
    await visitor.close();
  });
});
