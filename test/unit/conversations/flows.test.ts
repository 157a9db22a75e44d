import { randomUUID } from 'node:crypto';
import { PutItemCommand, UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, test, vi } from 'vitest';
import { WidgetId } from '#contract/base/ids';
import { botDefaults } from '#contract/bots/bot-config';
import { type DataField, Flow, type FlowStep } from '#contract/bots/flow';
import type { SendMessage } from '#contract/conversations/widget';
import { BotEntity, replaced, WidgetEntity } from '#core/bots/entity';
import { BotIdentityEntity, visitorHash } from '#core/bots/identity';
import { acceptMessage } from '#core/conversations/accept-message';
import { answerConversation } from '#core/conversations/answer-conversation';
import { describeVisitor } from '#core/conversations/describe-visitor';
import { takeTurn } from '#core/conversations/flow-turn';
import { findMessage, loadConversation, messagesAfter, toMessage } from '#core/conversations/messages';
import { openSession } from '#core/conversations/open-session';
import { type Visitor, verifyVisitorToken } from '#platform/visitor-token';
import { withLocalTable } from '#test/helpers/local-table';
import { answererOf, clock, depsOf, recordingSockets, runOf, send, startConversation } from './setup';

withLocalTable();

const deps = { clock, socketUrl: 'wss://app.example.com/socket', appOrigin: 'https://app.example.com' };
const from = { site: 'https://shop.example.com', address: '192.0.2.1' };

const field = (key: string, type: DataField['type'], own: Partial<DataField> = {}): DataField => ({
  key,
  label: key.toUpperCase(),
  type,
  required: true,
  options: [],
  min: null,
  max: null,
  ...own,
});
const place = { x: 0, y: 0 };
const question = (id: string, text: string, asked: DataField): FlowStep => ({
  id,
  type: 'question',
  place,
  text,
  field: asked,
});
const message = (id: string, text: string, answers = false): FlowStep => ({
  id,
  type: 'message',
  place,
  text,
  answers,
});
const flowOf = (...steps: FlowStep[]): Flow =>
  Flow.parse({
    start: steps[0]?.id ?? null,
    steps,
    edges: steps.slice(1).map((step, index) => ({ from: steps[index]?.id, to: step.id, branch: 'next' })),
  });

const LEAD = flowOf(
  message('hi', 'Welcome.'),
  question('who', 'What is your name?', field('name', 'text')),
  question('mail', 'And your e-mail, {name}?', field('email', 'email')),
  message('ask', 'Ask me anything, then go on.', true),
  question('size', 'Which size?', field('size', 'select', { options: ['S', 'M'] })),
);

async function publish(flow: Flow | null) {
  const { accountId, botId } = await startConversation();
  const widgetId = WidgetId.parse(randomUUID().slice(0, 8));
  const config = { ...botDefaults('en'), flow };
  await BotEntity.build(UpdateItemCommand)
    .item({ accountId, botId, widgetId, publication: replaced({ number: 1, config }) })
    .send();
  await WidgetEntity.build(PutItemCommand).item({ widgetId, accountId, botId }).send();
  return { accountId, botId, widgetId };
}

async function open(widgetId: WidgetId) {
  const grant = await openSession(deps, widgetId, {}, from);
  return { grant, visitor: await verifyVisitorToken(clock, grant.token) };
}

async function say(visitor: Visitor, text: string, more: Partial<SendMessage> = {}) {
  const asked = await acceptMessage(clock, visitor, { ...send(text), ...more });
  const { sockets, events } = recordingSockets();
  await answerConversation(depsOf(sockets), visitor, runOf());
  const answer = (await messagesAfter(visitor, asked.messageId)).map(toMessage).at(-1);
  return { asked, answer, deltas: events('answer.delta') };
}

