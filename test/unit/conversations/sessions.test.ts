import { randomUUID } from 'node:crypto';
import { $remove, GetItemCommand, PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type BotConfig, botDefaults } from '../../../functions/contract/bot-config';
import type { BotStatus } from '../../../functions/contract/bot-status';
import type { ConversationStatus } from '../../../functions/contract/conversations';
import { type AccountId, type BotId, DocumentId, WidgetId } from '../../../functions/contract/ids';
import { type DescribeVisitor, type OpenSession, Variables } from '../../../functions/contract/widget';
import type { Answerer, WrittenAnswer } from '../../../functions/core/answers/answerer';
import { BotEntity, replaced, WidgetEntity } from '../../../functions/core/bots/entity';
import { revealIdentitySecret, visitorHash } from '../../../functions/core/bots/identity';
import { acceptMessage } from '../../../functions/core/conversations/accept-message';
import { assertSiteAllowed } from '../../../functions/core/conversations/allowed-sites';
import { answerConversation } from '../../../functions/core/conversations/answer-conversation';
import {
  ConversationCompanionEntity,
  ConversationEntity,
} from '../../../functions/core/conversations/entity';
import { acquireLease } from '../../../functions/core/conversations/lease';
import { loadConversation } from '../../../functions/core/conversations/messages';
import { openSession } from '../../../functions/core/conversations/open-session';
import type { AnswerInvocation } from '../../../functions/core/conversations/receive-message';
import { sendMessage } from '../../../functions/core/conversations/send-message';
import { listMessages, openSource } from '../../../functions/core/conversations/visitor-reads';
import { takeWaitingPlace, WAITING_CALLS } from '../../../functions/core/conversations/waiting-calls';
import { askForPerson } from '../../../functions/core/inbox/person';
import { DocumentEntity } from '../../../functions/core/knowledge/documents/entity';
import { MonthlyUsageEntity, monthOf } from '../../../functions/core/limits/monthly-usage';
import { describeVisitor } from '../../../functions/core/visitors/describe-visitor';
import { endConversation } from '../../../functions/core/visitors/end-conversation';
import { rateConversation } from '../../../functions/core/visitors/ratings';
import type { Actor } from '../../../functions/platform/actor';
import { verifyVisitorToken } from '../../../functions/platform/visitor-token';
import { startLocalTable } from '../../helpers/local-table';
import { WAIT_MS } from '../../helpers/patience';
import { stageSecrets } from '../../helpers/stage-secrets';
import { answer, answererOf, clock, depsOf, recordingSockets, runOf, send, startConversation } from './setup';

let table: { close(): Promise<void> };
beforeAll(async () => {
  table = await startLocalTable();
  Object.assign(process.env, { UPLOADS_BUCKET: 'uploads' });
  stageSecrets();
});
afterAll(() => table.close());

const deps = { clock, socketUrl: 'wss://app.example.com/socket', appOrigin: 'https://app.example.com' };
const from = { site: 'https://shop.example.com', address: '192.0.2.1' };

async function newWidget(
  change: Partial<BotConfig> & { readonly status?: BotStatus; readonly publication?: null } = {},
) {
  const { status = 'active', publication, ...changes } = change;
  const { accountId, botId } = await startConversation();
  const config = { ...botDefaults('en'), ...changes };
  const widgetId = WidgetId.parse(randomUUID().slice(0, 8));
  await BotEntity.build(UpdateItemCommand)
    .item({
      accountId,
      botId,
      widgetId,
      status,
      publication: publication === null ? $remove() : replaced({ number: 1, config }),
    })
    .send();
  await WidgetEntity.build(PutItemCommand).item({ widgetId, accountId, botId }).send();
  return { accountId, botId, widgetId };
}

