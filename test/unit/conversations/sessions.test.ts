import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, test } from 'vitest';
import { type AccountId, type BotId, ConversationId, DocumentId, WidgetId } from '#contract/base/ids';
import type { BotStatus } from '#contract/bots/bot-status';
import type { ConversationStatus } from '#contract/conversations/conversations';
import { Variables } from '#contract/conversations/variables';
import type { DescribeVisitor, OpenSession } from '#contract/conversations/widget';
import { MonthlyUsageEntity, monthOf } from '#core/accounts/limits/monthly-usage';
import type { WrittenAnswer } from '#core/answers/answerer';
import { BotEntity } from '#core/bots/entity';
import { revealIdentitySecret, visitorHash } from '#core/bots/identity';
import { acceptMessage } from '#core/conversations/accept-message';
import { assertSiteAllowed } from '#core/conversations/allowed-sites';
import { describeVisitor } from '#core/conversations/describe-visitor';
import { ConversationCompanionEntity, ConversationEntity } from '#core/conversations/entity';
import { askForPerson } from '#core/conversations/inbox/hand-over';
import { toConversation } from '#core/conversations/inbox/views';
import { loadConversation } from '#core/conversations/messages';
import { openSession } from '#core/conversations/open-session';
import { sendMessage } from '#core/conversations/send-message';
import { visitorNumber } from '#core/conversations/visitor-number';
import { openSource } from '#core/conversations/visitor-reads';
import { endConversation } from '#core/conversations/visitors/end-conversation';
import { rateConversation } from '#core/conversations/visitors/ratings';
import { DocumentEntity } from '#core/knowledge/documents/entity';
import type { Actor } from '#platform/actor';
import { readItem } from '#platform/table-reads';
import { verifyVisitorToken } from '#platform/visitor-token';
import { expectRefusal } from '#test/helpers/refusal';
import { call, deps, from, newVisitor, newWidget, prepareSessions, sendDeps } from './sessions-setup';
import { answererOf, clock, recordingSockets, send } from './setup';

prepareSessions();

test('a session begins a conversation, with a token that speaks for it and no longer than a day', async () => {
  const { accountId, botId, widgetId } = await newWidget();
  const grant = await openSession(deps, widgetId, { page: 'https://shop.example.com/a?secret=1#x' }, from);
  const visitor = await verifyVisitorToken(clock, grant.token);
  expect(visitor).toEqual({ accountId, botId, widgetId, conversationId: grant.conversationId });
  expect(grant).toMatchObject({ messages: [], socketUrl: 'wss://app.example.com/socket' });
  expect(await loadConversation(visitor)).toMatchObject({
    status: 'active',
    language: 'en',
    page: 'https://shop.example.com/a',
  });
  const tomorrow = () => new Date(Date.now() + 24 * 3_600_000 + 1_000);
  await expectRefusal(verifyVisitorToken(tomorrow, grant.token), 'visitor.token_invalid');
});

test('a token resumes its conversation with what was said', async () => {
  const { widgetId } = await newWidget();
  const first = await openSession(deps, widgetId, {}, from);
  await acceptMessage(clock, await verifyVisitorToken(clock, first.token), send('Hi'));
  const second = await openSession(deps, widgetId, { token: first.token }, from);
  expect(second.conversationId).toBe(first.conversationId);
  expect(second.ticket).not.toBe(first.ticket);
  expect(second.messages.map(({ text }) => text)).toEqual(['Hi']);
});