test('a conversation begins with what its flow says, stored as its first message', async () => {
  const { widgetId } = await publish(LEAD);
  const { grant, visitor } = await open(widgetId);
  expect(grant.messages).toMatchObject([
    {
      author: 'bot',
      kind: 'guided',
      text: 'Welcome.\n\nWhat is your name?',
      prompt: { type: 'field', field: { key: 'name' } },
    },
  ]);
  expect(await loadConversation(visitor)).toMatchObject({
    lastSequence: 1,
    lastMessage: { author: 'bot' },
    flowState: { at: 'who', data: {} },
  });
  // Taken up again it says nothing twice.
  const again = await openSession(deps, widgetId, { token: grant.token }, from);
  expect(again.messages).toEqual(grant.messages);
});

test('what is opened without a word goes by itself after a while, with what the flow says; with a word it stays', async () => {
  const { widgetId } = await publish(LEAD);
  const { grant, visitor } = await open(widgetId);
  const greeting = async () => (await findMessage(visitor, grant.messages[0]?.id ?? ''))?.expiresAt;
  const { expiresAt = 0, startedAt } = await loadConversation(visitor);
  expect(expiresAt - Date.parse(startedAt) / 1_000).toBeCloseTo(7 * 86_400, -1);
  // It outlives its conversation: who speaks at the last moment still finds what they answer to.
  expect(await greeting()).toBeGreaterThan(expiresAt);
  await say(visitor, 'Ada');
  expect((await loadConversation(visitor)).expiresAt).toBeUndefined();
  expect(await greeting()).toBeUndefined();
  expect((await messagesAfter(visitor, undefined)).map(({ author }) => author)).toEqual([
    'bot',
    'visitor',
    'bot',
  ]);
});

test('a flow asks, checks, keeps what it collects, answers questions in between, and goes on when told to', async () => {
  const { widgetId } = await publish(LEAD);
  const { visitor } = await open(widgetId);
  expect((await say(visitor, 'Ada')).answer).toMatchObject({
    kind: 'guided',
    text: 'And your e-mail, Ada?',
    prompt: { field: { type: 'email' } },
  });

  const invalid = await say(visitor, 'nowhere');
  expect(invalid.answer).toMatchObject({ kind: 'guided', prompt: { field: { key: 'email' } } });
  expect(invalid.answer?.text).toContain('e-mail');

  // The knowledge's answer first, then the question again, in the same message.
  const between = await say(visitor, 'Why do you ask?');
  expect(between.answer).toMatchObject({
    kind: 'generated',
    text: 'answer to Why do you ask?\n\nAnd your e-mail, Ada?',
    prompt: { field: { key: 'email' } },
  });

  expect((await say(visitor, 'ada@example.com')).answer).toMatchObject({
    text: 'Ask me anything, then go on.',
    prompt: { type: 'continue' },
  });
  expect(await loadConversation(visitor)).toMatchObject({
    providedContact: true,
    visitorName: 'Ada',
    visitorEmail: 'ada@example.com',
    collected: [
      { key: 'name', label: 'NAME', type: 'text', value: 'Ada' },
      { key: 'email', label: 'EMAIL', type: 'email', value: 'ada@example.com' },
    ],
  });
  expect((await say(visitor, 'Do you ship?')).answer).toMatchObject({
    text: 'answer to Do you ship?',
    prompt: { type: 'continue' },
  });
  expect((await say(visitor, 'Go on', { reply: { kind: 'continue' } })).answer).toMatchObject({
    kind: 'guided',
    text: 'Which size?',
    prompt: { field: { options: ['S', 'M'] } },
  });
  expect((await say(visitor, 'M', { reply: { kind: 'choices', choices: ['M'] } })).answer).toMatchObject({
    kind: 'guided',
    prompt: null,
  });
  const { flowState, collected } = await loadConversation(visitor);
  expect(flowState).toEqual({
    at: null,
    data: { name: 'Ada', email: 'ada@example.com', size: 'M' },
    path: ['who', 'mail', 'ask', 'size', 'end'],
  });
  expect(collected?.map(({ key, value }) => [key, value])).toEqual([
    ['name', 'Ada'],
    ['email', 'ada@example.com'],
    ['size', 'M'],
  ]);
  expect((await say(visitor, 'Thanks')).answer).toMatchObject({ kind: 'generated', prompt: null });
});

