import { randomUUID } from 'node:crypto';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSqs } from '#infra/local/services/sqs';
import { resource, type ServedService, serveService, temporaryContext } from '#test/helpers/serve-service';

const arn = (name: string) => `arn:aws:sqs:eu-central-1:000000000000:${name}`;
const queue = (name: string, properties: object = {}) =>
  resource('AWS::SQS::Queue', `https://sqs/${name}`, { ...properties }, { Arn: arn(name) });
const WORK = 'parley-test-ingest-WorkQueue1CAC4D2F';
const DEAD = 'parley-test-ingest-WorkDeadLetters7D6F983C-Ab12';
const QUEUES = [
  queue(WORK, { RedrivePolicy: { deadLetterTargetArn: arn(DEAD), maxReceiveCount: 5 } }),
  queue(DEAD),
  queue('parley-test-api-StreamFailuresE6D4F770'),
  queue('parley-other-ingest-WorkDeadLetters7D6F983C'),
];

let context: Awaited<ReturnType<typeof temporaryContext>>;
let served: ServedService;
let sqs: SQSClient;
let letters: typeof import('#platform/dead-letters');

beforeEach(async () => {
  context = await temporaryContext();
  served = await serveService(createSqs(context, { queues: QUEUES }));
  Object.assign(process.env, {
    AWS_REGION: 'eu-central-1',
    AWS_ENDPOINT_URL_SQS: served.endpoint,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  vi.resetModules();
  letters = await import('#platform/dead-letters');
  sqs = new SQSClient({ endpoint: served.endpoint, useQueueUrlAsEndpoint: false });
});
afterEach(async () => {
  sqs.destroy();
  await served.close();
  await context.remove();
});

const send = async (body: object, group?: string) => {
  const sent = await sqs.send(
    new SendMessageCommand({
      QueueUrl: `${served.endpoint}/000000000000/${DEAD}`,
      MessageBody: JSON.stringify(body),
      ...(group && { MessageGroupId: group }),
    }),
  );
  return sent.MessageId ?? '';
};
const inWork = async () => {
  const { Messages = [] } = await sqs.send(
    new ReceiveMessageCommand({
      QueueUrl: `${served.endpoint}/000000000000/${WORK}`,
      MaxNumberOfMessages: 10,
      MessageSystemAttributeNames: ['MessageGroupId'],
    }),
  );
  return Messages.map(({ Body = '', Attributes }) => [JSON.parse(Body), Attributes?.MessageGroupId]);
};
const work = async () => {
  const found = (await letters.listDeadLetterQueues('test')).find(({ name }) => name === 'work');
  if (!found) throw new Error('no queue work');
  return found;
};

// SQS is given a moment to look wherever a queue seems empty.
describe("a stage's dead letters", () => {
  it('are listed by short names, with how many there are and where they go back to', async () => {
    await send({ n: 1 });
    const queues = await letters.listDeadLetterQueues('test');
    expect(queues.map(({ name, messages, source }) => [name, messages, source !== null])).toEqual([
      ['stream-failures', 0, false],
      ['work', 1, true],
    ]);
  });

  it('can be looked at, which leaves them where they are', async () => {
    const id = await send({ documentId: 'd1' }, 'account');
    for (let look = 0; look < 2; look++)
      expect(await letters.showDeadLetters(await work(), 5)).toEqual([
        { id, group: 'account', body: '{"documentId":"d1"}', sentAt: expect.any(Date) },
      ]);
    expect(await inWork()).toEqual([]);
  });

  it('are sent back in the group of their account, all of them', async () => {
    for (let n = 0; n < 12; n++) await send({ n }, `account-${n % 2}`);
    expect(await letters.redriveDeadLetters(await work())).toBe(12);
    expect(await work()).toMatchObject({ messages: 0 });
    const [[body, group] = []] = await inWork();
    expect(group).toBe(`account-${body.n % 2}`);
    expect(await letters.redriveDeadLetters(await work())).toBe(0);
  });

  it('are sent back one by one, the others stay and can be seen at once', async () => {
    await send({ n: 1 });
    const wanted = await send({ n: 2 });
    await send({ n: 3 });
    expect(await letters.redriveDeadLetters(await work(), new Set([wanted]))).toBe(1);
    expect(await inWork()).toEqual([[{ n: 2 }, undefined]]);
    expect((await letters.showDeadLetters(await work(), 5)).map(({ body }) => body)).toEqual([
      '{"n":1}',
      '{"n":3}',
    ]);
    expect(await letters.redriveDeadLetters(await work(), new Set([randomUUID()]))).toBe(0);
  });

  it('of what came from no queue stay where they are', async () => {
    const [stream] = await letters.listDeadLetterQueues('test');
    if (!stream) throw new Error('no queue of the stream');
    await expect(letters.redriveDeadLetters(stream)).rejects.toThrow("can't go back");
  });
});
