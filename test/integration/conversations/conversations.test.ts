import { beforeAll, describe, expect, test } from 'vitest';
import type { Bot } from '#contract/bots/bots';
import { ServerEvent } from '#contract/socket';
import { sharedCloud } from '#test/helpers/cloud';
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
});