test('a flow goes on where the model does not answer, and where its conversation was silent for long', async () => {
  const { widgetId } = await publish(LEAD);
  const { grant, visitor } = await open(widgetId);
  await acceptMessage(clock, visitor, send('Ada'));
  await acceptMessage(clock, visitor, send('Do you ship?'));
  const { sockets } = recordingSockets();
  await answerConversation(depsOf(sockets), visitor, { ...runOf(), mode: 'quote' });
  // Longer than the session's timeout, which is the widget's to offer a new beginning.
  const later = () => new Date(Date.now() + 3 * 60 * 60 * 1_000);
  const { conversationId, messages } = await openSession(
    { ...deps, clock: later },
    widgetId,
    { token: grant.token },
    from,
  );
  expect(conversationId).toBe(grant.conversationId);
  expect(messages.at(-1)).toMatchObject({
    kind: 'quoted',
    text: 'quotes for Do you ship?\n\nAnd your e-mail, Ada?',
    prompt: { field: { key: 'email' } },
  });
  // A prompt of another time is none, and takes nothing else with it.
  const last = await messagesAfter(visitor, messages.at(-2)?.id);
  expect(toMessage({ ...last[0], prompt: '{"type":"former"}' } as never)).toMatchObject({
    prompt: null,
    kind: 'quoted',
  });
});

test('neither names nor addresses of a flow are told to the model', async () => {
  const { widgetId } = await publish(LEAD);
  const { visitor } = await open(widgetId);
  await say(visitor, 'Ada');
  await say(visitor, 'ada@example.com');
  await say(visitor, 'Do you ship?');
  const told = vi.fn();
  await acceptMessage(clock, visitor, send('And to Austria?'));
  const asking = answererOf({
    answer: async ({ history }) => {
      told(history.map(({ text }) => text));
      return { text: 'Yes', kind: 'generated', citations: [] };
    },
  });
  await answerConversation(depsOf(recordingSockets().sockets, asking), visitor, runOf());
  expect(told).toHaveBeenCalledWith(['Do you ship?', 'answer to Do you ship?']);
});

test('a message that is sent again, or answered by two functions, moves the flow once', async () => {
  const { widgetId } = await publish(LEAD);
  const { visitor } = await open(widgetId);
  const input = send('Ada');
  await Promise.all([acceptMessage(clock, visitor, input), acceptMessage(clock, visitor, input)]);
  const { sockets } = recordingSockets();
  await Promise.all([1, 2, 3].map(() => answerConversation(depsOf(sockets), visitor, runOf())));
  const stored = await messagesAfter(visitor, undefined);
  expect(stored.map(({ author }) => author)).toEqual(['bot', 'visitor', 'bot']);
  expect((await loadConversation(visitor)).flowState).toEqual({
    at: 'mail',
    data: { name: 'Ada' },
    path: ['who', 'mail'],
  });
});

test.each([
  ['was taken away', null],
  ['has other steps', flowOf(question('other', 'Other?', field('other', 'text')))],
  ['does not run any more', { start: null, steps: [], edges: [] } satisfies Flow],
])('a flow that %s while a conversation is in it leaves the answers to the documents', async (_, next) => {
  const { accountId, botId, widgetId } = await publish(LEAD);
  const { visitor } = await open(widgetId);
  const config = { ...botDefaults('en'), flow: next };
  await BotEntity.build(UpdateItemCommand)
    .item({ accountId, botId, publication: replaced({ number: 2, config }) })
    .send();
  expect((await say(visitor, 'Do you ship')).answer).toMatchObject({
    kind: 'generated',
    text: 'answer to Do you ship',
    prompt: null,
  });
});

test('a bot whose flow does not run begins without one', async () => {
  const broken = { ...LEAD, start: null };
  const { widgetId } = await publish(broken);
  const { grant, visitor } = await open(widgetId);
  expect(grant.messages).toEqual([]);
  expect((await say(visitor, 'Hello there')).answer).toMatchObject({ kind: 'generated' });
});

