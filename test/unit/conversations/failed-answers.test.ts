import { afterAll, beforeAll, expect, test } from 'vitest';
import { acceptMessage } from '../../../functions/core/conversations/accept-message';
import { answerConversation } from '../../../functions/core/conversations/answer-conversation';
import { answerFailedMessage, FailedAnswer } from '../../../functions/core/conversations/failed-answers';
import { acquireLease } from '../../../functions/core/conversations/lease';
import { type ConversationRef, messagesAfter } from '../../../functions/core/conversations/messages';
import { startLocalTable } from '../../helpers/local-table';
import { answererOf, clock, depsOf, recordingSockets, runOf, send, startConversation } from './setup';

let table: { close(): Promise<void> };
beforeAll(async () => {
  table = await startLocalTable();
});
afterAll(() => table.close());

/** As Lambda's failure destination writes it. */
function failureOf({ accountId, conversationId }: ConversationRef, messageId: string): FailedAnswer {
  return FailedAnswer.parse({
    version: '1.0',
    timestamp: '2030-01-01T00:00:00.000Z',
    requestContext: { requestId: 'dead', functionArn: 'arn', condition: 'RetriesExhausted' },
    requestPayload: { accountId, conversationId, messageId },
  });
}

const delivery = (receiveCount: number) => ({
  requestId: 'consumer',
  receiveCount,
  remainingTime: () => 60_000,
});

test('a message whose function was killed is answered with quotes, without waiting for the dead lease', async () => {
  const ref = await startConversation();
  const { messageId } = await acceptMessage(clock, ref, send('Hi'));
  const dead = await acquireLease(clock, ref, { owner: 'dead' });
  const { sockets, events } = recordingSockets();
  await answerFailedMessage(depsOf(sockets), failureOf(ref, messageId), delivery(1));
  expect(events('answer.done')).toMatchObject([{ event: { kind: 'quoted', inReplyTo: messageId } }]);
  await dead?.release();
});

test('a second delivery says the same answer again and stores none', async () => {
  const ref = await startConversation();
  const { messageId } = await acceptMessage(clock, ref, send('Hi'));
  const { sockets, events } = recordingSockets();
  for (const n of [1, 2]) await answerFailedMessage(depsOf(sockets), failureOf(ref, messageId), delivery(n));
  const ids = events('answer.done').map(({ event }) => 'message' in event && event.message.id);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  expect(await messagesAfter(ref, messageId)).toHaveLength(1);
});

test('an answer that was stored but not told is told', async () => {
  const ref = await startConversation();
  const { messageId } = await acceptMessage(clock, ref, send('Hi'));
  await answerConversation(depsOf(recordingSockets().sockets), ref, runOf());
  const { sockets, events } = recordingSockets();
  await answerFailedMessage(depsOf(sockets), failureOf(ref, messageId), delivery(1));
  expect(events('answer.done')).toMatchObject([{ event: { kind: 'generated', inReplyTo: messageId } }]);
});

test('while a living function answers, the delivery is repeated', async () => {
  const ref = await startConversation();
  const { messageId } = await acceptMessage(clock, ref, send('Hi'));
  const living = await acquireLease(clock, ref, { owner: 'living' });
  const { sockets, said } = recordingSockets();
  await expect(answerFailedMessage(depsOf(sockets), failureOf(ref, messageId), delivery(1))).rejects.toThrow(
    'Another function',
  );
  expect(said).toEqual([]);
  await living?.release();
});

test('when even quotes fail the third time, the visitor hears that there is no answer, and the next one works', async () => {
  const ref = await startConversation();
  const { messageId } = await acceptMessage(clock, ref, send('Hi'));
  const { sockets, events } = recordingSockets();
  const broken = answererOf({ quote: () => Promise.reject(new Error('The index is unreachable.')) });
  const attempt = (n: number) =>
    answerFailedMessage(depsOf(sockets, broken), failureOf(ref, messageId), delivery(n));
  await expect(attempt(1)).rejects.toThrow('unreachable');
  expect(events('answer.failed')).toEqual([]);
  await attempt(3);
  expect(events('answer.failed')).toMatchObject([{ event: { inReplyTo: messageId, code: 'server.failed' } }]);

  await acceptMessage(clock, ref, send('again'));
  await answerConversation(depsOf(sockets), ref, runOf());
  expect((await messagesAfter(ref, messageId)).map(({ text }) => text)).toEqual(['again', 'answer to again']);
});

test('the failure of a conversation that was deleted ends there', async () => {
  const ref = { ...(await startConversation()), conversationId: 'gone' as ConversationRef['conversationId'] };
  const { sockets, said } = recordingSockets();
  await answerFailedMessage(depsOf(sockets), failureOf(ref, 'gone-000001'), delivery(1));
  expect(said).toEqual([]);
});