async function newVisitor() {
  const { widgetId } = await newWidget();
  const { token } = await openSession(deps, widgetId, {}, from);
  return verifyVisitorToken(clock, token);
}

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
  await expect(verifyVisitorToken(tomorrow, grant.token)).rejects.toMatchObject({
    code: 'visitor.token_invalid',
  });
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
    // Who only comes back begins none.
    await expect(openSession(deps, mine.widgetId, { token, resume: true }, from)).rejects.toMatchObject({
      code: 'conversation.ended',
    });
    const grant = await openSession(deps, mine.widgetId, { token }, from);
    expect([ended.conversationId, strange.conversationId]).not.toContain(grant.conversationId);
    expect((await verifyVisitorToken(clock, grant.token)).botId).toBe(mine.botId);
  }
});

/** Users whom a bot's website vouches for. */
async function vouching(ref: { readonly accountId: AccountId; readonly botId: BotId }) {
  const actor = { accountId: ref.accountId } as Actor;
  const { secret } = await revealIdentitySecret(clock, actor, ref.botId);
  return (userId: string) => ({ userId, hash: visitorHash(secret, userId), name: `The ${userId}` });
}

test("another user of the same browser begins a conversation of her own, and sees nothing of the first one's", async () => {
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

test('a conversation without a user is taken over by the first who is vouched for, and by no second', async () => {
  const widget = await newWidget();
  const user = await vouching(widget);
  const { token, conversationId } = await openSession(deps, widget.widgetId, {}, from);
  const taken = await openSession(deps, widget.widgetId, { token, identity: user('alice') }, from);
  expect(taken.conversationId).toBe(conversationId);
  const visitor = await verifyVisitorToken(clock, token);
  const describe = (input: DescribeVisitor) => describeVisitor(clock, visitor, input);
  const forged = { ...user('bob'), hash: '0'.repeat(64) };
  for (const identity of [user('bob'), forged])
    await expect(describe({ identity, variables: { plan: 'pro' } })).rejects.toMatchObject({
      code: 'visitor.other_user',
    });
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
  const { unsaid, gsi1pk, gsi2pk } = await loadConversation(ref as never);
  const { Item } = await ConversationCompanionEntity.build(GetItemCommand)
    .key({ accountId: ref.accountId, conversationId: ref.conversationId })
    .send();
  return {
    unsaid,
    status: gsi1pk?.split('#').at(-1),
    list: gsi2pk?.split('#').at(-1),
    account: Item?.gsi2pk,
  };
};
const counted = async (accountId: string) => {
  const { Item } = await MonthlyUsageEntity.build(GetItemCommand)
    .key({ accountId, month: monthOf(clock()) })
    .send();
  return Item?.conversations ?? 0;
};
const LISTED = {
  unsaid: undefined,
  list: 'CONVERSATIONS',
  account: expect.stringContaining('CONVERSATIONS'),
};

test('a conversation is counted and listed with its first message, from then on, and once', async () => {
  const visitor = await newVisitor();
  expect(await listed(visitor)).toEqual({
    unsaid: true,
    list: 'UNSAID',
    status: undefined,
    account: undefined,
  });
  expect(await counted(visitor.accountId)).toBe(0);
  const opened = await loadConversation(visitor);
  expect(opened.expiresAt).toBeGreaterThan(Date.now() / 1_000);
  const later = () => new Date(Date.now() + 60_000);
  await Promise.all(['Hi', 'there', 'you'].map((text) => acceptMessage(later, visitor, send(text))));
  expect(await listed(visitor)).toEqual({ ...LISTED, status: 'active' });
  expect(await counted(visitor.accountId)).toBe(1);
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
  await endConversation(ending);
  expect(await listed(ending)).toMatchObject({ unsaid: true, status: undefined, account: undefined });
  await expect(acceptMessage(clock, ending, send('Hi'))).rejects.toMatchObject({
    code: 'conversation.ended',
  });
  expect(await counted(asking.accountId)).toBe(1);
  await rateConversation(clock, ending, { stars: 2, comment: '' });
  expect(await listed(ending)).toEqual({ ...LISTED, status: 'ended' });
  expect(await counted(asking.accountId)).toBe(2);
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
  ['paused', { status: 'inactive' }, 'widget.paused'],
  ['off the air', { status: 'ready', publication: null }, 'widget.not_found'],
  ['not for the public', { visibility: 'internal' }, 'widget.not_found'],
] as const)('a bot that is %s opens no session', async (_, change, code) => {
  const { widgetId } = await newWidget(change);
  await expect(openSession(deps, widgetId, {}, from)).rejects.toMatchObject({ code });
});

test('a widget that is none opens no session', async () => {
  const none = WidgetId.parse('zzzzzzzz');
  await expect(openSession(deps, none, {}, from)).rejects.toMatchObject({ code: 'widget.not_found' });
});

test('a conversation whose bot is paused, or taken off the air, takes no further message', async () => {
  const { accountId, botId, widgetId } = await newWidget();
  const visitor = await verifyVisitorToken(clock, (await openSession(deps, widgetId, {}, from)).token);
  const become = (status: BotStatus) =>
    BotEntity.build(UpdateItemCommand).item({ accountId, botId, status }).send();
  await become('inactive');
  await expect(acceptMessage(clock, visitor, send('Hi'))).rejects.toMatchObject({ code: 'widget.paused' });
  await become('ready');
  await expect(acceptMessage(clock, visitor, send('Hi'))).rejects.toMatchObject({ code: 'widget.not_found' });
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
  await expect(acceptMessage(clock, visitor, send('Bot?'))).rejects.toMatchObject({ code: 'widget.paused' });
  await standing('escalated');
  await become('ready');
  await expect(acceptMessage(clock, visitor, send('Hi'))).rejects.toMatchObject({ code: 'widget.not_found' });
});

test('a session from a site that is not allowed is refused', async () => {
  const { widgetId } = await newWidget({ allowedDomains: ['other.example.com'] });
  await expect(openSession(deps, widgetId, {}, from)).rejects.toMatchObject({
    code: 'widget.site_not_allowed',
  });
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

// — Where sockets are blocked —

/** Invocations of the answer function are remembered, and not followed. */
function sendDeps(answerer: Answerer = answererOf()) {
  const started: AnswerInvocation[] = [];
  const deps = depsOf(recordingSockets().sockets, answerer);
  const startAnswer = async (request: AnswerInvocation) => void started.push(request);
  return { ...deps, started, startAnswer };
}

const call = (requestId: string = randomUUID()) => ({ requestId, remainingTime: () => 28_000 });

test('a message over HTTP comes back with its answer, and again when it is sent again', async () => {
  const visitor = await newVisitor();
  const calls = vi.fn(async ({ question }: { question: string }) => answer(`to ${question}`));
  const answering = sendDeps(answererOf({ answer: calls }));
  const input = send('Hi');
  const first = await sendMessage(answering, visitor, input, call());
  expect(first).toMatchObject({
    message: { text: 'Hi' },
    answer: { text: 'to Hi', inReplyTo: first.message.id },
  });
  expect(await sendMessage(answering, visitor, input, call())).toEqual(first);
  expect(calls).toHaveBeenCalledTimes(1);
});

test('while another function answers, the call waits for that answer', async () => {
  const visitor = await newVisitor();
  const input = send('Hi');
  const slow = answererOf({
    async answer() {
      await new Promise((resolve) => setTimeout(resolve, 400));
      return answer('slow answer');
    },
  });
  const quick = answererOf({ answer: async () => answer('quick answer') });
  const first = sendMessage(sendDeps(slow), visitor, input, call());
  await vi.waitUntil(async () => (await listMessages(visitor, undefined)).items.length > 0, WAIT_MS);
  const both = await Promise.all([first, sendMessage(sendDeps(quick), visitor, input, call())]);
  expect(new Set(both.map(({ answer: given }) => given?.id)).size).toBe(1);
  expect((await listMessages(visitor, undefined)).items).toHaveLength(2);
});

test('an answer that is not there in time is null, is left to the answer function, and comes by asking', async () => {
  const visitor = await newVisitor();
  const lease = await acquireLease(clock, visitor, { owner: 'other' });
  const deps = sendDeps();
  const late = { requestId: 'late', remainingTime: () => 4_900 };
  const sent = await sendMessage(deps, visitor, send('Hi'), late);
  expect(sent.answer).toBeNull();
  const { accountId, conversationId } = visitor;
  expect(deps.started).toEqual([{ accountId, conversationId, messageId: sent.message.id }]);
  await lease?.release();
  await answerConversation(deps, deps.started[0] ?? visitor, runOf());
  const { items } = await listMessages(visitor, sent.message.id);
  expect(items.map(({ text }) => text)).toEqual(['answer to Hi']);
});

test('a call answers what waits before its own message, and hands on what came after, with its answer given', async () => {
  const visitor = await newVisitor();
  await acceptMessage(clock, visitor, send('before'));
  let later: string | undefined;
  const deps = sendDeps(
    answererOf({
      async answer({ question }) {
        // Of another caller, whose function finds the conversation taken.
        if (question === 'own') later = (await acceptMessage(clock, visitor, send('after'))).messageId;
        return answer(`to ${question}`);
      },
    }),
  );
  const sent = await sendMessage(deps, visitor, send('own'), call());
  expect(sent.answer).toMatchObject({ text: 'to own' });
  expect(deps.started).toMatchObject([{ messageId: later }]);
});

test('a call whose time is nearly out answers with quotes', async () => {
  const visitor = await newVisitor();
  const sent = await sendMessage(sendDeps(), visitor, send('Hi'), {
    requestId: 'short',
    remainingTime: () => 10_000,
  });
  expect(sent.answer).toMatchObject({ kind: 'quoted' });
});

test('a message that could not be answered is left to the answer function, not lost in an error', async () => {
  const visitor = await newVisitor();
  const deps = sendDeps(answererOf({ answer: () => Promise.reject(new Error('The index is unreachable.')) }));
  const sent = await sendMessage(deps, visitor, send('Hi'), call());
  expect(sent.answer).toBeNull();
  expect(deps.started).toMatchObject([{ messageId: sent.message.id }]);
});

test('only a few calls of a conversation wait at once; others are refused before anything is stored', async () => {
  const visitor = await newVisitor();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const deps = sendDeps(
    answererOf({
      async answer({ question }) {
        await held;
        return answer(`to ${question}`);
      },
    }),
  );
  const calls = Array.from({ length: 12 }, (_, n) => sendMessage(deps, visitor, send(`${n}`), call()));
  let refused = 0;
  for (const one of calls)
    one.catch(() => {
      refused += 1;
    });
  await vi.waitUntil(() => refused === 12 - WAITING_CALLS, WAIT_MS);
  goOn();
  const ended = await Promise.allSettled(calls);
  const answered = ended.filter((one) => one.status === 'fulfilled').map(({ value }) => value);
  expect(answered).toHaveLength(WAITING_CALLS);
  for (const { message, answer: given } of answered) expect(given?.inReplyTo).toBe(message.id);
  for (const one of ended)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'request.rate_limited' });
  const { items } = await listMessages(visitor, undefined);
  expect(items).toHaveLength(2 * WAITING_CALLS);
  // Their places are free again.
  expect((await sendMessage(deps, visitor, send('Hi'), call())).answer).not.toBeNull();
});

test('the place of a call whose function was killed is free again after a while', async () => {
  const visitor = await newVisitor();
  for (let n = 0; n < WAITING_CALLS; n += 1) await takeWaitingPlace(clock, visitor, `killed ${n}`);
  await expect(takeWaitingPlace(clock, visitor, 'next')).rejects.toMatchObject({
    code: 'request.rate_limited',
  });
  const later = () => new Date(Date.now() + 31_000);
  await (await takeWaitingPlace(later, visitor, 'next')).release();
});

test("another conversation's message is no place to read from", async () => {
  const visitor = await newVisitor();
  for (const after of ['other-000001', `${visitor.conversationId}-ü`, '~'])
    await expect(listMessages(visitor, after)).rejects.toMatchObject({ code: 'request.invalid' });
});

test('a visitor opens the originals that her answers cite, and no others', async () => {
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
    await expect(openSource(clock, visitor, DocumentId.parse(id))).rejects.toMatchObject({
      code: 'source.not_found',
    });
  await expect(openSource(clock, await newVisitor(), DocumentId.parse('cited'))).rejects.toMatchObject({
    code: 'source.not_found',
  });
});