test("another bot's token, a forged one, or one of a conversation that has ended begins anew", async () => {
  const [mine, other] = [await newWidget(), await newWidget()];
  const ended = await openSession(deps, mine.widgetId, {}, from);
  const ref = await verifyVisitorToken(clock, ended.token);
  await ConversationEntity.build(UpdateItemCommand)
    .item({ accountId: ref.accountId, conversationId: ref.conversationId, status: 'ended' })
    .send();
  const strange = await openSession(deps, other.widgetId, {}, from);
  for (const token of [ended.token, strange.token, 'forged']) {
    // Whoever only comes back begins none.
    await expectRefusal(
      openSession(deps, mine.widgetId, { token, resume: true }, from),
      'conversation.ended',
    );
    const grant = await openSession(deps, mine.widgetId, { token }, from);
    expect([ended.conversationId, strange.conversationId]).not.toContain(grant.conversationId);
    expect((await verifyVisitorToken(clock, grant.token)).botId).toBe(mine.botId);
  }
});

test('a visitor without a name keeps their number in the next conversation, and a user of the website their own', async () => {
  const [mine, other] = [await newWidget(), await newWidget()];
  const numberIn = async ({ token }: { readonly token: string }) =>
    visitorNumber(await loadConversation(await verifyVisitorToken(clock, token)));
  const first = await openSession(deps, mine.widgetId, {}, from);
  const second = await openSession(deps, mine.widgetId, { previous: first.conversationId }, from);
  const third = await openSession(deps, mine.widgetId, { previous: second.conversationId }, from);
  expect(second.conversationId).not.toBe(first.conversationId);
  expect([await numberIn(second), await numberIn(third)]).toEqual(Array(2).fill(await numberIn(first)));
  expect(second.messages).toEqual([]);

  const elsewhere = await openSession(deps, other.widgetId, { previous: first.conversationId }, from);
  const unknown = await openSession(deps, mine.widgetId, { previous: ConversationId.parse('gone') }, from);
  const identity = (await vouching(mine))('ada');
  const known = await openSession(deps, mine.widgetId, { identity }, from);
  const after = await openSession(deps, mine.widgetId, { previous: known.conversationId }, from);
  for (const { conversationId, token } of [elsewhere, unknown, after])
    expect(await numberIn({ token })).toBe(visitorNumber({ conversationId }));
});

/** Users whom a bot's website vouches for. */
async function vouching(ref: { readonly accountId: AccountId; readonly botId: BotId }) {
  const actor = { accountId: ref.accountId } as Actor;
  const { secret } = await revealIdentitySecret(clock, actor, ref.botId);
  return (userId: string) => ({ userId, hash: visitorHash(secret, userId), name: `The ${userId}` });
}

test("another user of the same browser begins a conversation of their own, and sees nothing of the first one's", async () => {
  const widget = await newWidget();
  const user = await vouching(widget);
  const open = (input: OpenSession) => openSession(deps, widget.widgetId, input, from);
  const alices = await open({ identity: user('alice') });
  await acceptMessage(clock, await verifyVisitorToken(clock, alices.token), send('My salary?'));
  const forged = { ...user('carol'), hash: '0'.repeat(64) };
  for (const identity of [user('bob'), forged]) {
    const next = await open({ token: alices.token, identity });
    expect(next.conversationId).not.toBe(alices.conversationId);
    expect(next.messages).toEqual([]);
  }
  const stored = await loadConversation(await verifyVisitorToken(clock, alices.token));
  expect(stored).toMatchObject({ visitorUserId: 'alice', visitorName: 'The alice' });
  for (const again of [{}, { identity: user('alice') }])
    expect((await open({ token: alices.token, ...again })).conversationId).toBe(alices.conversationId);
});

test('a conversation without a user is taken over by the first vouched user, and by no second', async () => {
  const widget = await newWidget();
  const user = await vouching(widget);
  const { token, conversationId } = await openSession(deps, widget.widgetId, {}, from);
  const taken = await openSession(deps, widget.widgetId, { token, identity: user('alice') }, from);
  expect(taken.conversationId).toBe(conversationId);
  const visitor = await verifyVisitorToken(clock, token);
  const describe = (input: DescribeVisitor) => describeVisitor(clock, visitor, input);
  const forged = { ...user('bob'), hash: '0'.repeat(64) };
  for (const identity of [user('bob'), forged])
    await expectRefusal(describe({ identity, variables: { plan: 'pro' } }), 'visitor.other_user');
  expect(await describe({ identity: user('alice') })).toEqual({ identified: true });
  expect(await describe({ variables: { page: 'cart' } })).toEqual({ identified: true });
  expect(await loadConversation(visitor)).toMatchObject({
    visitorUserId: 'alice',
    variables: { page: 'cart' },
  });
});

