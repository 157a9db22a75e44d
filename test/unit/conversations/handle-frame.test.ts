import { randomUUID } from 'node:crypto';
import { UpdateItemCommand } from 'dynamodb-toolbox';
import { expect, test, vi } from 'vitest';
import { connect } from '#core/accounts/sockets/connections';
import { createTicket } from '#core/accounts/sockets/tickets';
import { answerConversation } from '#core/conversations/answer-conversation';
import { ConversationEntity } from '#core/conversations/entity';
import { handleFrame } from '#core/conversations/handle-frame';
import { type ConversationRef, loadConversation, messagesAfter } from '#core/conversations/messages';
import type { AnswerInvocation } from '#core/conversations/receive-message';
import { withLocalTable } from '#test/helpers/local-table';
import { enterAccount } from '../accounts/sockets/member';
import { clock, depsOf, recordingSockets, runOf, send, startConversation } from './setup';

withLocalTable();

async function open(
  ref: ConversationRef,
  audience: Parameters<typeof createTicket>[2] = { kind: 'visitor', conversationId: ref.conversationId },
): Promise<string> {
  const connectionId = randomUUID();
  const { ticket } = await createTicket({ clock, socketUrl: '' }, ref.accountId, audience);
  await connect(clock, { connectionId, ticket });
  return connectionId;
}

function received(
  startAnswer: (request: AnswerInvocation) => Promise<void> = async () => {},
  gone?: ReadonlySet<string>,
) {
  const recording = recordingSockets(gone);
  const started = vi.fn(startAnswer);
  const deps = { clock, sockets: recording.sockets, startAnswer: started };
  return {
    ...recording,
    started,
    frame: (connectionId: string, frame: unknown) =>
      handleFrame(deps, connectionId, typeof frame === 'string' ? frame : JSON.stringify(frame)),
  };
}

/** The function that has the turn: the first that was asked to answer. */
const ownerOf = ({ mock }: ReturnType<typeof received>['started']) =>
  mock.calls.find(([{ owner }]) => owner !== undefined)?.[0].owner;

const messageSend = (text: string) => ({ type: 'message.send', ...send(text) });

test('a message is stored, acknowledged to its sender, and handed to the answer function', async () => {
  const ref = await startConversation();
  const connectionId = await open(ref);
  const { frame, said, started } = received();
  const message = messageSend('What does it cost?');
  await frame(connectionId, message);
  const [stored] = await messagesAfter(ref, undefined);
  expect(said).toMatchObject([
    {
      to: connectionId,
      event: { type: 'message.accepted', id: message.id, message: { text: message.text } },
    },
  ]);
  expect(started).toHaveBeenCalledWith(
    expect.objectContaining({
      accountId: ref.accountId,
      conversationId: ref.conversationId,
      messageId: stored?.messageId,
    }),
  );
});

test('a resend gets the same acknowledgement again, and the answer when there is one', async () => {
  const ref = await startConversation();
  const connectionId = await open(ref);
  const { frame, said, events, started } = received();
  const message = messageSend('Hi');
  await frame(connectionId, message);
  await frame(connectionId, message);
  expect(said[1]).toEqual(said[0]);
  // Its function may have died without a trace, so that it is started again.
  expect(started).toHaveBeenCalledTimes(2);
  await answerConversation(depsOf(recordingSockets().sockets), ref, runOf(ownerOf(started)));
  await frame(connectionId, message);
  expect(started).toHaveBeenCalledTimes(2);
  expect(events('message.accepted')).toHaveLength(3);
  expect(events('answer.done')).toMatchObject([{ event: { message: { text: 'answer to Hi' } } }]);
});

test('a message is acknowledged only once its answer is asked for: a function that dies in between leaves it to be sent again', async () => {
  const ref = await startConversation();
  let saidBefore: unknown;
  const { frame, said, events } = received(async () => {
    saidBefore = [...said];
  });
  await frame(await open(ref), messageSend('Hi'));
  expect(saidBefore).toEqual([]);
  expect(events('message.accepted')).toHaveLength(1);
});

test('frames that come twice and out of their order are stored once each, and acknowledged as they were stored', async () => {
  const ref = await startConversation();
  const connectionId = await open(ref);
  const { frame, events, started } = received();
  const [first, second, third] = ['first', 'second', 'third'].map(messageSend);
  await Promise.all([second, first, second].map((message) => frame(connectionId, message)));
  await Promise.all([third, second, first].map((message) => frame(connectionId, message)));
  const stored = await messagesAfter(ref, undefined);
  expect(stored.map(({ text }) => text).sort()).toEqual(['first', 'second', 'third']);
  const idOf = new Map(stored.map(({ clientMessageId, messageId }) => [clientMessageId, messageId]));
  const acknowledged = events('message.accepted').map(({ event }) => event);
  expect(acknowledged).toHaveLength(6);
  for (const event of acknowledged)
    if (event.type === 'message.accepted') expect(event.message.id).toBe(idOf.get(event.id));
  await answerConversation(depsOf(recordingSockets().sockets), ref, runOf(ownerOf(started)));
  const answers = (await messagesAfter(ref, undefined)).filter(({ author }) => author === 'bot');
  expect(answers.map(({ inReplyTo }) => inReplyTo)).toEqual(stored.map(({ messageId }) => messageId));
});