const CONTACT = flowOf(
  question('file', 'Your file?', field('cv', 'file')),
  question('note', 'A note?', field('note', 'text', { required: false })),
);
const NAMED = flowOf(question('who', 'Your name?', field('name', 'text')));
const turn = (state: { at: string | null }, asked: Parameters<typeof takeTurn>[2]) =>
  takeTurn({ flow: CONTACT, language: 'en' }, { flowState: { ...state, data: {} } }, asked);
const FILE = { id: 'a', name: 'cv.pdf', size: 10, type: 'application/pdf' };

test('a file answers the question for one; elsewhere what is written with it counts, and its arrival is confirmed', () => {
  expect(turn({ at: 'file' }, { text: 'my CV', attachment: FILE }).changes).toMatchObject({
    flowState: { at: 'note', data: { cv: 'cv.pdf' } },
    collected: [{ key: 'cv', type: 'file', value: 'cv.pdf', attachmentId: FILE.id }],
  });
  expect(turn({ at: 'note' }, { text: 'see there', attachment: FILE }).changes).toMatchObject({
    flowState: { at: null, data: { note: 'see there' } },
  });
  // Where words are waited for it has arrived all the same.
  expect(
    takeTurn(
      { flow: NAMED, language: 'en' },
      { flowState: { at: 'who', data: {} } },
      { text: 'cv.pdf', attachment: FILE },
    ),
  ).toMatchObject({
    text: expect.stringMatching(/arrived[\s\S]*\S/),
    prompt: { type: 'field', field: { key: 'name' } },
    changes: { flowState: { at: 'who' } },
  });
  expect(turn({ at: null }, { text: 'cv.pdf', attachment: FILE })).toMatchObject({
    question: null,
    text: expect.stringContaining('arrived'),
  });
  expect(turn({ at: null }, { text: 'What about this?', attachment: FILE })).toMatchObject({
    question: 'What about this?',
  });
});

test('what was skipped is not collected, and the end of a flow without a word of its own is said', () => {
  const skipped = turn({ at: 'note' }, { text: 'Skip', reply: { kind: 'skip' } });
  expect(skipped).toMatchObject({ question: null, text: expect.stringContaining('else'), prompt: null });
  expect(skipped.changes.collected).toBeUndefined();
});

test('a visitor is the user that their website vouches for, and nobody else', async () => {
  const { accountId, botId, widgetId } = await publish(null);
  await BotIdentityEntity.build(PutItemCommand)
    .item({ accountId, botId, secret: 's3cret', createdAt: clock().toISOString() })
    .send();
  const identity = {
    userId: 'u1',
    hash: visitorHash('s3cret', 'u1'),
    name: 'Ada',
    email: 'ada@example.com',
  };
  const { visitor } = await open(widgetId);
  const forged = { ...identity, hash: visitorHash('guessed', 'u1') };
  expect(await describeVisitor(clock, visitor, { identity: forged, variables: { plan: 'pro' } })).toEqual({
    identified: false,
  });
  expect(await loadConversation(visitor)).toMatchObject({ variables: { plan: 'pro' } });
  expect((await loadConversation(visitor)).visitorName).toBeUndefined();

  // At once, from two of its tabs: neither undoes the other.
  const [one] = await Promise.all([
    describeVisitor(clock, visitor, { identity }),
    describeVisitor(clock, visitor, { variables: { basket: '3' } }),
  ]);
  expect(one).toEqual({ identified: true });
  expect(await loadConversation(visitor)).toMatchObject({
    visitorUserId: 'u1',
    visitorName: 'Ada',
    visitorEmail: 'ada@example.com',
    variables: { plan: 'pro', basket: '3' },
  });

  // Also where they are known from the beginning, and when they come back.
  const known = await openSession(deps, widgetId, { identity, variables: { a: '1' } }, from);
  const begun = await verifyVisitorToken(clock, known.token);
  await openSession(deps, widgetId, { token: known.token, variables: { b: '2' } }, from);
  expect(await loadConversation(begun)).toMatchObject({
    visitorUserId: 'u1',
    variables: { a: '1', b: '2' },
  });
});
