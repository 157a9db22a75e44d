import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  SendMessageBatchCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import {
  arn,
  bodies,
  counts,
  first,
  now,
  prepareSqs,
  receive,
  remove,
  send,
  served,
  setNow,
  sqs,
  thrown,
  url,
} from './sqs-setup';

prepareSqs();

describe('a message', () => {
  test('comes as it was sent, with its attributes and what SQS says of it', async () => {
    const MessageAttributes = {
      text: { DataType: 'String', StringValue: 'Grüße' },
      number: { DataType: 'Number.int', StringValue: '7' },
      bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([0, 255, 1]) },
    };
    // The client itself compares the hashes of what it sent and receives.
    const { MessageId } = await send('work', '{"a":"Grüße 🙂"}', {
      MessageAttributes,
      MessageGroupId: 'tenant',
      MessageSystemAttributes: { AWSTraceHeader: { DataType: 'String', StringValue: 'Root=1' } },
    });
    const [message] = await receive('work', {
      MessageAttributeNames: ['All'],
      MessageSystemAttributeNames: ['All'],
    });
    expect(message).toMatchObject({
      MessageId,
      Body: '{"a":"Grüße 🙂"}',
      MessageAttributes,
      Attributes: {
        ApproximateReceiveCount: '1',
        SentTimestamp: String(now),
        ApproximateFirstReceiveTimestamp: String(now),
        MessageGroupId: 'tenant',
        AWSTraceHeader: 'Root=1',
      },
    });
  });

  test('gives only the attributes that were asked for', async () => {
    const value = { DataType: 'String', StringValue: 'x' };
    await send('work', 'x', { MessageAttributes: { 'a.one': value, 'a.two': value, b: value } });
    const [message] = await receive('work', { MessageAttributeNames: ['a.*'] });
    expect(Object.keys(message?.MessageAttributes ?? {})).toEqual(['a.one', 'a.two']);
    expect(message?.Attributes).toBeUndefined();
  });

  test('is hidden while it is in work, comes again when its time is over, and is gone once deleted', async () => {
    await send('work', 'x');
    const once = first(await receive('work', { MessageSystemAttributeNames: ['All'] }));
    expect(await receive('work')).toEqual([]);
    expect(await counts('work')).toEqual([0, 1, 0]);
    setNow(now + 30_000);
    const again = first(await receive('work', { MessageSystemAttributeNames: ['All'] }));
    expect(again.MessageId).toBe(once.MessageId);
    expect(again.Attributes?.ApproximateReceiveCount).toBe('2');
    await remove('work', once);
    expect(await counts('work'), 'a stale receipt deletes nothing').toEqual([0, 1, 0]);
    await remove('work', again);
    expect(await counts('work')).toEqual([0, 0, 0]);
    await remove('work', again);
  });

  test('stays hidden longer or comes back at once as its receiver says', async () => {
    await send('work', 'x');
    const message = first(await receive('work'));
    const change = (VisibilityTimeout: number) =>
      sqs.send(
        new ChangeMessageVisibilityCommand({
          QueueUrl: url('work'),
          ReceiptHandle: message.ReceiptHandle,
          VisibilityTimeout,
        }),
      );
    await change(100);
    setNow(now + 60_000);
    expect(await receive('work')).toEqual([]);
    await change(0);
    expect(await bodies('work')).toEqual(['x']);
    expect((await thrown(change(10))).name).toBe('MessageNotInflight');
  });

  test('may be delayed, by its sender or by its queue', async () => {
    await send('work', 'later', { DelaySeconds: 10 });
    await send('late', 'later');
    await send('late', 'now', { DelaySeconds: 0 });
    expect(await receive('work')).toEqual([]);
    expect(await counts('work')).toEqual([0, 0, 1]);
    expect(await bodies('late')).toEqual(['now']);
    setNow(now + 10_000);
    expect(await bodies('work')).toEqual(['later']);
    setNow(now + 50_000);
    expect(await bodies('late')).toContain('later');
  });

  test('is dropped when it is older than its queue keeps it', async () => {
    await send('small', 'x');
    setNow(now + 60_001);
    expect(await receive('small')).toEqual([]);
    expect(await counts('small')).toEqual([0, 0, 0]);
  });
});

