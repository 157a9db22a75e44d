import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  ListQueuesCommand,
  PurgeQueueCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import { createSqs } from '#infra/local/services/sqs/service';
import { temporaryFolder } from '#test/helpers/temporary-folder';
import {
  arn,
  bodies,
  close,
  counts,
  first,
  folder,
  now,
  open,
  prepareSqs,
  queue,
  receive,
  remove,
  send,
  served,
  setFolder,
  setNow,
  sqs,
  thrown,
  url,
} from './sqs-setup';
import { ACCOUNT } from './through-gateway';

prepareSqs();

describe('dead letters', () => {
  test('are what was received too often; redrive brings them back', async () => {
    const { MessageId } = await send('work', 'poison');
    for (let time = 0; time < 2; time++) {
      expect(await bodies('work')).toEqual(['poison']);
      setNow(now + 30_000);
    }
    expect(await receive('work')).toEqual([]);
    const [dead] = await receive('dead', { MessageSystemAttributeNames: ['All'], VisibilityTimeout: 0 });
    expect(dead).toMatchObject({
      MessageId,
      Body: 'poison',
      Attributes: { DeadLetterQueueSourceArn: arn('work') },
    });

    const sources = await sqs.send(new ListDeadLetterSourceQueuesCommand({ QueueUrl: url('dead') }));
    expect(sources.queueUrls).toEqual([url('work')]);
    await sqs.send(new StartMessageMoveTaskCommand({ SourceArn: arn('dead') }));
    const { Results } = await sqs.send(new ListMessageMoveTasksCommand({ SourceArn: arn('dead') }));
    expect(Results).toMatchObject([{ Status: 'COMPLETED', ApproximateNumberOfMessagesMoved: 1 }]);
    expect(await receive('dead')).toEqual([]);
    const [back] = await receive('work', { MessageSystemAttributeNames: ['All'] });
    expect(back?.Attributes).toMatchObject({ ApproximateReceiveCount: '1' });
  });

  test('are moved only from where they arrive', async () => {
    const move = (SourceArn: string) => thrown(sqs.send(new StartMessageMoveTaskCommand({ SourceArn })));
    expect((await move(arn('work'))).message).toContain('must be configured as a Dead Letter Queue');
    expect((await move(arn('absent'))).name).toBe('ResourceNotFoundException');
  });

  test('need a queue to go to', () => {
    const lost = queue('lost', { RedrivePolicy: { deadLetterTargetArn: arn('absent'), maxReceiveCount: 1 } });
    const context = {
      ...served.client,
      directory: '',
      accountId: ACCOUNT,
      secretFor: () => '',
      log: () => {},
    };
    expect(() => createSqs(context, { queues: [lost] })).toThrow(
      'names a dead-letter queue that is not there',
    );
  });
});

describe('a fair queue', () => {
  test('does not let one group with much work keep another waiting', async () => {
    for (let n = 0; n < 20; n++) await send('work', `big ${n}`, { MessageGroupId: 'big' });
    await send('work', 'small 1', { MessageGroupId: 'small' });
    await send('work', 'small 2', { MessageGroupId: 'small' });
    expect(await bodies('work', { MaxNumberOfMessages: 4 })).toEqual([
      'big 0',
      'small 1',
      'big 1',
      'small 2',
    ]);
    await send('work', 'small 3', { MessageGroupId: 'small' });
    await send('work', 'new', { MessageGroupId: 'new' });
    expect(await bodies('work', { MaxNumberOfMessages: 3 })).toEqual(['new', 'big 2', 'small 3']);
  });

  test('gives all of one group when no other waits, in the order they were sent', async () => {
    for (let n = 0; n < 5; n++) await send('work', String(n), { MessageGroupId: 'only' });
    expect(await bodies('work')).toEqual(['0', '1', '2', '3', '4']);
  });
});

