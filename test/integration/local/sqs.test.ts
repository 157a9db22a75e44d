import { appendFile, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ChangeMessageVisibilityBatchCommand,
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  ListDeadLetterSourceQueuesCommand,
  ListMessageMoveTasksCommand,
  ListQueuesCommand,
  type Message,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  type ReceiveMessageCommandInput,
  SendMessageBatchCommand,
  SendMessageCommand,
  type SendMessageCommandInput,
  SQSClient,
  SQSServiceException,
  StartMessageMoveTaskCommand,
} from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSqs, type SqsService } from '../../../infra/local/services/sqs';
import { resource } from '../../helpers/serve-service';
import {
  ACCOUNT,
  REGION,
  type Served,
  serveThroughGateway,
  type TemporaryFolder,
  temporaryFolder,
} from './through-gateway';

const arn = (name: string) => `arn:aws:sqs:${REGION}:${ACCOUNT}:${name}`;
const url = (name: string) => `${served.endpoint}/${ACCOUNT}/${name}`;
const queue = (name: string, properties: object = {}) =>
  resource('AWS::SQS::Queue', `https://sqs/${name}`, { ...properties }, { Arn: arn(name) });

const QUEUES = [
  queue('work', {
    VisibilityTimeout: 30,
    RedrivePolicy: { deadLetterTargetArn: arn('dead'), maxReceiveCount: 2 },
  }),
  queue('dead', { MessageRetentionPeriod: 1_209_600 }),
  queue('late', { DelaySeconds: 60 }),
  queue('small', { MaximumMessageSize: 1024, MessageRetentionPeriod: 60 }),
  queue('line.fifo', { FifoQueue: true, VisibilityTimeout: 30 }),
  queue('content.fifo', { FifoQueue: true, ContentBasedDeduplication: true }),
];

let folder: TemporaryFolder;
let served: Served<SqsService>;
let sqs: SQSClient;
let now: number;

async function open(): Promise<void> {
  served = await serveThroughGateway(folder.path, (context) =>
    createSqs(context, { queues: QUEUES, now: () => now }),
  );
  sqs = new SQSClient(served.client);
}

async function close(): Promise<void> {
  sqs.destroy();
  await served.stop();
}

beforeEach(async () => {
  now = Date.parse('2026-03-01T12:00:00Z');
  folder = await temporaryFolder();
  await open();
});

afterEach(async () => {
  await close();
  await folder.remove();
});

const send = (name: string, MessageBody: string, more: Partial<SendMessageCommandInput> = {}) =>
  sqs.send(new SendMessageCommand({ QueueUrl: url(name), MessageBody, ...more }));
const receive = async (name: string, more: Partial<ReceiveMessageCommandInput> = {}): Promise<Message[]> => {
  const { Messages } = await sqs.send(
    new ReceiveMessageCommand({ QueueUrl: url(name), MaxNumberOfMessages: 10, ...more }),
  );
  return Messages ?? [];
};
const bodies = async (name: string, more: Partial<ReceiveMessageCommandInput> = {}) =>
  (await receive(name, more)).map(({ Body }) => Body);
const remove = (name: string, { ReceiptHandle }: Message) =>
  sqs.send(new DeleteMessageCommand({ QueueUrl: url(name), ReceiptHandle }));
const first = <T>(list: readonly T[]): T => {
  const [item] = list;
  if (item === undefined) throw new Error('nothing was received');
  return item;
};
const counts = async (name: string) => {
  const { Attributes } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: url(name), AttributeNames: ['All'] }),
  );
  return (['', 'NotVisible', 'Delayed'] as const).map((kind) =>
    Number(Attributes?.[`ApproximateNumberOfMessages${kind}`]),
  );
};
const thrown = async (promise: Promise<unknown>): Promise<SQSServiceException> => {
  try {
    await promise;
  } catch (error) {
    if (error instanceof SQSServiceException) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
};

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
    now += 30_000;
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
    now += 60_000;
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
    now += 10_000;
    expect(await bodies('work')).toEqual(['later']);
    now += 50_000;
    expect(await bodies('late')).toContain('later');
  });

  test('is dropped when it is older than its queue keeps it', async () => {
    await send('small', 'x');
    now += 60_001;
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

  test('ends empty when its time is over, or when who waits in this process gives up', async () => {
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

describe('dead letters', () => {
  test('are what was received too often; redrive brings them back', async () => {
    const { MessageId } = await send('work', 'poison');
    for (let time = 0; time < 2; time++) {
      expect(await bodies('work')).toEqual(['poison']);
      now += 30_000;
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
    now += 30_000;
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
    now += 300_001;
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
    now += 30_000;
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
    const { size } = await stat(join(folder.path, 'journal.jsonl'));
    expect(size).toBeLessThan(800_000);
  });

  test('is whole after a torn line, and a damaged one is named', async () => {
    await send('work', 'x');
    await close();
    const file = join(folder.path, 'journal.jsonl');
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
    await folder.remove();
    folder = await temporaryFolder();
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
  const permits = (operation: string, body: object) =>
    served.service
      .permits({
        method: 'POST',
        url: new URL('http://127.0.0.1/'),
        rawPath: '/',
        headers: { 'x-amz-target': `AmazonSQS.${operation}` },
        body: Buffer.from(JSON.stringify(body)),
        principal: { kind: 'operator', arn: '' },
      })
      .map(({ action, resource: on }) => `${action} ${on}`);

  test('on the queue; of a batch those of its kind', () => {
    expect(permits('SendMessageBatch', { QueueUrl: url('work') })).toEqual([
      `sqs:SendMessage ${arn('work')}`,
    ]);
    expect(permits('GetQueueUrl', { QueueName: 'work' })).toEqual([`sqs:GetQueueUrl ${arn('work')}`]);
    expect(permits('StartMessageMoveTask', { SourceArn: arn('dead') })).toEqual([
      `sqs:StartMessageMoveTask ${arn('dead')}`,
      `sqs:ReceiveMessage ${arn('dead')}`,
      `sqs:DeleteMessage ${arn('dead')}`,
    ]);
  });
});