test('of two users at once one gets the conversation', async () => {
  const widget = await newWidget();
  const user = await vouching(widget);
  const { token } = await openSession(deps, widget.widgetId, {}, from);
  const grants = await Promise.all(
    ['alice', 'bob', 'carol'].map((name) =>
      openSession(deps, widget.widgetId, { token, identity: user(name) }, from),
    ),
  );
  expect(new Set(grants.map(({ conversationId }) => conversationId)).size).toBe(3);
});

const listed = async (ref: { readonly accountId: string; readonly conversationId: string }) => {
  const { empty, gsi1pk, gsi2pk } = await loadConversation(ref as never);
  const found = await readItem(ConversationCompanionEntity, {
    accountId: ref.accountId,
    conversationId: ref.conversationId,
  });
  return {
    empty,
    status: gsi1pk?.split('#').at(-1),
    list: gsi2pk?.split('#').at(-1),
    account: found?.gsi2pk,
  };
};

const counted = async (accountId: string, now = clock()) => {
  const found = await readItem(MonthlyUsageEntity, { accountId, month: monthOf(now) });
  return found?.conversations ?? 0;
};

const LISTED = {
  empty: undefined,
  list: 'CONVERSATIONS',
  account: expect.stringContaining('CONVERSATIONS'),
};

test('a conversation is counted and listed with its first message, from then on, and once', async () => {
  const visitor = await newVisitor();
  expect(await listed(visitor)).toEqual({
    empty: true,
    list: 'EMPTY',
    status: undefined,
    account: undefined,
  });
  expect(await counted(visitor.accountId)).toBe(0);
  const opened = await loadConversation(visitor);
  expect(opened.expiresAt).toBeGreaterThan(Date.now() / 1_000);
  const later = new Date(Date.now() + 60_000);
  await Promise.all(['Hi', 'there', 'you'].map((text) => acceptMessage(() => later, visitor, send(text))));
  expect(await listed(visitor)).toEqual({ ...LISTED, status: 'active' });
  // In the month in which it began, which may be the next one.
  expect(await counted(visitor.accountId, later)).toBe(1);
  const started = await loadConversation(visitor);
  expect(started.expiresAt).toBeUndefined();
  expect(started.startedAt > opened.startedAt).toBe(true);
  expect(started.gsi2sk).toBe(`${started.startedAt}#${visitor.conversationId}`);
});

test('asking for a person, or stars, are a first word too; to end what was opened is none', async () => {
  const { sockets } = recordingSockets();
  const { widgetId } = await newWidget({ escalationEnabled: true });
  const open = async () => verifyVisitorToken(clock, (await openSession(deps, widgetId, {}, from)).token);
  const [asking, ending] = [await open(), await open()];
  await askForPerson({ clock, sockets }, asking, {});
  expect(await listed(asking)).toEqual({ ...LISTED, status: 'escalated' });
  await endConversation(clock, ending);
  expect(await listed(ending)).toMatchObject({ empty: true, status: undefined, account: undefined });
  await expectRefusal(acceptMessage(clock, ending, send('Hi')), 'conversation.ended');
  expect(await counted(asking.accountId)).toBe(1);
  await rateConversation(clock, ending, { stars: 2, comment: '' });
  expect(await listed(ending)).toEqual({ ...LISTED, status: 'ended' });
  expect(await counted(asking.accountId)).toBe(2);
});

