import { PutItemCommand } from 'dynamodb-toolbox';
import { expect, test, vi } from 'vitest';
import { messageIdOf } from '#contract/base/message-ids';
import { MessagesQuery } from '#contract/conversations/messages-query';
import { acceptMessage } from '#core/conversations/accept-message';
import { answerConversation } from '#core/conversations/answer-conversation';
import { MessageEntity } from '#core/conversations/entity';
import { acquireLease } from '#core/conversations/lease';
import { sendMessage } from '#core/conversations/send-message';
import { listMessages } from '#core/conversations/visitor-reads';
import { takeWaitingPlace, WAITING_CALLS } from '#core/conversations/waiting-calls';
import { WAIT_MS } from '#test/helpers/patience';
import { expectRefusal } from '#test/helpers/refusal';
import { call, newVisitor, prepareSessions, sendDeps } from './sessions-setup';
import { answer, answererOf, clock, runOf, send } from './setup';

prepareSessions();

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
  await vi.waitUntil(async () => (await listMessages(visitor, {})).items.length > 0, WAIT_MS);
  const both = await Promise.all([first, sendMessage(sendDeps(quick), visitor, input, call())]);
  expect(new Set(both.map(({ answer: given }) => given?.id)).size).toBe(1);
  expect((await listMessages(visitor, {})).items).toHaveLength(2);
});

test('an answer that is not there in time is null, is left to the answer function, and comes by asking', async () => {
  const visitor = await newVisitor();
  const lease = await acquireLease(clock, visitor, { owner: 'other' });
  const deps = sendDeps();
  const late = { requestId: 'late', remainingTime: () => 4_900 };
  const sent = await sendMessage(deps, visitor, send('Hi'), late);
  expect(sent.answer).toBeNull();
  const { accountId, conversationId } = visitor;
  expect(deps.started).toMatchObject([{ accountId, conversationId, messageId: sent.message.id }]);
  await lease?.release();
  await answerConversation(deps, deps.started[0] ?? visitor, runOf());
  const { items } = await listMessages(visitor, { after: sent.message.id });
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
  const { items } = await listMessages(visitor, {});
  expect(items).toHaveLength(2 * WAITING_CALLS);
  // Their places are free again.
  expect((await sendMessage(deps, visitor, send('Hi'), call())).answer).not.toBeNull();
});

test('the place of a call whose function was killed is free again after a while', async () => {
  const visitor = await newVisitor();
  for (let n = 0; n < WAITING_CALLS; n += 1) await takeWaitingPlace(clock, visitor, `killed ${n}`);
  await expectRefusal(takeWaitingPlace(clock, visitor, 'next'), 'request.rate_limited');
  const later = () => new Date(Date.now() + 31_000);
  await (await takeWaitingPlace(later, visitor, 'next')).release();
});

test("another conversation's message is no place to read from", async () => {
  const visitor = await newVisitor();
  for (const after of ['other-000001', `${visitor.conversationId}-ü`, '~'])
    await expectRefusal(listMessages(visitor, { after }), 'request.invalid');
});

test('messages before one are read from the newest of them on, a hundred at most', async () => {
  const visitor = await newVisitor();
  const ids = Array.from({ length: 130 }, (_, place) => messageIdOf(visitor.conversationId, place + 1));
  for (const messageId of ids)
    await MessageEntity.build(PutItemCommand)
      .item({ ...visitor, messageId, author: 'agent', text: messageId, createdAt: clock().toISOString() })
      .send();
  const before = async (id?: string) =>
    (await listMessages(visitor, { before: id })).items.map((message) => message.id);
  expect(await before(ids[125])).toEqual(ids.slice(25, 125));
  expect(await before(ids[25])).toEqual(ids.slice(0, 25));
  expect(await before(ids[0])).toEqual([]);
  await expectRefusal(before('another-000001'), 'request.invalid');
  expect(MessagesQuery.safeParse({ before: ids[1], after: ids[1] }).success).toBe(false);
});