describe('a queue in order', () => {
  const enqueue = (body: string, MessageGroupId: string, MessageDeduplicationId = body) =>
    send('line.fifo', body, { MessageGroupId, MessageDeduplicationId });

  test('keeps the order of each group, and a group waits while a message of it is in work', async () => {
    for (const body of ['a1', 'a2', 'b1', 'a3']) await enqueue(body, body.charAt(0));
    const a1 = first(await receive('line.fifo', { MaxNumberOfMessages: 1 }));
    expect(a1.Body).toBe('a1');
    const [b1] = await receive('line.fifo');
    expect(b1?.Body).toBe('b1');
    expect(await receive('line.fifo')).toEqual([]);
    await remove('line.fifo', a1);
    expect(await bodies('line.fifo')).toEqual(['a2', 'a3']);
  });

  test('gives a message that failed again before those behind it', async () => {
    for (const body of ['a1', 'a2']) await enqueue(body, 'a');
    const failed = first(await receive('line.fifo', { MaxNumberOfMessages: 1 }));
    setNow(now + 30_000);
    expect((await thrown(remove('line.fifo', failed))).message).toContain('expired');
    expect(await bodies('line.fifo')).toEqual(['a1', 'a2']);
  });

  test('takes a message once in five minutes, also over a restart', async () => {
    const one = await enqueue('a', 'g', 'id');
    const two = await enqueue('b', 'g', 'id');
    expect([two.MessageId, two.SequenceNumber]).toEqual([one.MessageId, one.SequenceNumber]);
    await remove('line.fifo', first(await receive('line.fifo')));
    await close();
    await open();
    await enqueue('c', 'g', 'id');
    expect(await receive('line.fifo')).toEqual([]);
    setNow(now + 300_001);
    const later = await enqueue('d', 'g', 'id');
    expect(await bodies('line.fifo')).toEqual(['d']);
    expect((later.SequenceNumber ?? '') > (one.SequenceNumber ?? '')).toBe(true);
  });

  test('may tell messages apart by their content', async () => {
    for (const body of ['same', 'same', 'other']) {
      await send('content.fifo', body, { MessageGroupId: 'g' });
    }
    expect(await bodies('content.fifo')).toEqual(['same', 'other']);
  });

  test('wants a group and a way to tell duplicates', async () => {
    expect((await thrown(send('line.fifo', 'x', { MessageDeduplicationId: 'x' }))).message).toContain(
      'MessageGroupId',
    );
    expect((await thrown(send('line.fifo', 'x', { MessageGroupId: 'g' }))).message).toContain(
      'ContentBasedDeduplication',
    );
  });
});

describe('what is kept', () => {
  test('survives a restart: messages, receipts, counts', async () => {
    await send('work', 'x', { MessageGroupId: 'g' });
    const message = first(await receive('work'));
    await close();
    await open();
    expect(await receive('work')).toEqual([]);
    setNow(now + 30_000);
    const again = first(await receive('work', { MessageSystemAttributeNames: ['All'] }));
    expect(again.Attributes).toMatchObject({ ApproximateReceiveCount: '2', MessageGroupId: 'g' });
    expect(again.MessageId).toBe(message.MessageId);
    await remove('work', again);
    await close();
    await open();
    expect(await counts('work')).toEqual([0, 0, 0]);
  });

  test('of what functions had in work is handed out again after a restart, counted as received', async () => {
    await send('work', 'x');
    const [received] = await served.service.receive(arn('work'), { max: 1, waitMs: 0 });
    expect(received?.attributes.ApproximateReceiveCount).toBe('1');
    await close();
    await open();
    const [again] = await served.service.receive(arn('work'), { max: 1, waitMs: 0 });
    expect(again?.attributes.ApproximateReceiveCount).toBe('2');
  });

  test('does not grow with what is over', async () => {
    for (let round = 0; round < 200; round++) {
      const Entries = Array.from({ length: 10 }, (_, n) => ({ Id: String(n), MessageBody: 'x'.repeat(500) }));
      await sqs.send(new SendMessageBatchCommand({ QueueUrl: url('work'), Entries }));
      const handles = await served.service.receive(arn('work'), { max: 10, waitMs: 0 });
      await served.service.delete(
        arn('work'),
        handles.map(({ receiptHandle }) => receiptHandle),
      );
    }
    expect(served.service.depth(arn('work'))).toBe(0);
    await sqs.send(
      new SendMessageCommand({ QueueUrl: url('work'), MessageBody: 'later', DelaySeconds: 900 }),
    );
    expect(served.service.depth(arn('work'))).toBe(0);
    await sqs.send(new SendMessageCommand({ QueueUrl: url('work'), MessageBody: 'now' }));
    expect(served.service.depth(arn('work'))).toBe(1);
    const { size } = await stat(join(folder, 'journal.jsonl'));
    expect(size).toBeLessThan(800_000);
  });

  test('is whole after a torn line, and a damaged one is named', async () => {
    await send('work', 'x');
    await close();
    const file = join(folder, 'journal.jsonl');
    await appendFile(file, '[{"op":"put","queue":"work","mess');
    await open();
    await send('work', 'y');
    await close();
    await open();
    expect(await bodies('work')).toEqual(['x', 'y']);
    await close();
    expect((await readFile(file, 'utf8')).endsWith('\n')).toBe(true);
    await appendFile(file, 'nonsense\n');
    await expect(open()).rejects.toThrow(/journal\.jsonl is damaged at line \d+/);
    setFolder(temporaryFolder());
    await open();
  });
});