test('the team sees on which page the visitor is, by their sessions and their messages', async () => {
  const { widgetId } = await newWidget();
  const at = (page: string, token?: string) =>
    openSession(deps, widgetId, { page, ...(token && { token }) }, from);
  const { token } = await at('https://shop.example/prices?sum=1');
  const visitor = await verifyVisitorToken(clock, token);
  const seen = async () => {
    const { page, currentPage } = toConversation(await loadConversation(visitor));
    return { page, currentPage };
  };
  const began = 'https://shop.example/prices';
  expect(await seen()).toEqual({ page: began, currentPage: began });
  await at('https://shop.example/bikes', token);
  expect(await seen()).toEqual({ page: began, currentPage: 'https://shop.example/bikes' });
  await acceptMessage(clock, visitor, { ...send('Hi'), page: 'https://shop.example/cart#pay' });
  expect(await seen()).toEqual({ page: began, currentPage: 'https://shop.example/cart' });
});

test('what a page says of its visitor loses nothing to a name that is none', () => {
  const many = Object.fromEntries(Array.from({ length: 25 }, (_, index) => [`n${index}`, 'x']));
  expect(Variables.parse({ plan: 'gold', 'no name': 'x', '': 'y', 'a.b-c_1': 'z' })).toEqual({
    plan: 'gold',
    'a.b-c_1': 'z',
  });
  expect(Object.keys(Variables.parse(many))).toEqual(Object.keys(many).slice(5));
});

test.each([
  [
    'paused, and passes nobody on to people,',
    { status: 'inactive', escalationEnabled: false },
    'widget.paused',
  ],
  ['off the air', { status: 'ready', publication: null }, 'widget.not_found'],
  ['not for the public', { visibility: 'internal' }, 'widget.not_found'],
] as const)('a bot that is %s opens no session', async (_, change, code) => {
  const { widgetId } = await newWidget(change);
  await expectRefusal(openSession(deps, widgetId, {}, from), code);
});

test('a bot that is paused takes what a visitor leaves for the team, and nothing for itself', async () => {
  const { accountId, botId, widgetId } = await newWidget({ status: 'inactive', escalationEnabled: true });
  const grant = await openSession(deps, widgetId, {}, from);
  expect(grant).toMatchObject({ paused: true, messages: [], state: { status: 'active', reachable: false } });
  const visitor = await verifyVisitorToken(clock, grant.token);
  await expectRefusal(acceptMessage(clock, visitor, send('Bot?')), 'widget.paused');
  const { sockets } = recordingSockets();
  for (let times = 0; times < 2; times += 1)
    expect(await askForPerson({ clock, sockets }, visitor, { email: 'v@example.org' })).toMatchObject({
      status: 'escalated',
      reachable: true,
    });
  expect(await acceptMessage(clock, visitor, send('Please call me.'))).toMatchObject({ toPerson: true });
  const conversation = await loadConversation(visitor);
  expect(conversation).toMatchObject({
    accountId,
    botId,
    status: 'escalated',
    visitorEmail: 'v@example.org',
  });
  expect(conversation).not.toHaveProperty('empty');
});

test('a widget that is none opens no session', async () => {
  const none = WidgetId.parse('zzzzzzzz');
  await expectRefusal(openSession(deps, none, {}, from), 'widget.not_found');
});

test('a conversation whose bot is paused, or taken off the air, takes no further message', async () => {
  const { accountId, botId, widgetId } = await newWidget();
  const visitor = await verifyVisitorToken(clock, (await openSession(deps, widgetId, {}, from)).token);
  const become = (status: BotStatus) =>
    BotEntity.build(UpdateItemCommand).item({ accountId, botId, status }).send();
  await become('inactive');
  await expectRefusal(acceptMessage(clock, visitor, send('Hi')), 'widget.paused');
  await become('ready');
  await expectRefusal(acceptMessage(clock, visitor, send('Hi')), 'widget.not_found');
  await become('active');
  expect(await acceptMessage(clock, visitor, send('Hi'))).toMatchObject({ text: 'Hi' });
});