describe('long polling', () => {
  test('answers as soon as a message is sent', async () => {
    const waiting = bodies('work', { WaitTimeSeconds: 20 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await send('work', 'x');
    expect(await waiting).toEqual(['x']);
  });

  test('answers when a hidden message becomes visible again', async () => {
    await send('work', 'x');
    const message = first(await receive('work'));
    const waiting = bodies('work', { WaitTimeSeconds: 20 });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await sqs.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: url('work'),
        ReceiptHandle: message.ReceiptHandle,
        VisibilityTimeout: 0,
      }),
    );
    expect(await waiting).toEqual(['x']);
  });

  test('ends empty when its time is over, or when the waiting caller gives up', async () => {
    expect(await receive('work', { WaitTimeSeconds: 1 })).toEqual([]);
    const controller = new AbortController();
    const waiting = served.service.receive(arn('work'), {
      max: 1,
      waitMs: 60_000,
      signal: controller.signal,
    });
    controller.abort();
    expect(await waiting).toEqual([]);
  });

  test('gives a message to one of those who wait', async () => {
    const waiting = Array.from({ length: 5 }, () => receive('work', { WaitTimeSeconds: 1 }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    await send('work', 'x');
    expect((await Promise.all(waiting)).flat()).toHaveLength(1);
  });
});

describe('batches', () => {
  test('tell for each entry whether it went well', async () => {
    const QueueUrl = url('small');
    const sent = await sqs.send(
      new SendMessageBatchCommand({
        QueueUrl,
        Entries: [
          { Id: 'a', MessageBody: 'a' },
          { Id: 'b', MessageBody: 'x'.repeat(1025) },
          { Id: 'c', MessageBody: 'bad \u0001' },
        ],
      }),
    );
    expect(sent.Successful?.map(({ Id }) => Id)).toEqual(['a']);
    expect(sent.Failed).toMatchObject([
      { Id: 'b', Code: 'InvalidParameterValue', SenderFault: true },
      { Id: 'c', Code: 'InvalidMessageContents' },
    ]);
    const message = first(await receive('small'));
    const changed = await sqs.send(
      new ChangeMessageVisibilityBatchCommand({
        QueueUrl,
        Entries: [
          { Id: 'a', ReceiptHandle: message.ReceiptHandle, VisibilityTimeout: 1 },
          { Id: 'b', ReceiptHandle: 'nonsense', VisibilityTimeout: 1 },
        ],
      }),
    );
    expect(changed).toMatchObject({
      Successful: [{ Id: 'a' }],
      Failed: [{ Id: 'b', Code: 'ReceiptHandleIsInvalid' }],
    });
    const deleted = await sqs.send(
      new DeleteMessageBatchCommand({
        QueueUrl,
        Entries: [{ Id: 'a', ReceiptHandle: message.ReceiptHandle }],
      }),
    );
    expect(deleted).toMatchObject({ Successful: [{ Id: 'a' }], Failed: [] });
  });

  test.each<[string, readonly string[]]>([
    ['EmptyBatchRequest', []],
    ['TooManyEntriesInBatchRequest', Array.from({ length: 11 }, (_, n) => String(n))],
    ['BatchEntryIdsNotDistinct', ['a', 'a']],
    ['InvalidBatchEntryId', ['a b']],
  ])('are refused whole: %s', async (name, ids) => {
    const Entries = ids.map((Id) => ({ Id, MessageBody: 'x' }));
    const call = sqs.send(new SendMessageBatchCommand({ QueueUrl: url('work'), Entries }));
    expect((await thrown(call)).name).toBe(name);
    expect(await counts('work')).toEqual([0, 0, 0]);
  });
});
