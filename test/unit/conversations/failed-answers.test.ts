import { expect, test, vi } from 'vitest';
import { acceptMessage } from '#core/conversations/accept-message';
import { answerConversation } from '#core/conversations/answer-conversation';
import { answerFailedMessage, FailedAnswer } from '#core/conversations/failed-answers';
import { acquireLease } from '#core/conversations/lease';
import { type ConversationRef, messagesAfter } from '#core/conversations/messages';
import { withLocalTable } from '#test/helpers/local-table';
import { answererOf, clock, depsOf, recordingSockets, runOf, send, startConversation } from './setup';

withLocalTable();

/** As Lambda's failure destination writes it. */
function failureOf({ accountId, conversationId }: ConversationRef, messageId: string): FailedAnswer {
  return FailedAnswer.parse({
    version: '1.0',
    timestamp: '2030-01-01T00:00:00.000Z',
    requestContext: { requestId: 'dead', functionArn: 'arn', condition: 'RetriesExhausted' },
    requestPayload: { accountId, conversationId, messageId },
  });
}

const delivery = { requestId: 'consumer', remainingTime: () => 60_000 };

const sleep = async () => {};

/** A message that a function was asked to answer, and what the consumer of its failure makes of it. */
async function unanswered() {
  const ref = await startConversation();
  const { messageId } = await acceptMessage(clock, ref, send('Hi'));
  const { sockets, ...told } = recordingSockets();
  const consume = (answerer = answererOf(), pause: () => Promise<unknown> = sleep) =>
    answerFailedMessage({ ...depsOf(sockets, answerer), sleep: pause }, failureOf(ref, messageId), delivery);
  return { ref, messageId, sockets, consume, ...told };
}

test('a message whose function was killed is answered with quotes, without waiting for the dead lease', async () => {
  const { ref, messageId, consume, events } = await unanswered();
  const dead = await acquireLease(clock, ref, { owner: 'dead' });
  await consume();
  expect(events('answer.done')).toMatchObject([{ event: { kind: 'quoted', inReplyTo: messageId } }]);
  await dead?.release();
});

test('a second delivery says the same answer again and stores none', async () => {
  const { ref, messageId, consume, events } = await unanswered();
  for (const _ of [1, 2]) await consume();
  const ids = events('answer.done').map(({ event }) => 'message' in event && event.message.id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(await messagesAfter(ref, messageId)).toHaveLength(1);
});

test('an answer that was stored but not told is told', async () => {
  const { ref, messageId, consume, events } = await unanswered();
  await answerConversation(depsOf(recordingSockets().sockets), ref, runOf());
  await consume();
  expect(events('answer.done')).toMatchObject([{ event: { kind: 'generated', inReplyTo: messageId } }]);
});

test('while a living function answers it is waited for, and at last the delivery is repeated', async () => {
  const { ref, consume, said } = await unanswered();
  const living = await acquireLease(clock, ref, { owner: 'living' });
  await expect(consume()).rejects.toThrow('Another function');
  expect(said).toEqual([]);
  await living?.release();
});

test('a living function that ends meanwhile leaves the message to the consumer', async () => {
  const { ref, consume, events } = await unanswered();
  const living = await acquireLease(clock, ref, { owner: 'living' });
  await consume(answererOf(), async () => living?.release());
  expect(events('answer.done')).toMatchObject([{ event: { kind: 'quoted' } }]);
});

test('when quotes fail again and again the visitor hears that there is no answer, and the next one works', async () => {
  const { ref, messageId, sockets, consume, events } = await unanswered();
  const quote = vi.fn(() => Promise.reject(new Error('The index is unreachable.')));
  await consume(answererOf({ quote }));
  expect(quote).toHaveBeenCalledTimes(3);
  expect(events('answer.failed')).toMatchObject([{ event: { inReplyTo: messageId, code: 'server.failed' } }]);

  await acceptMessage(clock, ref, send('again'));
  await answerConversation(depsOf(sockets), ref, runOf());
  expect((await messagesAfter(ref, messageId)).map(({ text }) => text)).toEqual(['again', 'answer to again']);
});

test('quotes that fail once are tried again', async () => {
  const { consume, events } = await unanswered();
  const quote = vi.fn(answererOf().quote).mockRejectedValueOnce(new Error('The index is unreachable.'));
  await consume(answererOf({ quote }));
  expect(events('answer.failed')).toEqual([]);
  expect(events('answer.done')).toHaveLength(1);
});

test('the failure of a conversation that was deleted ends there', async () => {
  const ref = { ...(await startConversation()), conversationId: 'gone' as ConversationRef['conversationId'] };
  const { sockets, said } = recordingSockets();
  await answerFailedMessage({ ...depsOf(sockets), sleep }, failureOf(ref, 'gone-000001'), delivery);
  expect(said).toEqual([]);
});