describe('queues', () => {
  test('are what the template says', async () => {
    const { QueueUrls } = await sqs.send(new ListQueuesCommand({ QueueNamePrefix: 'd' }));
    expect(QueueUrls).toEqual([url('dead')]);
    const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: 'work' }));
    expect(QueueUrl).toBe(url('work'));
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['QueueArn', 'RedrivePolicy'] }),
    );
    expect(Attributes).toEqual({
      QueueArn: arn('work'),
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn: arn('dead'), maxReceiveCount: 2 }),
    });
  });

  test('can be emptied', async () => {
    for (const body of ['a', 'b']) await send('work', body);
    await sqs.send(new PurgeQueueCommand({ QueueUrl: url('work') }));
    expect(await receive('work')).toEqual([]);
  });
});

describe('errors have the names of SQS', () => {
  test.each<[string, string, () => Promise<unknown>]>([
    ['QueueDoesNotExist', 'AWS.SimpleQueueService.NonExistentQueue', () => send('absent', 'x')],
    ['InvalidMessageContents', 'InvalidMessageContents', () => send('work', 'x\u0001')],
    ['ReceiptHandleIsInvalid', 'ReceiptHandleIsInvalid', () => remove('work', { ReceiptHandle: 'x' })],
    ['InvalidParameterValue', 'InvalidParameterValue', () => receive('work', { MaxNumberOfMessages: 11 })],
    ['InvalidParameterValue', 'InvalidParameterValue', () => send('small', 'x'.repeat(1025))],
    ['MissingParameter', 'MissingParameter', () => send('work', '')],
  ])('%s (%s)', async (name, code, call) => {
    const error = await thrown(call());
    expect([error.name.replace(/Exception$/, ''), 'Code' in error && error.Code]).toEqual([name, code]);
    expect(error.$metadata.httpStatusCode).toBe(400);
    expect(served.logged).toEqual([]);
  });
});

describe('permissions are asked', () => {
  const requiredActions = (operation: string, body: object) =>
    served.service
      .requiredActions({
        method: 'POST',
        url: new URL('http://127.0.0.1/'),
        rawPath: '/',
        headers: { 'x-amz-target': `AmazonSQS.${operation}` },
        body: Buffer.from(JSON.stringify(body)),
        principal: { kind: 'operator', arn: '' },
      })
      .map(({ action, resource: on }) => `${action} ${on}`);

  test('on the queue; of a batch those of its kind', () => {
    expect(requiredActions('SendMessageBatch', { QueueUrl: url('work') })).toEqual([
      `sqs:SendMessage ${arn('work')}`,
    ]);
    expect(requiredActions('GetQueueUrl', { QueueName: 'work' })).toEqual([`sqs:GetQueueUrl ${arn('work')}`]);
    expect(requiredActions('StartMessageMoveTask', { SourceArn: arn('dead') })).toEqual([
      `sqs:StartMessageMoveTask ${arn('dead')}`,
      `sqs:ReceiveMessage ${arn('dead')}`,
      `sqs:DeleteMessage ${arn('dead')}`,
    ]);
  });
});