test('a message whose socket has gone before it was acknowledged is stored, and the next socket hears of it', async () => {
  const ref = await startConversation();
  const gone = await open(ref);
  const message = messageSend('Hi');
  const { said, frame, started } = received(undefined, new Set([gone]));
  await frame(gone, message);
  expect(said).toEqual([]);
  await answerConversation(
    depsOf(recordingSockets(new Set(['visitor'])).sockets),
    ref,
    runOf(ownerOf(started)),
  );
  const next = await open(ref);
  await frame(next, message);
  expect(said.map(({ to, event }) => [to, event.type])).toEqual([
    [next, 'message.accepted'],
    [next, 'answer.done'],
  ]);
  expect(await messagesAfter(ref, undefined)).toHaveLength(2);
});

test('when the answer function can not be started, the visitor hears that there is no answer', async () => {
  const ref = await startConversation();
  const { frame, said, events } = received(() => Promise.reject(new Error('Too many requests')));
  await frame(await open(ref), messageSend('Hi'));
  expect(said[0]).toMatchObject({ event: { type: 'message.accepted' } });
  expect(events('message.accepted')).toHaveLength(1);
  expect(events('answer.failed')[0]).toMatchObject({ event: { code: 'server.unavailable' } });
});

test.each([
  ['no JSON', '{', 'request.invalid', undefined],
  ['an unknown type', { type: 'shout', id: 'message-1' }, 'request.invalid', 'message-1'],
  ['an empty message', { type: 'message.send', id: 'message-1', text: '  ' }, 'request.invalid', 'message-1'],
  ['an id that is none', { type: 'message.send', id: '#', text: 'x' }, 'request.invalid', undefined],
  [
    'a message that is too long',
    { type: 'message.send', id: 'message-1', text: 'x'.repeat(4_001) },
    'message.too_long',
    'message-1',
  ],
])(
  'a frame with %s gets an error event that names its message, and stores nothing',
  async (_, raw, code, id) => {
    const ref = await startConversation();
    const connectionId = await open(ref);
    const { frame, said } = received();
    await frame(connectionId, raw);
    expect(said).toEqual([{ to: connectionId, event: { type: 'error', code, ...(id && { id }) } }]);
    expect(await messagesAfter(ref, undefined)).toEqual([]);
  },
);

test('a ping is answered', async () => {
  const { frame, said } = received();
  await frame('anybody', { type: 'ping' });
  expect(said).toEqual([{ to: 'anybody', event: { type: 'pong' } }]);
});

test('a dashboard, or a socket that nobody knows, writes in no conversation', async () => {
  const ref = await startConversation();
  await enterAccount(ref.accountId, 'u');
  const dashboard = await open(ref, { kind: 'dashboard', userId: 'u', sessionId: 's', signedInAt: 1 });
  const { frame, events } = received();
  await frame(dashboard, messageSend('Hi'));
  await frame('unknown', messageSend('Hi'));
  expect(events('error').map(({ event }) => 'code' in event && event.code)).toEqual([
    'auth.forbidden',
    'auth.forbidden',
  ]);
  expect(await messagesAfter(ref, undefined)).toEqual([]);
});

test('what was read moves on and never back, and only in its own conversation', async () => {
  const ref = await startConversation();
  const connectionId = await open(ref);
  const { frame } = received();
  const read = (messageId: string) => frame(connectionId, { type: 'message.read', messageId });
  const id = (n: number) => `${ref.conversationId}-00000${n}`;
  const { accountId, conversationId } = ref;
  await ConversationEntity.build(UpdateItemCommand)
    .item({ accountId, conversationId, lastSequence: 2 })
    .send();
  await read(id(2));
  await read(id(1));
  await read('zzz-000009');
  // What is not there yet.
  await read(id(3));
  await read(`${ref.conversationId}-999999`);
  await read(`${ref.conversationId}-x`);
  expect((await loadConversation(ref)).readThrough).toBe(id(2));
});

test('a frame that names a message of another tenant’s conversation changes neither', async () => {
  const [ref, other] = [await startConversation(), await startConversation()];
  const connectionId = await open(ref);
  const { frame, said } = received();
  await received().frame(await open(other), messageSend('Of the other'));
  const [theirs] = await messagesAfter(other, undefined);
  await frame(connectionId, { type: 'message.read', messageId: theirs?.messageId });
  await frame(connectionId, { ...messageSend('Mine'), conversationId: other.conversationId });
  expect((await loadConversation(other)).readThrough).toBeUndefined();
  expect((await loadConversation(ref)).readThrough).toBeUndefined();
  expect(await messagesAfter(other, undefined)).toHaveLength(1);
  expect((await messagesAfter(ref, undefined)).map(({ text }) => text)).toEqual(['Mine']);
  expect(said.map(({ event }) => event.type)).toEqual(['message.accepted']);
});
