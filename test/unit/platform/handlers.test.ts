import type { Context, DynamoDBStreamEvent, SQSEvent } from 'aws-lambda';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { ParleyError } from '#platform/errors';
import { logger } from '#platform/logger';
import { queueHandler } from '#platform/queue-handler';
import { socketHandler } from '#platform/socket-handler';
import { streamHandler, type TableChange } from '#platform/stream-handler';

const context = { awsRequestId: 'r1', getRemainingTimeInMillis: () => 9_000 } as Context;

const queueOf = (...bodies: string[]) =>
  ({
    Records: bodies.map((body, n) => ({
      messageId: `m${n}`,
      body,
      attributes: { ApproximateReceiveCount: '2' },
      eventSource: 'aws:sqs',
    })),
  }) as unknown as SQSEvent;

const Job = z.object({ n: z.number() });

test('of a batch only what failed, or could not be read, is delivered again', async () => {
  const handled: number[] = [];
  const handler = queueHandler(Job, async ({ n }, { messageId, receiveCount, requestId }) => {
    expect({ messageId, receiveCount, requestId }).toEqual({
      messageId: `m${n}`,
      receiveCount: 2,
      requestId: 'r1',
    });
    if (n === 1) throw new Error('no');
    handled.push(n);
  });
  const result = await handler(queueOf('{"n":0}', '{"n":1}', '{"n":"2"}', '{', '{"n":4}'), context);
  expect(handled).toEqual([0, 4]);
  expect(result.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort()).toEqual([
    'm1',
    'm2',
    'm3',
  ]);
});

test('a batch that failed as a whole fails message by message', async () => {
  const handler = queueHandler(Job, () => Promise.reject(new Error('no')));
  expect((await handler(queueOf('{"n":0}'), context)).batchItemFailures).toEqual([{ itemIdentifier: 'm0' }]);
});

const streamOf = (...sequence: string[]) =>
  ({
    Records: sequence.map((SequenceNumber, n) => ({
      userIdentity: n === 1 ? { principalId: 'dynamodb.amazonaws.com', type: 'Service' } : undefined,
      dynamodb: {
        SequenceNumber,
        ApproximateCreationDateTime: 1_900_000_000,
        Keys: { pk: { S: 'p' }, sk: { S: SequenceNumber } },
        NewImage: { pk: { S: 'p' }, sk: { S: SequenceNumber }, n: { N: '1' } },
      },
    })),
  }) as unknown as DynamoDBStreamEvent;

test('changes of the table are handled in order, as plain values', async () => {
  const changes: TableChange[] = [];
  const end = vi.fn(async () => expect(changes).toHaveLength(2));
  const begin = () => ({ handle: async (change: TableChange) => changes.push(change), end });
  await streamHandler(begin)(streamOf('1', '2'), context);
  expect(end).toHaveBeenCalledTimes(1);
  const at = new Date(1_900_000_000_000);
  expect(changes).toEqual([
    { pk: 'p', sk: '1', before: null, after: { pk: 'p', sk: '1', n: 1 }, expired: false, at },
    { pk: 'p', sk: '2', before: null, after: { pk: 'p', sk: '2', n: 1 }, expired: true, at },
  ]);
});

test('at the first change that fails the shard is taken up again, and none overtakes it', async () => {
  const handle = vi.fn(async ({ sk }: TableChange) => {
    if (sk === '2') throw new Error('no');
  });
  const end = vi.fn(async () => {});
  expect(await streamHandler(() => ({ handle, end }))(streamOf('1', '2', '3'), context)).toEqual({
    batchItemFailures: [{ itemIdentifier: '2' }],
  });
  expect(handle).toHaveBeenCalledTimes(2);
  // What was handled before it is done with, too.
  expect(end).toHaveBeenCalledTimes(1);
});

test('what a socket route throws is its status, and headers are found by any case', async () => {
  const event = {
    requestContext: { connectionId: 'c', routeKey: '$connect' },
    headers: { 'X-Parley-Origin-Secret': 's' },
    queryStringParameters: { ticket: 't' },
  };
  const handler = socketHandler(async ({ connectionId, headers, query }) => {
    expect([connectionId, headers['x-parley-origin-secret'], query.ticket]).toEqual(['c', 's', 't']);
    throw new ParleyError('auth.expired');
  });
  expect(await handler(event, context)).toEqual({ statusCode: 401 });
  expect(await socketHandler(async () => {})(event, context)).toEqual({ statusCode: 200 });
  expect(await socketHandler(() => Promise.reject(new Error('no')))(event, context)).toEqual({
    statusCode: 500,
  });
});

test('what failed says whose it was, and nothing else of it', async () => {
  const error = vi.spyOn(logger, 'error').mockImplementation(() => {});
  const ids = { accountId: 'a1', botId: 'b1', conversationId: 'c1' };
  const failing = () => Promise.reject(new Error('no'));
  const body = JSON.stringify({ ...ids, text: 'My secret' });
  await queueHandler(z.looseObject({}), failing)(queueOf(body, '{'), context);
  const image = Object.fromEntries(
    Object.entries({ ...ids, pk: 'p', sk: '1', text: 'My secret' }).map(([name, S]) => [name, { S }]),
  );
  const change = {
    dynamodb: { SequenceNumber: '1', Keys: { pk: { S: 'p' }, sk: { S: '1' } }, OldImage: image },
  };
  const end = async () => {};
  await streamHandler(() => ({ handle: failing, end }))(
    { Records: [change] } as unknown as DynamoDBStreamEvent,
    context,
  );
  const lines = error.mock.calls.map(([, line]) => line);
  const failed = { error: expect.any(Error) };
  expect(lines).toEqual([
    { messageId: 'm1', receiveCount: 2, ...failed },
    { ...ids, messageId: 'm0', receiveCount: 2, ...failed },
    { ...ids, sequenceNumber: '1', ...failed },
  ]);
  error.mockRestore();
});

test('an invocation’s lines are not about what the one before was', async () => {
  const lines: object[] = [];
  const log = vi.spyOn(logger as unknown as Printing, 'printLog').mockImplementation((_, item) => {
    lines.push(item.getAttributes());
  });
  logger.setLogLevel('INFO');
  const event = { requestContext: { connectionId: 'c', routeKey: '$default' } };
  await socketHandler(async () => logger.appendKeys({ conversationId: 'c1' }))(event, context);
  await socketHandler(async () => logger.info('Said.'))(event, { ...context, awsRequestId: 'r2' });
  logger.setLogLevel('SILENT');
  log.mockRestore();
  expect(lines).toEqual([expect.objectContaining({ message: 'Said.', function_request_id: 'r2' })]);
  expect(lines[0]).not.toHaveProperty('conversationId');
});

interface Printing {
  printLog(level: number, item: { getAttributes(): object }): void;
}