test('a conversation that a person has goes on while its bot is paused', async () => {
  const { accountId, botId, widgetId } = await newWidget();
  const { token } = await openSession(deps, widgetId, {}, from);
  const visitor = await verifyVisitorToken(clock, token);
  await acceptMessage(clock, visitor, send('Hi'));
  const become = (status: BotStatus) =>
    BotEntity.build(UpdateItemCommand).item({ accountId, botId, status }).send();
  const { conversationId } = visitor;
  const standing = (status: ConversationStatus) =>
    ConversationEntity.build(UpdateItemCommand).item({ accountId, conversationId, status }).send();
  await become('inactive');
  for (const status of ['escalated', 'pending'] as const) {
    await standing(status);
    expect(await openSession(deps, widgetId, { token, resume: true }, from)).toMatchObject({ paused: true });
    expect(await acceptMessage(clock, visitor, send(status))).toMatchObject({ text: status, toPerson: true });
  }
  await standing('active');
  await expectRefusal(acceptMessage(clock, visitor, send('Bot?')), 'widget.paused');
  await standing('escalated');
  await become('ready');
  await expectRefusal(acceptMessage(clock, visitor, send('Hi')), 'widget.not_found');
});

test('a session from a site that is not allowed is refused', async () => {
  const { widgetId } = await newWidget({ allowedDomains: ['other.example.com'] });
  await expectRefusal(openSession(deps, widgetId, {}, from), 'widget.site_not_allowed');
});

test.each([
  [[], 'https://any.example', true],
  [[], null, true],
  [['example.com'], 'https://example.com', true],
  [['example.com'], 'https://example.com:8443', true],
  [['example.com'], 'https://www.example.com', false],
  [['example.com'], 'https://example.com.evil.test', false],
  [['example.com'], 'https://notexample.com', false],
  [['*.example.com'], 'https://www.example.com', true],
  [['*.example.com'], 'https://example.com', false],
  [['*.example.com'], 'https://evil-example.com', false],
  [['localhost:3000'], 'http://localhost:3000', true],
  [['localhost:3000'], 'http://localhost:3001', false],
  [['https://example.com/'], 'https://example.com', true],
  [['example.com'], null, false],
  [['example.com'], 'null', false],
  [['example.com'], 'https://app.parley.test', true],
])('with %j allowed, the site %j may carry the widget: %s', (domains, site, allowed) => {
  const check = () => assertSiteAllowed(domains, site, 'https://app.parley.test');
  if (allowed) expect(check).not.toThrow();
  else expect(check).toThrow('not allowed');
});

test('a visitor opens the originals that their answers cite, and no others', async () => {
  const visitor = await newVisitor();
  const { accountId, botId } = visitor;
  for (const documentId of ['cited', 'secret'])
    await DocumentEntity.build(PutItemCommand)
      .item({
        accountId,
        botId,
        documentId,
        title: 'Prices',
        description: '',
        fileName: 'prices.pdf',
        format: 'pdf',
        size: 9,
        status: 'success',
        createdAt: '',
        updatedAt: '',
      })
      .send();
  const cite = (documentId: string) => ({
    number: 1,
    documentId,
    title: '',
    page: 1,
    heading: null,
    quote: '',
  });
  const written = { text: '[1]', kind: 'generated', citations: [cite('cited'), cite('deleted')] };
  const answerer = answererOf({ answer: async () => written as unknown as WrittenAnswer });
  await sendMessage(sendDeps(answerer), visitor, send('Hi'), call());

  const { url } = await openSource(clock, visitor, DocumentId.parse('cited'));
  expect(url).toContain(`/uploads/${accountId}/${botId}/cited`);
  for (const id of ['secret', 'deleted', 'unknown'])
    await expectRefusal(openSource(clock, visitor, DocumentId.parse(id)), 'source.not_found');
  await expectRefusal(openSource(clock, await newVisitor(), DocumentId.parse('cited')), 'source.not_found');
});
